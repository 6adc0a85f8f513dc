import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { recall, remember } from "../shop/tab-memory.ts";
import { languageSearch } from "../words/language/requested-language.ts";

/*
 * The tab stores home's last search, so that links back to home restore it, even after other pages or a reload.
 */

const key = "home";

/** Stores home's search parameters, without the language. */
export function saveHomeSearch(parameters: URLSearchParams): void {
  remember(key, String(parameters));
}

const readLast = () => recall(key) ?? "";
const never = () => () => {};

/** The last search parameters of home; empty on the server. */
export function useLastHomeSearch(): string {
  return useSyncExternalStore(never, readLast, () => "");
}

/** The query for links to home: its last search, with the language of the current address. */
export function useHomeSearch(): string {
  const { search } = useLocation();
  const last = useLastHomeSearch();
  const parts = [languageSearch(search).slice(1), last].filter(Boolean);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}
