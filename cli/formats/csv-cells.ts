import Papa from "papaparse";
import type { CellFault } from "./check-rows.ts";
import { countLineEnds } from "./json-text.ts";

/** A row of a CSV file, with the number that a spreadsheet shows for it. */
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

/**
 * All rows of a CSV file (RFC 4180), including empty ones. The first row shows whether commas, semicolons or tabs
 * separate the cells.
 */
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

/** The character after the first cell. Names of columns contain none of the three. */
function delimiterOf(table: string): string {
  const [, delimiter = ","] = /^(?:"[^"]*"|[^",;\t\r\n]*)([,;\t])/.exec(table) ?? [];
  return delimiter;
}

/** The line ending of the first row, which all rows use. CR LF and LF may be mixed. */
function newlineOf(table: string): "\n" | "\r" {
  const [first] = /\r\n|\r|\n/.exec(table) ?? [];
  return first === "\r" ? "\r" : "\n";
}

/** If a row ended in CR LF but was split at LF, its last unquoted cell has the CR. This removes it. */
function withoutStrayReturn(cells: readonly string[], delimiter: string, written: string): readonly string[] {
  const last = cells.at(-1) ?? "";
  const isStray = last.endsWith("\r") && `${delimiter}${written}`.endsWith(`${delimiter}${last}\n`);
  return isStray ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
}
