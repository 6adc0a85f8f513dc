import type { CoffeeField } from "../../../catalogue/fields.ts";
import type { Words } from "../../words/english.ts";

/** What sentences call several fields. */
export function fieldList(fields: readonly CoffeeField[], { coffee, list }: Words): string {
  return list(fields.map((field) => coffee.fields[field]));
}
