import { isBlank } from "../../../catalogue/text/is-blank.ts";
import { firstLetters } from "./excerpt.ts";
import type { CoffeeField } from "../../../catalogue/fields.ts";
import type { Words } from "../../words/english.ts";

/** A coffee's name for labels, or "unnamed coffee". */
export function displayName(name: string, { coffee }: Words): string {
  return isBlank(name) ? coffee.unnamed : name;
}

const lettersAtMost = 60;

/** A coffee's name for sentences, cut to 60 letters. */
export function shortName(name: string, words: Words): string {
  return firstLetters(displayName(name, words), lettersAtMost);
}

/** The labels of fields, joined for a sentence. */
export function fieldList(fields: readonly CoffeeField[], { coffee, list }: Words): string {
  return list(fields.map((field) => coffee.fields[field]));
}
