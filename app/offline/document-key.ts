import { isBoard } from "../shop/addresses.ts";
import { requestedLanguage, languageParameter } from "../words/language/requested-language.ts";

/** Under which address a document is kept: that of its page in its language, or of the board. */
export function documentKey(pathname: string, search: string): string {
  const language = requestedLanguage(search);
  const query = [isBoard(pathname, search) ? "board" : "", language ? `${languageParameter}=${language}` : ""];
  const parameters = query.filter(Boolean).join("&");
  return parameters ? `${pathname}?${parameters}` : pathname;
}

/** Whether a document is the one that its address without a search gives; the one of a search is kept in no other's place. */
export function isWithoutSearch(search: string): boolean {
  return [...new URLSearchParams(search).keys()].every((name) => name === languageParameter || name === "board");
}
