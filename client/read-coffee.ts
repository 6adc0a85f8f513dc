import { emptyFields, type Coffee, type CoffeeFields } from "../catalogue/coffee.ts";
import { coffeeFields, textFields, type CoffeeField } from "../catalogue/fields.ts";

/*
 * Replies may come from any product server, so nothing in them is trusted: a field of an unexpected type becomes text.
 */

/**
 * Field values that are neither text nor a number as the price, such as null or a list, each as JSON text. As text they
 * pass unchanged through every format for data, even a key called `__proto__`.
 */
export type OtherValues = Readonly<Partial<Record<CoffeeField, string>>>;

/**
 * A coffee with its entity tag, if the server sends one. For fields in `otherValues`, `coffee` has them as text.
 * `otherValues` is absent if there are none.
 */
export type FoundCoffee = Readonly<{ coffee: Coffee; tag: string | undefined; otherValues?: OtherValues }>;

export type CoffeesById = Map<string, Coffee>;

/** Adds coffees to a list. If two have the same id, the later one wins, at the earlier one's place. */
export function addToList(list: CoffeesById, items: readonly unknown[]): void {
  for (const coffee of items.filter(isRecord).map(readCoffee)) if (hasAddress(coffee._id)) list.set(coffee._id, coffee);
}

/**
 * False for an empty id, and for "." and "..", which URL parsers resolve as a path: such a coffee cannot be opened or
 * deleted.
 */
export function hasAddress(id: string): boolean {
  return !["", ".", ".."].includes(id);
}

export function readCoffee(body: Readonly<Record<string, unknown>>): Coffee {
  return { _id: scalarText(body["_id"]), ...readFields(body) };
}

export function readFields(body: Readonly<Record<string, unknown>>): CoffeeFields {
  const texts = { ...emptyFields };
  for (const field of textFields) texts[field] = textOf(body[field]);
  const { price } = body;
  return { ...texts, price: typeof price === "number" ? price : textOf(price) };
}

/** The fields of a coffee that came with a value which is not text, nor a number as the price. */
export function readOtherValues(body: Readonly<Record<string, unknown>>): OtherValues {
  const isOther = (field: CoffeeField) =>
    field in body && typeof body[field] !== "string" && !(field === "price" && typeof body[field] === "number");
  return Object.fromEntries(coffeeFields.filter(isOther).map((field) => [field, JSON.stringify(body[field])]));
}

/** Reads a found coffee that was stored as JSON. */
export function restoreFound({ coffee, tag, otherValues }: Readonly<Record<string, unknown>>): FoundCoffee {
  return {
    coffee: readCoffee(isRecord(coffee) ? coffee : {}),
    tag: typeof tag === "string" ? tag : undefined,
    ...(isRecord(otherValues) && {
      otherValues: Object.fromEntries(Object.entries(otherValues).filter(([, value]) => typeof value === "string")),
    }),
  };
}

/** How deeply nested values are read. Without a limit, a server could overflow the stack. */
const levelsAtMost = 4;

/**
 * A value as text: "milk, cold" for a list, "roast: dark" for an object, and the value alone for MongoDB's typed values
 * such as `{"$numberDecimal": "12.50"}`.
 */
export function textOf(value: unknown, level = 0): string {
  if (typeof value !== "object" || value === null) return scalarText(value);
  if (level === levelsAtMost) return "…";
  const parts = Object.entries(value).map(([name, part]) => {
    const text = textOf(part, level + 1);
    return text === "" || Array.isArray(value) || name.startsWith("$") ? text : `${name}: ${text}`;
  });
  return parts.filter((part) => part !== "").join(", ");
}

/** Text, a number or a boolean as text; "" for any other value. */
export function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
