import { textFields, type CoffeeFields, type Price, type TextField } from "./coffee.ts";

declare global {
  interface JSON {
    rawJSON(text: string): ExactNumber;
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  }
}

/** A JSON number with the very digits it was sent with. `JSON.stringify` writes those digits, so 250.00 stays 250.00. */
export type ExactNumber = Readonly<{ rawJSON: string }>;
export type ExactPrice = string | ExactNumber;

/** The eight fields as the server keeps them: nothing rounded, nothing rewritten. */
export type ExactFields = Readonly<Record<TextField, string> & { price: ExactPrice }>;
export type ExactCoffee = Readonly<{ _id: string }> & ExactFields;

/** Parses JSON like `JSON.parse`, and hands back the digits in which its own `price`, where that is a number, was written. */
export function parseKeepingPriceDigits(json: string): { value: unknown; priceDigits: string | undefined } {
  const digitsWithin = new Map<unknown, string>();
  const value = JSON.parse(json, function keepDigits(this: unknown, key, parsed, { source }) {
    if (key === "price" && typeof parsed === "number" && source !== undefined) digitsWithin.set(this, source);
    return parsed;
  });
  return { value, priceDigits: digitsWithin.get(value) };
}

/**
 * The first key that stands more than once in the object that `json` is; undefined where each stands once. `JSON.parse`
 * keeps the last of them, and another reader may keep the first (RFC 8259 §4). The text must be JSON, as the time that
 * this takes is in proportion to its length only then.
 */
export function repeatedKey(json: string): string | undefined {
  const keys = new Set<string>();
  let depth = 0;
  for (const [token, text] of json.matchAll(/("(?:[^"\\]+|\\.)*")\s*:?|[[\]{}]/g)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && text !== undefined && token.endsWith(":")) {
      const key = String(JSON.parse(text));
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return undefined;
}

/** Gives a parsed price its exact form; `digits` is how the number was written, where it was one. */
export function exactPrice(price: Price, digits: string = String(price)): ExactPrice {
  return typeof price === "number" ? JSON.rawJSON(digits) : price;
}

/** The fields in their one order, so that equal coffees are equal texts in the log, in replies and under a hash. */
export function exactFields(fields: CoffeeFields | ExactFields, priceDigits?: string): ExactFields {
  const { name, chef, supplier, taste, category, details, photo, price } = fields;
  const exact = typeof price === "object" ? price : exactPrice(price, priceDigits);
  return { name, chef, supplier, taste, category, details, photo, price: exact };
}

/** Reads back the fields that `JSON.stringify` wrote. Throws where the text is anything else. */
export function parseExact(json: string): ExactFields {
  const { value, priceDigits } = parseKeepingPriceDigits(json);
  if (!areFields(value)) throw new TypeError(`Not the fields of a coffee: ${json}`);
  return exactFields(value, priceDigits);
}

function areFields(value: unknown): value is CoffeeFields {
  if (typeof value !== "object" || value === null) return false;
  const texts: readonly unknown[] = textFields.map((field) => Reflect.get(value, field));
  return (
    texts.every((text) => typeof text === "string") && ["string", "number"].includes(typeof Reflect.get(value, "price"))
  );
}

/**
 * Whether replacing `kept` by `sent` would change anything. A browser reads the kept number 250.00 as 250 and sends 250
 * back untouched: that is no edit.
 */
export function sameFields(kept: ExactFields, sent: ExactFields): boolean {
  return textFields.every((field) => kept[field] === sent[field]) && samePrice(kept.price, sent.price);
}

function samePrice(kept: ExactPrice, sent: ExactPrice): boolean {
  if (typeof kept === "string" || typeof sent === "string") return kept === sent;
  return kept.rawJSON === sent.rawJSON || String(Number(kept.rawJSON)) === sent.rawJSON;
}
