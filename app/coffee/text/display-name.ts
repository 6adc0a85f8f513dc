import { isBlank } from "../../../catalogue/is-blank.ts";
import type { Words } from "../../words/english.ts";
import { firstLetters } from "./first-letters.ts";

/** What controls call a coffee, which may have no name. */
export function displayName(name: string, { coffee }: Words): string {
  return isBlank(name) ? coffee.unnamed : name;
}

const lettersAtMost = 60;

/** What sentences call a coffee: its name, or as much of it as is read in one breath. */
export function shortName(name: string, words: Words): string {
  return firstLetters(displayName(name, words), lettersAtMost);
}
