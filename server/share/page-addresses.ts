import type { Language } from "../../catalogue/language.ts";

/** The paths of pages and pictures, to append to a site's address. Those of pages are as in app/shop/addresses.ts. */
export const pagePaths = {
  home: "/",
  add: "/add-new-coffee",
  coffee: (id: string) => `/coffee-details/${encodeURIComponent(id)}`,
  picture: (of: string) => `/-/share/${encodeURIComponent(of)}.jpg`,
};

/** The route patterns of the pages that accept forms. */
export const formPaths = [pagePaths.home, pagePaths.add, "/coffee-details/:id", "/update-coffee/:id"];

/** The address of a page in a fixed language, which ignores the browser's preference. */
export function inLanguage(path: string, language: Language): string {
  return `${path}?lang=${language}`;
}
