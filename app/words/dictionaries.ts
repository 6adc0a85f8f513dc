import type { Language } from "../../catalogue/language.ts";
import { english, type Words } from "./english.ts";

/** English loads with the pages, and is used until another dictionary has loaded. */
const dictionaries = new Map<Language, Words>([["en", english]]);

/** Loads a dictionary for `loadedWords`. Rejects if it cannot be loaded. */
export async function loadWords(language: Language): Promise<Words> {
  const words = dictionaries.get(language) ?? (await import("./bangla.ts")).bangla;
  dictionaries.set(language, words);
  return words;
}

export function loadedWords(language: Language): Words | undefined {
  return dictionaries.get(language);
}
