import type { Language } from "../../../catalogue/language.ts";

/*
 * The visitor's language is stored in the browser, without a cookie. An address with a language uses that one. Any
 * other address is reloaded with the stored language before the first paint.
 */

const key = "language";

export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Without storage, only the address has the language.
  }
}

/** Adds an inline script to a document that reloads it in the stored language. */
export function withLanguageScript(html: string, nonce: string | undefined): string {
  const nonceAttribute = nonce ? ` nonce="${nonce}"` : "";
  return html.replace("<head>", () => `<head><script${nonceAttribute}>(${String(reopen)})("${key}")</script>`);
}

/** Runs in the browser as an inline script, so it cannot use anything outside of the function. */
function reopen(name: string): void {
  const { documentElement: page } = document;
  const query = new URLSearchParams(location.search);
  let language: string | null = null;
  try {
    language = localStorage.getItem(name);
  } catch {
    // The browser refuses storage.
  }
  if ((language !== "en" && language !== "bn") || language === page.lang || query.has("lang")) return;
  query.set("lang", language);
  page.style.display = "none";
  // A full URL, because a path that starts with two slashes would open another host.
  const address = new URL(location.href);
  address.search = String(query);
  location.replace(address);
}
