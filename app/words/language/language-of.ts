import type { Language } from "../../../catalogue/language.ts";

/**
 * The `lang` of a visitor's text: "bn" for Bangla script on an English page, "en" for Latin letters on a Bangla page;
 * otherwise undefined.
 */
export function languageOf(text: string, page: Language): Language | undefined {
  if (/[\u0980-\u09ff]/.test(text)) return page === "bn" ? undefined : "bn";
  return page === "bn" && /\p{Script=Latin}/u.test(text) ? "en" : undefined;
}
