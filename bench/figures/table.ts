/** Columns of words are aligned left, columns of figures right. */
export type Table = Readonly<{
  head: readonly string[];
  /** How many columns of words come first. Columns after the figures are words too. */
  words: number;
  figures: number;
  rows: readonly (readonly string[])[];
}>;

/** Aligned for a terminal. */
export function plainTable(table: Table): string {
  const { head, rows } = table;
  const pad = padding(table, widthsOf([head, ...rows], 0));
  const line = (cells: readonly string[]) => cells.map(pad).join("  ").trimEnd();
  const rule = head
    .map(() => "")
    .map(pad)
    .map((space) => "-".repeat(space.length));
  return [head, rule, ...rows].map(line).join("\n");
}

/** Formatted as Prettier does: every column is as wide as its widest cell. */
export function markdownTable(table: Table): string {
  const all = [table.head, ...table.rows].map((row) => row.map((cell) => cell.replaceAll("|", String.raw`\|`)));
  const widths = widthsOf(all, 3);
  const pad = padding(table, widths);
  const line = (cells: readonly string[]) => `| ${cells.map(pad).join(" | ")} |`;
  const rule = widths.map((width, at) => (isFigure(table, at) ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  const [head = [], ...rows] = all;
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

function isFigure({ words, figures }: Table, at: number): boolean {
  return at >= words && at < words + figures;
}

function widthsOf(rows: readonly (readonly string[])[], least: number): readonly number[] {
  const [head = []] = rows;
  return head.map((_, at) => Math.max(least, ...rows.map((row) => (row[at] ?? "").length)));
}

function padding(table: Table, widths: readonly number[]) {
  return (cell: string, at: number) =>
    isFigure(table, at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
}
