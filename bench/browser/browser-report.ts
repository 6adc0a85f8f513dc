import { spreadFigure, wholeNumber } from "../figures/numbers.ts";
import { ratioSpread, spreadOf } from "../figures/spread.ts";
import { markdownTable, plainTable, type Table } from "../figures/table.ts";
import type { RowName, SizeResults } from "./browser-rows.ts";
import { limitName, rivalName } from "./storefront.ts";

const ourName = "ours";

/** All tables, as plain text for a terminal or as Markdown. */
export function browserReport(results: readonly SizeResults[], rows: readonly RowName[], isMarkdown: boolean): string {
  const print = isMarkdown ? markdownTable : plainTable;
  const title = (size: number) => `${isMarkdown ? "#### " : ""}In the browser, ${wholeNumber(size)} coffees`;
  const tables = results.flatMap((each) => [title(each.size), print(sizeTable(each, rows))]);
  const growth = growthTable(results, rows);
  const heading = `${isMarkdown ? "#### " : ""}First card, compared with that of ${wholeNumber(results[0]?.size ?? 0)} coffees`;
  return [...tables, ...(growth.rows.length > 0 ? [heading, print(growth)] : [])].join("\n\n");
}

function sizeTable({ rounds }: SizeResults, rows: readonly RowName[]): Table {
  const valuesOf = (name: string, row: RowName) => rounds.map((round) => round[name]?.[row]);
  const measured = rows.filter((row) => rounds.some((round) => Object.values(round).some((each) => row in each)));
  const ratio = (row: RowName, to: string) => spreadFigure(ratioSpread(valuesOf(ourName, row), valuesOf(to, row)));
  return {
    head: ["row", ourName, limitName, rivalName, `ours ÷ ${limitName}`, `ours ÷ ${rivalName}`],
    words: 1,
    figures: 5,
    rows: measured.map((row) => [
      row,
      ...[ourName, limitName, rivalName].map((name) => spreadFigure(spreadOf(valuesOf(name, row)))),
      ratio(row, limitName),
      ratio(row, rivalName),
    ]),
  };
}

/** The time to the first card at each larger size, as a multiple of that at the smallest. */
function growthTable([smallest, ...larger]: readonly SizeResults[], rows: readonly RowName[]): Table {
  const row = "first card ms";
  const medianOf = (results: SizeResults | undefined, name: string) =>
    spreadOf(results?.rounds.map((round) => round[name]?.[row]) ?? [])?.median;
  const names = [ourName, limitName, rivalName];
  return {
    head: ["coffees", ...names],
    words: 1,
    figures: names.length,
    rows: rows.includes(row)
      ? larger.map((results) => [
          wholeNumber(results.size),
          ...names.map((name) => spreadFigure(ratioSpread([medianOf(results, name)], [medianOf(smallest, name)]))),
        ])
      : [],
  };
}
