import { coffeeFields, recordOf, type CoffeeField, type TextField } from "./fields.ts";

/** Sent as a form gives it: mostly a numeric string, but other clients send JSON numbers. */
export type Price = string | number;

/** What a visitor fills in, with the price as `JSON.parse` reads it. */
export type CoffeeFields = Readonly<Record<TextField, string> & { price: Price }>;

/** A coffee as `GET /coffee/{id}` answers it. */
export type Coffee = Readonly<{ _id: string }> & CoffeeFields;

/** All fields empty: the add form's start, and what a page shows in place of a coffee that did not load. */
export const emptyFields: CoffeeFields = recordOf<CoffeeField, string>(coffeeFields, () => "");
