import type { CoffeeField } from "../../../catalogue/fields.ts";
import type { Words } from "../../words/english.ts";

/** The labels of fields, joined for a sentence. */
export function fieldList(fields: readonly CoffeeField[], { coffee, list }: Words): string {
  return list(fields.map((field) => coffee.fields[field]));
}
