import { languageSearch } from "../words/language/requested-language.ts";

/** Which changes to show: all, those of one coffee, or those of one visitor. */
export type ChangesScope = Readonly<{ coffee?: string; visitor?: string }>;

/** The hash of the address that opens the dialog. */
export function changesHash({ coffee, visitor }: ChangesScope): string {
  if (coffee !== undefined) return `#changes/coffee/${encodeURIComponent(coffee)}`;
  return visitor === undefined ? "#changes" : `#changes/visitor/${encodeURIComponent(visitor)}`;
}

/**
 * The query of home that shows the same changes as a page, without scripts. With `before`, only changes before that
 * number.
 */
export function changesSearch(scope: ChangesScope, search: string, before?: number): string {
  const query = new URLSearchParams(languageSearch(search));
  query.set("changes", changesHash(scope).slice("#changes".length));
  if (before !== undefined) query.set("before", String(before));
  return `?${query}`;
}

/** Parses the hash of an address; undefined if it does not open the dialog. */
export function scopeFromHash(hash: string): ChangesScope | undefined {
  if (hash === "#changes") return {};
  const [, kind, text = ""] = /^#changes\/(coffee|visitor)\/([\w%.~-]+)$/.exec(hash) ?? [];
  if (!kind) return undefined;
  try {
    return { [kind]: decodeURIComponent(text) };
  } catch {
    return {}; // a malformed escape: show all changes
  }
}
