import type { IdentifiedCoffee } from "../catalogue/coffee-store.ts";
import { coffeeText, fieldsOf, type CoffeeText, type StoredFields } from "../catalogue/coffee-text.ts";

/** The text of a coffee with other values in some of its fields. */
export function edited(text: CoffeeText, edit: Partial<StoredFields>): CoffeeText {
  return coffeeText({ ...fieldsOf(text), ...edit });
}

export function namesOf(coffees: readonly Pick<IdentifiedCoffee, "text">[]): string[] {
  return coffees.map(({ text }) => fieldsOf(text).name);
}
