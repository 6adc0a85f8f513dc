import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import type { IncomingCoffee } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { checkCoffee } from "../../catalogue/parse-coffee.ts";

/** What is wrong with a field: in English, as everything on the command line is. */
export type CellFault = Readonly<{ field: string; message: string }>;

/** What is wrong with one field of one row, or, where there is no `row`, with the file as a whole. */
export type RowFault = CellFault &
  Readonly<{
    /** The coffee's place in the file, from 1; in CSV the number that a spreadsheet gives the row, its header being 1. */
    row?: number;
    /** The line that the row begins in, from 1. */
    line?: number;
  }>;

/** Every row of a file in its order, or every fault in it: never some rows beside some faults. */
export type ReadResult = Readonly<{ rows: readonly IncomingCoffee[] }> | Readonly<{ faults: readonly RowFault[] }>;

export type ReadOptions = Readonly<{
  /** Fields that are passed over, such as `__v`. Without them, a field that no coffee has is a fault. */
  ignoreFields?: readonly string[];
}>;

/** A row as its format found it. */
export type FoundRow = Readonly<{
  row: number;
  line: number;
  /** The coffee as JSON would hold it; undefined where not even that could be read. */
  value: unknown;
  /** How the price was written, where it is a number. */
  priceDigits?: string | undefined;
  /** What the format itself found wrong. */
  faults?: readonly CellFault[];
}>;

/**
 * Ids that begin so are the last there are. Each new id is greater than all before it, so one of them would leave the
 * shop with hardly any; all ids below leave 2^64 at least.
 */
const lastIds = "ffffffff";

/** Checks each row as the product server checks a coffee, and that no two rows have one id. */
export function checkRows(found: Iterable<FoundRow>, { ignoreFields = [] }: ReadOptions = {}): ReadResult {
  const rows: IncomingCoffee[] = [];
  const faults: RowFault[] = [];
  const rowsOfIds = new Map<string, number>();
  for (const each of found) {
    const value = withoutFields(each.value, ignoreFields);
    const checked = checkValue(value, each.priceDigits);
    const wrong = [...(each.faults ?? []), ...checked.faults, ...idFaults(value, each.row, rowsOfIds)];
    for (const fault of wrong) faults.push({ row: each.row, line: each.line, ...fault });
    if (checked.row) rows.push(checked.row);
  }
  return faults.length > 0 ? { faults } : { rows };
}

/** A fault in a sentence for people, such as "Row 3 (line 7): price must be a number of 0 or more, or empty." */
export function describeRowFault({ row, line, field, message }: RowFault): string {
  const rowWhere = row === undefined ? "The file" : `Row ${row}`;
  const lineWhere = line === undefined || line === row ? "" : ` (line ${line})`;
  const fieldWhere = field === "" ? "" : `: ${field}`;
  // A line each: what the file holds may not begin another.
  return `${rowWhere}${lineWhere}${fieldWhere} ${message}.`.replaceAll("\n", String.raw`\n`);
}

function checkValue(
  value: unknown,
  priceDigits: string | undefined,
): { row?: IncomingCoffee; faults: readonly CellFault[] } {
  if (value === undefined) return { faults: [] };
  if (!isObject(value)) return { faults: [{ field: "", message: "must be an object with the fields of a coffee" }] };
  try {
    const { text, _id: id } = checkCoffee(value, priceDigits);
    return { row: { id, text }, faults: [] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { faults: error.errors.map(({ field, message }) => ({ field, message: message.en })) };
  }
}

function idFaults(value: unknown, row: number, rowsOfIds: Map<string, number>): readonly CellFault[] {
  const _id: unknown = isObject(value) ? Reflect.get(value, "_id") : undefined;
  if (typeof _id !== "string" || !isCoffeeId(_id)) return [];
  const firstRow = rowsOfIds.get(_id);
  if (firstRow !== undefined) return [{ field: "_id", message: `is ${_id}, as in row ${firstRow} already` }];
  rowsOfIds.set(_id, row);
  if (!_id.startsWith(lastIds)) return [];
  return [{ field: "_id", message: `must not begin with ${lastIds}: hardly any ids would be left for new coffees` }];
}

function withoutFields(value: unknown, fields: readonly string[]): unknown {
  if (fields.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)));
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
