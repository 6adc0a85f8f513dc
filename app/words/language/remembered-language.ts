import type { Language } from "../../../catalogue/language.ts";

/*
 * The language that a visitor has chosen stays in the browser: no cookie goes to the server. An address that names a
 * language is shown in that one; any other is opened anew with the one that is remembered, before anything is seen.
 */

const key = "language";

/** Notes what the visitor has chosen. */
export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // A browser that keeps nothing asks for the language in the address alone.
  }
}

/** The document `html` with a script at its start that opens it in the language that is remembered. */
export function withLanguageScript(html: string, nonce: string | undefined): string {
  const nonceAttribute = nonce ? ` nonce="${nonce}"` : "";
  return html.replace("<head>", () => `<head><script${nonceAttribute}>(${String(reopen)})("${key}")</script>`);
}

/** Runs in the browser, from its own text: it can use nothing from around it. */
function reopen(name: string): void {
  const { documentElement: page } = document;
  const query = new URLSearchParams(location.search);
  let language: string | null = null;
  try {
    language = localStorage.getItem(name);
  } catch {
    // It may not be read where storage is refused.
  }
  if ((language !== "en" && language !== "bn") || language === page.lang || query.has("lang")) return;
  query.set("lang", language);
  page.style.display = "none";
  // A path alone would lead to another host where it begins with two slashes.
  const address = new URL(location.href);
  address.search = String(query);
  location.replace(address);
}
