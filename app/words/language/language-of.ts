import type { Language } from "../../../catalogue/language.ts";

/**
 * The language that a visitor's text shows itself to be in, where that is not the page's: Bangla by its script; on a page in
 * Bangla, Latin letters count as English. Of any other text nothing is known.
 */
export function languageOf(text: string, page: Language): Language | undefined {
  if (/[\u0980-\u09ff]/.test(text)) return page === "bn" ? undefined : "bn";
  return page === "bn" && /\p{Script=Latin}/u.test(text) ? "en" : undefined;
}
