import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { withId } from "../../catalogue/coffee-text.ts";
import { parseKeepingPriceDigits } from "../../catalogue/json-digits.ts";
import { checkRows, type FoundRow, type ReadOptions, type ReadResult } from "./check-rows.ts";
import { arrayMembers, repeatedKeys, type ArrayMember } from "./json-text.ts";

/** The array that `GET /coffee` answers, to the byte; in UTF-8. */
export function* writeJson(coffees: Iterable<IdentifiedCoffee>): Generator<string> {
  let before = "[";
  for (const { id, text } of coffees) {
    yield before + withId(id, text);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** Reads an array of coffees; prices keep their type and digits. A key that an object has twice is a fault. */
export function readJson(text: string, options?: ReadOptions): ReadResult {
  const read = readArray(text);
  return "faults" in read ? read : checkRows(read.found, options);
}

/**
 * The members of a JSON array, each with what is wrong with it as JSON; or the one fault of a text that is none.
 * `firstLine` is the line of the file that the text begins in.
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

/** Reads one coffee out of `member`, valid JSON, as the row number `row` of its file. */
export function foundRow({ json, line }: ArrayMember, row: number): FoundRow {
  const faults = repeatedKeys(json).map((field) => ({ field, message: "is there twice; leave one of the two out" }));
  return { row, line, ...parseKeepingPriceDigits(json), faults };
}

/** What `JSON.parse` says about a text, without the full stop that ends a sentence of ours. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) throw error;
  return error.message;
}

function* foundRows(json: string, firstLine?: number): Generator<FoundRow> {
  let row = 1;
  for (const member of arrayMembers(json, firstLine)) yield foundRow(member, row++);
}
