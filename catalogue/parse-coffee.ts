import { z } from "zod";
import { isCoffeeId } from "./coffee-id.ts";
import type { CoffeeFields } from "./coffee.ts";
import { exactFields, parseKeepingPriceDigits, repeatedKey, type ExactFields } from "./exact-coffee.ts";
import { Fault, type FieldFault } from "./fault.ts";

const textMaxCharacters = 10_000;
const photoMaxCharacters = 16_384;
const priceMaxDigits = 1_000;
/** Beyond what a coffee has fields, or anyone reads: thousands of unknown ones would make a reply far longer than they are. */
const faultsNamedAtMost = 50;

/** A number as an HTML number input gives it, or nothing. Whether it is below zero is asked of its value. */
const numericOrEmpty = String.raw`^(-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?)?$`;

/** Characters are code points, as in JSON Schema: an emoji is one, whatever the language counts. */
function atMost(value: string, max: number): boolean {
  return value.length <= max || (value.length <= 2 * max && Array.from(value).length <= max);
}

function text(maxCharacters: number, description: string) {
  return z
    .string("must be text")
    .refine((value) => atMost(value, maxCharacters), `must be at most ${maxCharacters.toLocaleString("en")} characters`)
    .refine((value) => value.isWellFormed(), "must not hold half of a surrogate pair")
    .refine((value) => !value.includes("\0"), "must not hold the character NUL")
    .default("")
    .meta({ maxLength: maxCharacters, description });
}

const pricePattern = new RegExp(numericOrEmpty);

function isPrice(price: string): boolean {
  return pricePattern.test(price) && Number(price) >= 0 && Number.isFinite(Number(price));
}

const priceLengthMessage = `must be at most ${priceMaxDigits.toLocaleString("en")} characters`;
const priceMessage = "must be a number that is not below zero, or empty";
const price = z
  .union(
    [
      z
        .string()
        .refine(isPrice, priceMessage)
        .max(priceMaxDigits, priceLengthMessage)
        .meta({ pattern: numericOrEmpty }),
      z.number(priceMessage).min(0, priceMessage),
    ],
    priceMessage,
  )
  .default("")
  .meta({ description: "Price in Taka; comes back with the type and digits it was sent with." });

const fieldShapes = {
  name: text(textMaxCharacters, "What the coffee is called."),
  chef: text(textMaxCharacters, "Who makes it."),
  supplier: text(textMaxCharacters, "Who supplies it."),
  taste: text(textMaxCharacters, "What it tastes of."),
  category: text(textMaxCharacters, "What kind of coffee it is."),
  details: text(textMaxCharacters, "All else worth knowing."),
  photo: text(photoMaxCharacters, "Meant to be the address of a picture; any text is kept."),
  price,
};

const coffeeId = z
  .string("must be text")
  .refine(isCoffeeId, "must be 24 lower-case hex digits")
  .meta({ pattern: "^[0-9a-f]{24}$", description: "Assigned by the server; increases with time; never reused." });

/** What `POST /coffee` takes: a missing field means "", an unknown one is refused. Also read by the API description. */
export const addedCoffee = z.strictObject(fieldShapes).meta({ id: "AddedCoffee" });

/** What `PUT /coffee/{id}` takes: the same, and the id may come along. */
export const replacedCoffee = z
  .strictObject({ _id: coffeeId.optional(), ...fieldShapes })
  .meta({ id: "ReplacedCoffee" });

/** What the server answers for one coffee. */
export const answeredCoffee = z.strictObject({ _id: coffeeId, ...fieldShapes }).meta({ id: "Coffee" });

/** Reads the body of `POST /coffee`. Throws a `not-json` or `invalid-coffee` fault that names every bad field. */
export function parseAddedCoffee(body: string): ExactFields {
  const { fields } = parseCoffee(body, addedCoffee);
  return fields;
}

/** Reads the body of `PUT /coffee/{id}`; an `_id` in it must equal `id`. Throws like `parseAddedCoffee`. */
export function parseReplacedCoffee(body: string, id: string): ExactFields {
  const { fields, _id } = parseCoffee(body, replacedCoffee);
  if (_id !== undefined && _id !== id) {
    throw invalidCoffee([{ field: "_id", message: `must be the id in the address, ${id}` }]);
  }
  return fields;
}

/**
 * Checks a coffee that was parsed elsewhere, with its `_id` or without; `priceDigits` is how its price was written, where
 * that is a number. Throws an `invalid-coffee` fault that names every bad field.
 */
export function checkCoffee(value: unknown, priceDigits?: string) {
  return check(value, priceDigits, replacedCoffee);
}

function parseCoffee(body: string, schema: typeof addedCoffee | typeof replacedCoffee) {
  const { value, priceDigits } = parseJson(body);
  const repeated = repeatedKey(body);
  if (repeated !== undefined) throw invalidCoffee([{ field: repeated, message: "must stand in the body only once" }]);
  return check(value, priceDigits, schema);
}

function check(value: unknown, priceDigits: string | undefined, schema: typeof addedCoffee | typeof replacedCoffee) {
  const result = schema.safeParse(value);
  const faults = result.success ? [] : result.error.issues.flatMap(fieldFaults);
  if ((priceDigits?.length ?? 0) > priceMaxDigits) faults.push({ field: "price", message: priceLengthMessage });
  if (!result.success || faults.length > 0) throw invalidCoffee(faults);
  const coffee: CoffeeFields & { _id?: string | undefined } = result.data;
  return { fields: exactFields(coffee, priceDigits), _id: coffee._id };
}

function parseJson(body: string) {
  try {
    return parseKeepingPriceDigits(body);
  } catch (cause) {
    throw new Fault("not-json", "The body is not valid JSON.", [], cause);
  }
}

function fieldFaults(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((field) => ({
      field,
      message: field === "_id" ? "is assigned by the server" : "is not a field of a coffee",
    }));
  }
  const [field] = issue.path;
  return [
    field === undefined
      ? { field: "", message: "the body must be a JSON object" }
      : { field: String(field), message: issue.message },
  ];
}

function invalidCoffee(all: readonly FieldFault[]): Fault {
  const errors = all.slice(0, faultsNamedAtMost);
  const named = errors.map(({ field, message }) => `${field} ${message}`.trim());
  const more = all.length > errors.length ? [`${all.length - errors.length} more`] : [];
  return new Fault("invalid-coffee", `This coffee cannot be kept: ${[...named, ...more].join("; ")}.`, errors);
}
