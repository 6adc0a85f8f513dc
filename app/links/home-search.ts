import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { recall, remember } from "../shop/tab-memory.ts";
import { languageSearch } from "../words/language/requested-language.ts";

/*
 * What was asked of home is kept by the tab, so that the way back leads there again: also after other pages in between, and
 * after a reload of one of them.
 */

const key = "home";

/** Keeps what is asked of home now: the parameters of its address, without the language. */
export function saveHomeSearch(parameters: URLSearchParams): void {
  remember(key, String(parameters));
}

const readLast = () => recall(key) ?? "";
const never = () => () => {};

/** The parameters that home was left with; empty on the server, which does not know them. */
export function useLastHomeSearch(): string {
  return useSyncExternalStore(never, readLast, () => "");
}

/** The query with which a link leads back to home as it was left, in the language that this page's address names. */
export function useHomeSearch(): string {
  const { search } = useLocation();
  const last = useLastHomeSearch();
  const parts = [languageSearch(search).slice(1), last].filter(Boolean);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}
