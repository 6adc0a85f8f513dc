import { languageSearch } from "../words/language/requested-language.ts";

/** Which changes the dialog shows: all, those of one coffee, or those of one visitor. */
export type ChangesScope = Readonly<{ coffee?: string; visitor?: string }>;

/** The hash under which the dialog is open. */
export function changesHash({ coffee, visitor }: ChangesScope): string {
  if (coffee !== undefined) return `#changes/coffee/${encodeURIComponent(coffee)}`;
  return visitor === undefined ? "#changes" : `#changes/visitor/${encodeURIComponent(visitor)}`;
}

/** The query of home under which the same changes stand on a page of their own; `before` the change with this number. */
export function changesSearch(scope: ChangesScope, search: string, before?: number): string {
  const query = new URLSearchParams(languageSearch(search));
  query.set("changes", changesHash(scope).slice("#changes".length));
  if (before !== undefined) query.set("before", String(before));
  return `?${query}`;
}

/** What a hash asks for; undefined where it is none of the dialog's. */
export function scopeFromHash(hash: string): ChangesScope | undefined {
  if (hash === "#changes") return {};
  const [, kind, text = ""] = /^#changes\/(coffee|visitor)\/([\w%.~-]+)$/.exec(hash) ?? [];
  if (!kind) return undefined;
  try {
    return { [kind]: decodeURIComponent(text) };
  } catch {
    return {}; // half an escape: all changes are the next best
  }
}
