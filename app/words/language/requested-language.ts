import { isLanguage, type Language } from "../../../catalogue/language.ts";

/** Where the query of an address says in which language it is to be shown. */
export const languageParameter = "lang";

/** The language that the query of an address asks for, if it asks for one of the shop's. */
export function requestedLanguage(search: string): Language | undefined {
  const value = new URLSearchParams(search).get(languageParameter);
  return isLanguage(value) ? value : undefined;
}

/** The query that a link out of this one takes along: the language alone. */
export function languageSearch(search: string): string {
  const language = requestedLanguage(search);
  return language ? `?${languageParameter}=${language}` : "";
}

/** The same query, asking for a language. */
export function inLanguage(search: string, language: Language): string {
  const query = new URLSearchParams(search);
  query.set(languageParameter, language);
  return `?${query}`;
}
