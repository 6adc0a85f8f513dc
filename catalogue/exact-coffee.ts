import { emptyFields, type CoffeeFields, type Price } from "./coffee.ts";
import { coffeeFields, recordOf, textFields, type CoffeeField, type TextField } from "./fields.ts";

declare global {
  interface JSON {
    rawJSON(text: string): ExactNumber;
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
  const value: unknown = JSON.parse(json);
  return { value, priceDigits: hasNumberForPrice(value) ? priceDigitsIn(json) : undefined };
}

function hasNumberForPrice(value: unknown): boolean {
  return typeof value === "object" && value !== null && "price" in value && typeof value.price === "number";
}

function priceDigitsIn(json: string): string | undefined {
  let digits: string | undefined;
  eachMember(json, (key, valueAt) => {
    if (key === "price") digits = numberAt(json, valueAt);
  });
  return digits;
}

function numberAt(json: string, start: number): string | undefined {
  const number = /[ \t\r\n]*(-?\d[\d.eE+-]*)/y;
  number.lastIndex = start;
  return number.exec(json)?.[1];
}

/**
 * The first key that stands more than once in the object that `json` is; undefined where each stands once. `JSON.parse`
 * keeps the last of them, and another reader may keep the first (RFC 8259 §4). The text must be JSON, as the time that
 * this takes is in proportion to its length only then.
 */
export function repeatedKey(json: string): string | undefined {
  const keys = new Set<string>();
  let repeated: string | undefined;
  eachMember(json, (key) => {
    if (keys.has(key)) repeated ??= key;
    keys.add(key);
  });
  return repeated;
}

const quote = 0x22;
const colon = 0x3a;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Names each key of the object that `json` is, and the place behind its colon. */
function eachMember(json: string, onMember: (key: string, valueAt: number) => void): void {
  let depth = 0;
  let text = "";
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      const end = endOfText(json, at);
      if (depth === 1) text = json.slice(at, end + 1);
      at = end;
    } else if (character === colon && depth === 1) {
      onMember(text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1), at + 1);
    } else if (opening.has(character)) depth += 1;
    else if (closing.has(character)) depth -= 1;
  }
}

/** Where the text that begins at `start` ends: at the first quote that is not escaped. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}

/** Gives a parsed price its exact form; `digits` is how the number was written, where it was one. */
export function exactPrice(price: Price, digits: string = String(price)): ExactPrice {
  return typeof price === "number" ? JSON.rawJSON(digits) : price;
}

/** The fields in their one order, so that equal coffees are equal texts in the log, in replies and under a hash. */
export function exactFields(fields: CoffeeFields | ExactFields, priceDigits?: string): ExactFields {
  const { price } = fields;
  const exact = typeof price === "object" ? price : exactPrice(price, priceDigits);
  return {
    ...recordOf<CoffeeField, string>(coffeeFields, (field) => (field === "price" ? "" : fields[field])),
    price: exact,
  };
}

/**
 * Reads back the fields that `JSON.stringify` wrote, also in a version of Niceties that had fewer fields, which are empty
 * then, or more, which are left out. A null, which stands for an erased value, is empty too. Throws a `TypeError` where the
 * text is anything else.
 */
export function parseExact(json: string): ExactFields {
  const { value, priceDigits } = parseKeepingPriceDigits(json);
  const isObject = typeof value === "object" && value && !Array.isArray(value);
  const fields = isObject ? { ...emptyFields, ...(json.includes(":null") ? withoutErased(value) : value) } : value;
  if (!areFields(fields)) throw new TypeError(`Not the fields of a coffee: ${json}`);
  return exactFields(fields, priceDigits);
}

function withoutErased(value: object): object {
  const members = Object.entries(value);
  if (members.every(([, member]) => member !== null)) return value;
  return Object.fromEntries(members.filter(([, member]) => member !== null));
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
