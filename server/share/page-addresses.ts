import type { Language } from "../../catalogue/language.ts";

/** The addresses of pages and pictures, behind that of the site. Those of pages are as app/addresses.ts has them. */
export const pagePaths = {
  home: "/",
  coffee: (id: string) => `/coffee-details/${encodeURIComponent(id)}`,
  picture: (of: string) => `/-/share/${encodeURIComponent(of)}.jpg`,
};

/** A page in one language, whoever opens it. */
export function inLanguage(path: string, language: Language): string {
  return `${path}?lang=${language}`;
}
