import type { Language } from "../../catalogue/language.ts";

/** The addresses of pages and pictures, behind that of the site. Those of pages are as app/shop/addresses.ts has them. */
export const pagePaths = {
  home: "/",
  add: "/add-new-coffee",
  coffee: (id: string) => `/coffee-details/${encodeURIComponent(id)}`,
  picture: (of: string) => `/-/share/${encodeURIComponent(of)}.jpg`,
};

/** The pages that take forms. */
export const formPaths = [pagePaths.home, pagePaths.add, "/coffee-details/:id", "/update-coffee/:id"];

/** The address of a page in a fixed language; the browser's preference does not count there. */
export function inLanguage(path: string, language: Language): string {
  return `${path}?lang=${language}`;
}
