import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import type { IncomingCoffee } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { checkCoffee } from "../../catalogue/parse-coffee.ts";

/** What is wrong with a field. In English, like everything on the command line. */
export type CellFault = Readonly<{ field: string; message: string }>;

/** What is wrong with a field of a row; without `row`, with the whole file. */
export type RowFault = CellFault &
  Readonly<{
    /**
     * The row's position in the file, from 1. In CSV it is the number that a spreadsheet shows, so the header is row 1.
     */
    row?: number;
    /** The line that the row begins in, from 1. */
    line?: number;
  }>;

/** All rows of a file in their order, or all its faults. */
export type ReadResult = Readonly<{ rows: readonly IncomingCoffee[] }> | Readonly<{ faults: readonly RowFault[] }>;

export type ReadOptions = Readonly<{
  /** Fields to ignore, such as `__v`. Any other unknown field is a fault. */
  ignoreFields?: readonly string[];
}>;

/** A row as its format read it. */
export type FoundRow = Readonly<{
  row: number;
  line: number;
  /** The coffee as JSON would hold it; undefined if the row could not be parsed. */
  value: unknown;
  /** The digits of the price as written, if it is a number. */
  priceDigits?: string | undefined;
  /** The faults that the format itself found. */
  faults?: readonly CellFault[];
}>;

/**
 * Ids that begin with these digits are refused. Each new id is greater than all before it, so after one of these hardly
 * any ids would be left. Below them at least 2^64 are left.
 */
const lastIds = "ffffffff";

/** Checks each row as the product server checks a coffee, and that no two rows have the same id. */
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

/** A fault as a sentence, such as "Row 3 (line 7): price must be a number of 0 or more, or empty." */
export function describeRowFault({ row, line, field, message }: RowFault): string {
  const rowWhere = row === undefined ? "The file" : `Row ${row}`;
  const lineWhere = line === undefined || line === row ? "" : ` (line ${line})`;
  const fieldWhere = field === "" ? "" : `: ${field}`;
  // One line for each fault: text from the file must not begin a new line.
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

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
