import { z } from "zod";
import { coffeeIdPattern } from "./coffee-id.ts";
import type { CoffeeFields } from "./coffee.ts";
import { fieldDefinitions, recordOf, textFields } from "./fields.ts";
import { coffeeText, type CoffeeText } from "./coffee-text.ts";
import { parseKeepingPriceDigits, repeatedKey } from "./text/json-digits.ts";
import { Fault, type FieldFault } from "./fault.ts";
import type { Translated } from "./language.ts";
import { formatCount } from "./text/format-number.ts";

const textMaxCharacters = 10_000;
const photoMaxCharacters = 16_384;
const priceMaxDigits = 1_000;

/** The translations of the schemas' messages, by their English text, which is the only one that a schema can carry. */
const rules = new Map<string, Translated>();

function rule(words: Translated): string {
  rules.set(words.en, words);
  return words.en;
}

function atMostCharacters(max: number): Translated {
  const { en, bn } = formatCount(max);
  return { en: `must be at most ${en} characters`, bn: `${bn} অক্ষরের বেশি হতে পারবে না` };
}

/** Counts code points, as JSON Schema does: an emoji is one character. */
function atMost(value: string, max: number): boolean {
  return value.length <= max || (value.length <= 2 * max && Array.from(value).length <= max);
}

const textRule = rule({ en: "must be text", bn: "লেখা হতে হবে" });
const surrogateRule = rule({
  en: "must not hold half of a surrogate pair",
  bn: "অসম্পূর্ণ ইউনিকোড অক্ষর থাকতে পারবে না",
});
const nulRule = rule({ en: "must not hold the character NUL", bn: "NUL অক্ষর থাকতে পারবে না" });

/**
 * A pattern for the published schema: every character except NUL and halves of surrogate pairs. The ends of the ranges
 * are literal, because no escape is read by every language's regular expressions.
 */
const wellFormedText = "^[\\x01-\u{d7ff}\u{e000}-\u{10ffff}]*$";

function text(maxCharacters: number, description: string) {
  return z
    .string(textRule)
    .refine((value) => atMost(value, maxCharacters), rule(atMostCharacters(maxCharacters)))
    .refine((value) => value.isWellFormed(), surrogateRule)
    .refine((value) => !value.includes("\0"), nulRule)
    .default("")
    .meta({ maxLength: maxCharacters, pattern: wellFormedText, description });
}

/** A regular expression: a number above zero with at most this many digits before its point. */
function aboveZero(mostDigits: number): string {
  return String.raw`0*(\.0*[1-9][0-9]*|[1-9][0-9]{0,${mostDigits - 1}}(\.[0-9]*)?)`;
}

/**
 * Empty, or a number as an HTML number input sends it: finite, and not below zero. JSON Schema can bound a number in a
 * text only by its digits. So an exponent of 100 or more needs a single digit before it, as every program writes it.
 * The last line is the largest double.
 */
const numericOrEmpty = new RegExp(
  `^(|${[
    String.raw`-?(0+(\.0*)?|\.0+)([eE][+-]?[0-9]+)?`,
    String.raw`${aboveZero(308)}([eE]-[0-9]+)?`,
    String.raw`${aboveZero(209)}[eE]\+?0*[0-9]{1,2}`,
    String.raw`${aboveZero(1)}[eE]\+?0*([12][0-9]{2}|30[0-7])`,
    String.raw`1(\.([0-6][0-9]*|7([0-8][0-9]*)?|7976931348623157))?[eE]\+?308`,
  ].join("|")})$`,
);

const priceLength = atMostCharacters(priceMaxDigits);
const priceRule = rule({
  en: "must be a number of 0 or more, or empty",
  bn: "শূন্য বা তার বেশি কোনো সংখ্যা দিন, নয়তো ফাঁকা রাখুন",
});
const price = z
  .union(
    [
      z.string().max(priceMaxDigits, rule(priceLength)).regex(numericOrEmpty, priceRule),
      z.number(priceRule).min(0, priceRule).max(Number.MAX_VALUE, priceRule),
    ],
    priceRule,
  )
  .default("")
  .meta({ description: fieldDefinitions.price.meaning });

const texts = recordOf(textFields, (field) =>
  text(field === "photo" ? photoMaxCharacters : textMaxCharacters, fieldDefinitions[field].meaning),
);
const fieldShapes = { ...texts, price };

