/** The text fields of a coffee, in the order in which every form and page shows them. */
export const textFields = ["name", "chef", "supplier", "taste", "category", "details", "photo"] as const;

/** The eight fields that a visitor fills in. */
export const coffeeFields = [...textFields, "price"] as const;

export type TextField = (typeof textFields)[number];
export type CoffeeField = (typeof coffeeFields)[number];

/** Sent as a form gives it: mostly a numeric string, but other clients send JSON numbers. */
export type Price = string | number;

/** What a visitor fills in, with the price as `JSON.parse` reads it. */
export type CoffeeFields = Readonly<Record<TextField, string> & { price: Price }>;

/** A coffee as `GET /coffee/{id}` answers it. */
export type Coffee = Readonly<{ _id: string }> & CoffeeFields;

/** All eight fields empty: the add form's start, and what a page shows in place of a coffee that did not load. */
export const emptyFields: CoffeeFields = {
  name: "",
  chef: "",
  supplier: "",
  taste: "",
  category: "",
  details: "",
  photo: "",
  price: "",
};
