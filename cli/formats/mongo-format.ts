import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { fieldsOf, type ExactPrice } from "../../catalogue/coffee-text.ts";
import { checkRows, isObject, type FoundRow, type ReadOptions, type ReadResult } from "./check-rows.ts";
import { foundRow, readArray, reasonOf } from "./json-format.ts";
import { valueOfDigits } from "./json-text.ts";

// MongoDB Extended JSON v2: https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/
const numberTypes = ["$numberInt", "$numberLong", "$numberDouble", "$numberDecimal"];

/** What a Decimal128 can hold without rounding (IEEE 754-2019, table 3.6), with a little margin. */
const decimalMaxDigits = 34;
const decimalMaxExponent = 6_000;

/**
 * Writes lines of extended JSON for `mongoimport`. A price keeps its type, and its digits if MongoDB has a number type
 * that keeps them.
 */
export function* writeMongo(coffees: Iterable<IdentifiedCoffee>): Generator<string> {
  for (const { id, text } of coffees) {
    const { price, ...texts } = fieldsOf(text);
    yield `${JSON.stringify({ _id: { $oid: id }, ...texts, price: extendedPrice(price) })}\n`;
  }
}

/**
 * Reads the output of `mongoexport`: one coffee on each line, or an array (`--jsonArray`). Prices may be text or
 * numbers of any type, and keep their digits.
 */
export function readMongo(text: string, options?: ReadOptions): ReadResult {
  if (!/^\ufeff?\s*\[/.test(text)) return checkRows(foundInLines(text), options);
  const read = readArray(text);
  return "faults" in read ? read : checkRows(read.found.map(withoutTypes), options);
}

function extendedPrice(price: ExactPrice): ExactPrice | { $numberDecimal: string } {
  if (typeof price === "string") return price;
  // MongoDB writes such a number with the same digits.
  if (String(Number(price.rawJSON)) === price.rawJSON) return price;
  return isDecimal(price.rawJSON) ? { $numberDecimal: price.rawJSON } : price;
}

function isDecimal(digits: string): boolean {
  const [significand = "", exponent = "0"] = digits.toLowerCase().split("e");
  return (
    significand.replace(/[-.]/g, "").length <= decimalMaxDigits && Math.abs(Number(exponent)) <= decimalMaxExponent
  );
}

function* foundInLines(text: string): Generator<FoundRow> {
  let row = 0;
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    if (line.trim() !== "") yield foundInLine(line.trim(), index + 1, ++row);
  }
}

function foundInLine(json: string, line: number, row: number): FoundRow {
  try {
    JSON.parse(json);
  } catch (error) {
    const advice = "each line must hold one whole coffee, as mongoexport writes it without --pretty";
    return {
      row,
      line,
      value: undefined,
      faults: [{ field: "", message: `is not valid JSON: ${reasonOf(error)}; ${advice}` }],
    };
  }
  return withoutTypes(foundRow({ json, line }, row));
}

/** Replaces typed values of `_id` and `price` by plain JSON. */
function withoutTypes(found: FoundRow): FoundRow {
  if (!isObject(found.value)) return found;
  const value = { ...found.value };
  const _id = unwrap(Reflect.get(value, "_id"), ["$oid"]);
  const priceDigits = unwrap(Reflect.get(value, "price"), numberTypes);
  if (_id !== undefined) Reflect.set(value, "_id", _id);
  if (priceDigits === undefined) return { ...found, value };
  Reflect.set(value, "price", valueOfDigits(priceDigits));
  return { ...found, value, priceDigits };
}

/** The text inside an object such as `{"$oid": "…"}`, if that is its only member and has one of these types. */
function unwrap(value: unknown, types: readonly string[]): string | undefined {
  if (!isObject(value)) return undefined;
  const [[type, text] = ["", undefined], ...others] = Object.entries(value);
  return others.length === 0 && types.includes(type) && typeof text === "string" ? text : undefined;
}
