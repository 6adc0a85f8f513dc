/** The first columns are words, the others figures. */
export type Table = Readonly<{ head: readonly string[]; words: number; rows: readonly (readonly string[])[] }>;

/** Aligned for a terminal. */
export function plainTable({ head, words, rows }: Table): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at < words ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd();
  return [head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("\n");
}

/** As Prettier leaves it: every column as wide as its widest cell. */
export function markdownTable({ head, words, rows }: Table): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, at) => Math.max(3, ...all.map((row) => (row[at] ?? "").length)));
  const pad = (cell: string, at: number) =>
    at < words ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  const line = (cells: readonly string[]) => `| ${cells.map(pad).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at < words ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  const [top = [], ...others] = all;
  return [line(top), rule, ...others.map(line)].join("\n");
}
