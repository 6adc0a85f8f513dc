import { useLocation } from "react-router";
import { useRootData } from "../shop/shop-router.tsx";
import { languageSearch } from "../words/language/requested-language.ts";

/**
 * The origin under which the visitor opened the shop; undefined with extras off, and in cached documents for unknown
 * hosts.
 */
export function useSite(): string | undefined {
  const root = useRootData();
  if (!root?.settings.extras) return undefined;
  return root.site ?? (typeof location === "undefined" ? undefined : location.origin);
}

/** The full address of a path, with the language parameter of the current address; undefined with extras off. */
export function usePageAddress(path: string): string | undefined {
  const site = useSite();
  const { search } = useLocation();
  return site === undefined ? undefined : site + path + languageSearch(search);
}
