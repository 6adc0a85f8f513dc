import { isLanguage, type Language } from "../../../catalogue/language.ts";

/** The query parameter for the language. */
export const languageParameter = "lang";

/** The language in a query; undefined if there is none that the shop has. */
export function requestedLanguage(search: string): Language | undefined {
  const value = new URLSearchParams(search).get(languageParameter);
  return isLanguage(value) ? value : undefined;
}

/** The query for links: only the language of the current query. */
export function languageSearch(search: string): string {
  const language = requestedLanguage(search);
  return language ? `?${languageParameter}=${language}` : "";
}

/** The query with another language. */
export function inLanguage(search: string, language: Language): string {
  const query = new URLSearchParams(search);
  query.set(languageParameter, language);
  return `?${query}`;
}
