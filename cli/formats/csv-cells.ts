import Papa from "papaparse";
import type { CellFault } from "./check-rows.ts";
import { countLineEnds } from "./json-text.ts";

/** One row of a table, under the number that a spreadsheet gives it. */
export type CellRow = Readonly<{
  row: number;
  /** The line that the row begins in, from 1. */
  line: number;
  cells: readonly string[];
  faults: readonly CellFault[];
}>;

const quoteFault = {
  field: "",
  message: 'has a quote that is left open or stands alone; inside of a cell, write " as ""',
};

/** All rows of a table in CSV (RFC 4180), empty ones too. Tells commas from semicolons and tabs by the first row. */
export function readCells(text: string): CellRow[] {
  const table = text.replace(/^\ufeff/, "");
  const rows: CellRow[] = [];
  const delimiter = delimiterOf(table);
  const newline = newlineOf(table);
  let start = 0;
  let line = 1;
  Papa.parse<string[]>(table, {
    delimiter,
    newline,
    step({ data, errors, meta: { cursor } }) {
      const cells = withoutStrayReturn(data, delimiter, table.slice(start, cursor));
      rows.push({ row: rows.length + 1, line, cells, faults: errors.length > 0 ? [quoteFault] : [] });
      line += countLineEnds(table, start, cursor, newline);
      start = cursor;
    },
  });
  return rows;
}

/** What stands after the first cell. Names of columns hold none of the three. */
function delimiterOf(table: string): string {
  const [, delimiter = ","] = /^(?:"[^"]*"|[^",;\t\r\n]*)([,;\t])/.exec(table) ?? [];
  return delimiter;
}

/** How rows end: all as the first does, except that CR LF may stand beside LF. */
function newlineOf(table: string): "\n" | "\r" {
  const [first] = /\r\n|\r|\n/.exec(table) ?? [];
  return first === "\r" ? "\r" : "\n";
}

/** The cells of a row that ended in CR LF and was taken to end in LF: a last cell without quotes then holds the CR. */
function withoutStrayReturn(cells: readonly string[], delimiter: string, written: string): readonly string[] {
  const last = cells.at(-1) ?? "";
  const isStray = last.endsWith("\r") && `${delimiter}${written}`.endsWith(`${delimiter}${last}\n`);
  return isStray ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
}
