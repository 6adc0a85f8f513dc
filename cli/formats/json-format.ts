import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { withId } from "../../catalogue/coffee-text.ts";
import { parseKeepingPriceDigits } from "../../catalogue/text/json-digits.ts";
import { checkRows, type FoundRow, type ReadOptions, type ReadResult } from "./check-rows.ts";
import { arrayMembers, repeatedKeys, type ArrayMember } from "./json-text.ts";

/** The array that `GET /coffee` returns, byte for byte, in UTF-8. */
export function* writeJson(coffees: Iterable<IdentifiedCoffee>): Generator<string> {
  let before = "[";
  for (const { id, text } of coffees) {
    yield before + withId(id, text);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** Reads an array of coffees. Prices keep their type and digits. A repeated key in an object is a fault. */
export function readJson(text: string, options?: ReadOptions): ReadResult {
  const read = readArray(text);
  return "faults" in read ? read : checkRows(read.found, options);
}

/**
 * The members of a JSON array, each with its own faults; or the one fault of a text that is not a JSON array.
 * `firstLine` is the line of the file in which the text begins.
 */
export function readArray(
  text: string,
  firstLine?: number,
): Readonly<{ found: Generator<FoundRow> }> | Extract<ReadResult, { faults: unknown }> {
  const json = text.replace(/^\ufeff/, "");
  try {
    if (Array.isArray(JSON.parse(json))) return { found: foundRows(json, firstLine) };
    return { faults: [{ field: "", message: "must hold an array of coffees, as GET /coffee answers it: [{…}, {…}]" }] };
  } catch (error) {
    return { faults: [{ field: "", message: `is not valid JSON: ${reasonOf(error)}` }] };
  }
}

/** Reads a coffee from `member`, which is valid JSON, as row number `row` of its file. */
export function foundRow({ json, line }: ArrayMember, row: number): FoundRow {
  const faults = repeatedKeys(json).map((field) => ({ field, message: "is there twice; leave one of the two out" }));
  return { row, line, ...parseKeepingPriceDigits(json), faults };
}

/** The message of a `JSON.parse` error, without the full stop of a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) throw error;
  return error.message;
}

function* foundRows(json: string, firstLine?: number): Generator<FoundRow> {
  let row = 1;
  for (const member of arrayMembers(json, firstLine)) yield foundRow(member, row++);
}
