import { isBoard } from "../shop/addresses.ts";
import { requestedLanguage, languageParameter } from "../words/language/requested-language.ts";

/** The cache key of a document: its path, with the language and the board parameter only. */
export function documentKey(pathname: string, search: string): string {
  const language = requestedLanguage(search);
  const query = [isBoard(pathname, search) ? "board" : "", language ? `${languageParameter}=${language}` : ""];
  const parameters = query.filter(Boolean).join("&");
  return parameters ? `${pathname}?${parameters}` : pathname;
}

/** Whether the query has only parameters of the cache key. Other documents, such as search results, are not cached. */
export function isWithoutSearch(search: string): boolean {
  return [...new URLSearchParams(search).keys()].every((name) => name === languageParameter || name === "board");
}
