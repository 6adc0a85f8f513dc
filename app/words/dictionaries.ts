import type { Language } from "../../catalogue/language.ts";
import { english, type Words } from "./english.ts";

/** English comes with the pages, and stands in until another dictionary is there. */
const dictionaries = new Map<Language, Words>([["en", english]]);

/** Resolves once `knownWords` knows the language; rejects where its dictionary cannot be had. */
export async function loadWords(language: Language): Promise<Words> {
  const words = dictionaries.get(language) ?? (await import("./bangla.ts")).bangla;
  dictionaries.set(language, words);
  return words;
}

export function loadedWords(language: Language): Words | undefined {
  return dictionaries.get(language);
}
