import Papa from "papaparse";
import { coffeeFields } from "../../catalogue/fields.ts";
import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { fieldsOf } from "../../catalogue/coffee-text.ts";
import { nearestName } from "../../server/operate/nearest-name.ts";
import {
  checkRows,
  type CellFault,
  type FoundRow,
  type ReadOptions,
  type ReadResult,
  type RowFault,
} from "./check-rows.ts";
import { readCells, type CellRow } from "./csv-cells.ts";
import { guardFormulas, unguardFormulas } from "./formula-guard.ts";
import { valueOfDigits } from "./json-text.ts";

/** Whether a price was text or a number, which CSV cannot express. */
const typeColumn = "priceType";
const columns = ["_id", ...coffeeFields, typeColumn] as const;

const noHeaderMessage = `is empty; its first row must name columns: ${columns.join(", ")}`;

/** By this byte order mark Excel recognises UTF-8. */
const byteOrderMark = "\ufeff";
const lineEnd = "\r\n";

/** Writes CSV for spreadsheets (RFC 4180), with a header row. No cell can begin a formula. */
export function* writeCsv(coffees: Iterable<IdentifiedCoffee>): Generator<string> {
  yield byteOrderMark + csvLine(columns);
  for (const coffee of coffees) yield csvLine(cellsOf(coffee));
}

/**
 * Reads what `writeCsv` wrote, also after a spreadsheet has saved it: with commas, semicolons or tabs, with columns in
 * another order or missing, and with empty rows. Without the column `priceType`, prices are text.
 */
export function readCsv(text: string, options: ReadOptions = {}): ReadResult {
  const [header, ...rows] = readCells(text).filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (!header) return { faults: [{ field: "", message: noHeaderMessage }] };
  const faults = headerFaults(header, options.ignoreFields ?? []);
  if (faults.length > 0) return { faults };
  const found = rows.values().map((row) => foundRow(row, header.cells));
  return checkRows(found, options);
}

function csvLine(cells: readonly string[]): string {
  return Papa.unparse([cells]) + lineEnd;
}

function cellsOf({ id, text }: IdentifiedCoffee): string[] {
  const { price, ...texts } = fieldsOf(text);
  const isText = typeof price === "string";
  const values = { _id: id, ...texts, price: isText ? price : price.rawJSON, [typeColumn]: isText ? "text" : "number" };
  return columns.map((column) => guardFormulas(values[column]));
}

function headerFaults({ row, line, cells, faults }: CellRow, ignored: readonly string[]): readonly RowFault[] {
  const columnNames: readonly string[] = [...columns, ...ignored];
  const unknown = cells.filter((name) => name !== "" && !columnNames.includes(name));
  const repeated = cells.filter((name, index) => name !== "" && cells.indexOf(name) < index);
  return [
    ...faults,
    ...unknown.map((name) => ({ field: name, message: unknownColumn(name) })),
    ...repeated.map((name) => ({ field: name, message: "names a second column; leave one of the two out" })),
  ].map((fault) => ({ row, line, ...fault }));
}

function unknownColumn(name: string): string {
  const near = nearestName(name.trim().toLowerCase(), columns, 2);
  return `is not a column of a coffee (${near ? `is it ${near}?` : `they are ${columns.join(", ")}`})`;
}

function foundRow({ row, line, cells, faults }: CellRow, names: readonly string[]): FoundRow {
  const nameless = cells.filter((cell, index) => cell !== "" && (names[index] ?? "") === "");
  const texts = Object.fromEntries(names.map((name, index) => [name, unguardFormulas(cells[index] ?? "")]));
  const { "": _nameless, _id, [typeColumn]: type = "", ...fields } = texts;
  const price = readPrice(texts["price"] ?? "", type);
  const isFault = typeof price === "object";
  return {
    row,
    line,
    value: { ...(_id && { _id }), ...fields, price: isFault ? "" : price },
    priceDigits: typeof price === "number" ? texts["price"] : undefined,
    faults: [...faults, ...nameless.map(namelessFault), ...(isFault ? [price] : [])],
  };
}

function readPrice(price: string, type: string): string | number | CellFault {
  if (type === "" || type === "text") return price;
  if (type !== "number") return { field: typeColumn, message: "must be text or number" };
  const value = valueOfDigits(price);
  if (!Number.isNaN(value)) return value;
  return { field: "price", message: "must be digits such as 250 or 0.50 where its priceType is number" };
}

function namelessFault(cell: string): CellFault {
  const excerpt = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  return { field: "", message: `has ${JSON.stringify(excerpt)} in a column without a name` };
}
