import { coffeeFields, recordOf, type CoffeeField, type TextField } from "./fields.ts";

/** A price as it was sent. A form sends a numeric string; other clients may send a JSON number. */
export type Price = string | number;

/** The fields that a visitor fills in, with the price as `JSON.parse` reads it. */
export type CoffeeFields = Readonly<Record<TextField, string> & { price: Price }>;

/** A coffee as `GET /coffee/{id}` returns it. */
export type Coffee = Readonly<{ _id: string }> & CoffeeFields;

/** A coffee with empty fields: the start of the add form, and a placeholder for a coffee that did not load. */
export const emptyFields: CoffeeFields = recordOf<CoffeeField, string>(coffeeFields, () => "");

/** Whether all fields are equal. */
export function isSame(one: CoffeeFields, other: CoffeeFields): boolean {
  return coffeeFields.every((field) => one[field] === other[field]);
}
