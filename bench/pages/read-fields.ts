import type { CoffeeFields } from "../../catalogue/coffee.ts";
import type { CoffeeField } from "../../catalogue/fields.ts";

/** The fields of a submitted form; missing fields are empty. */
export function readFields(form: FormData | URLSearchParams): CoffeeFields {
  const text = (field: CoffeeField) => {
    const value = form.get(field);
    return typeof value === "string" ? value : "";
  };
  return {
    name: text("name"),
    chef: text("chef"),
    supplier: text("supplier"),
    taste: text("taste"),
    category: text("category"),
    details: text("details"),
    photo: text("photo"),
    price: text("price"),
  };
}