const coffeeId = z
  .string(textRule)
  .regex(
    coffeeIdPattern,
    rule({ en: "must be 24 lower-case hex digits", bn: "ছোট হাতের ২৪টি হেক্সাডেসিমেল অঙ্ক হতে হবে" }),
  )
  .meta({ description: "Assigned by the server; increases with time; never reused." });

/**
 * The body of `POST /coffee`: a missing field means "", an unknown one is refused. Also part of the OpenAPI document.
 */
export const addRequestSchema = z
  .strictObject(fieldShapes)
  .meta({ id: "AddedCoffee", description: "A missing field means an empty one." });

/** The body of `PUT /coffee/{id}`: as for `POST /coffee`, with an optional id. */
export const replaceRequestSchema = z.strictObject({ _id: coffeeId.optional(), ...fieldShapes }).meta({
  id: "ReplacedCoffee",
  description: "An _id must be the id in the address; a missing field means an empty one.",
});

/** A coffee in a reply. */
export const coffeeSchema = z.strictObject({ _id: coffeeId, ...fieldShapes }).meta({ id: "Coffee" });

/**
 * Parses the body of `POST /coffee`. Throws a `not-json` fault, or an `invalid-coffee` fault that names every wrong
 * field.
 */
export function parseAddedCoffee(body: string): CoffeeText {
  return parseCoffee(body, addRequestSchema).text;
}

/** Parses the body of `PUT /coffee/{id}`. An `_id` in it must equal `id`. Throws like `parseAddedCoffee`. */
export function parseReplacedCoffee(body: string, id: string): CoffeeText {
  const { text: parsed, _id } = parseCoffee(body, replaceRequestSchema);
  if (_id !== undefined && _id !== id) {
    const message = { en: `must be the id in the address, ${id}`, bn: `ঠিকানার আইডিটিই হতে হবে, অর্থাৎ ${id}` };
    throw new Fault("invalid-coffee", { errors: [{ field: "_id", message }] });
  }
  return parsed;
}

/**
 * Validates a parsed coffee, with or without its `_id`. `priceDigits` are the digits of its price as written, if it is
 * a number. Throws an `invalid-coffee` fault that names every wrong field.
 */
export function checkCoffee(value: unknown, priceDigits?: string) {
  return check(value, priceDigits, replaceRequestSchema);
}

function parseCoffee(body: string, schema: typeof addRequestSchema | typeof replaceRequestSchema) {
  const { value, priceDigits } = parseJson(body);
  const repeated = repeatedKey(body);
  if (repeated !== undefined) throw new Fault("invalid-coffee", { errors: [{ field: repeated, message: onlyOnce }] });
  return check(value, priceDigits, schema);
}

function check(
  value: unknown,
  priceDigits: string | undefined,
  schema: typeof addRequestSchema | typeof replaceRequestSchema,
) {
  const result = schema.safeParse(value);
  const faults = result.success ? [] : result.error.issues.flatMap(fieldFaults);
  if ((priceDigits?.length ?? 0) > priceMaxDigits) faults.push({ field: "price", message: priceLength });
  if (!result.success || faults.length > 0) throw new Fault("invalid-coffee", { errors: faults });
  const coffee: CoffeeFields & { _id?: string | undefined } = result.data;
  return { text: coffeeText(coffee, priceDigits), _id: coffee._id };
}

function parseJson(body: string) {
  try {
    return parseKeepingPriceDigits(body);
  } catch (cause) {
    throw new Fault("not-json", "not JSON", cause);
  }
}

const onlyOnce: Translated = { en: "must stand in the body only once", bn: "একবারের বেশি থাকতে পারবে না" };
const ofServer: Translated = { en: "is assigned by the server", bn: "সার্ভার নিজেই ঠিক করে" };
const ofNoCoffee: Translated = { en: "is not a field of a coffee", bn: "কফির এমন কোনো ঘর নেই" };
const noObject: Translated = { en: "the body must be a JSON object", bn: "পাঠানো তথ্য একটি JSON অবজেক্ট হতে হবে" };

function fieldFaults(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((field) => ({ field, message: field === "_id" ? ofServer : ofNoCoffee }));
  }
  const [field] = issue.path;
  return [
    field === undefined ? { field: "", message: noObject } : { field: String(field), message: translationOf(issue) },
  ];
}

function translationOf({ message }: z.core.$ZodIssue): Translated {
  const words = rules.get(message);
  if (!words) throw new TypeError(`This is said in one language only: ${message}`);
  return words;
}
