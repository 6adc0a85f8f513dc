import type { CoffeeField } from "../../catalogue/coffee.ts";

/** What a coffee's fields are called wherever a person reads of them. */
export const coffeeLabels: Readonly<Record<CoffeeField, string>> = {
  name: "Name",
  chef: "Chef",
  supplier: "Supplier",
  taste: "Taste",
  category: "Category",
  details: "Details",
  photo: "Photo",
  price: "Price",
};

export function listedLabels(fields: readonly CoffeeField[]): string {
  return fields.map((field) => coffeeLabels[field]).join(", ");
}
