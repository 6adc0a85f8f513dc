import { createContext, useCallback, useContext, useEffect, useMemo, useRef, type ReactNode } from "react";
/* oxlint-disable no-restricted-imports -- the only module that calls these hooks for others */
import {
  useLocation,
  useNavigate as useRouterNavigate,
  useRevalidator,
  type NavigateFunction,
  type NavigateOptions,
  type To,
} from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { Language } from "../../catalogue/language.ts";
import { languageSearch } from "../words/language/requested-language.ts";
import type { StorefrontSettings, Shop } from "./storefront.ts";
import { useWords } from "../words/words.tsx";

/**
 * What components read of the root loader's data. app/root.tsx loads it once per document. An interface, so that
 * app/search/server-search.ts can add its part.
 */
export interface RootData {
  readonly settings: StorefrontSettings;
  /** The origin of the request; undefined with extras off, and in documents cached for unknown hosts. */
  readonly site?: string | undefined;
  /** The language that the browser prefers. The `lang` parameter of the address overrides it. */
  readonly language: Language;
  /** The coffees in the first document of home; empty on other pages. */
  readonly coffees: readonly Coffee[];
  /**
   * The index at which the next page of home's list starts without scripts; undefined if the document has all coffees.
   */
  readonly rest: number | undefined;
}

type Value = Readonly<{
  root: RootData | undefined;
  linkSearch: string;
  navigate: NavigateFunction;
  revalidate: () => Promise<void>;
}>;

const ShopRouterContext = createContext<Value>({
  root: undefined,
  linkSearch: "",
  navigate: async () => {},
  revalidate: async () => {},
});

/** Loads what a page needs. Resolves when React Router can show it. */
export const PrepareContext = createContext<(next: URL) => Promise<void>>(async () => {});

/**
 * Provides the root data, the language of links, and functions to navigate and reload. These values stay the same
 * during a navigation. React Router's own hooks re-render their component at each step of one, and a list of cards
 * calls many.
 */
export function ShopRouter({ root, children }: { root: RootData | undefined; children: ReactNode }) {
  const linkSearch = languageSearch(useLocation().search);
  const navigate = useNavigateWhenReady();
  const { revalidate } = useRevalidator();
  const value = useMemo(() => ({ root, linkSearch, navigate, revalidate }), [root, linkSearch, navigate, revalidate]);
  return <ShopRouterContext value={value}>{children}</ShopRouterContext>;
}

/**
 * The router's `navigate`, which first waits until the next page is prepared. So a click only sends a request, and the
 * router renders once, with the reply. Another navigation, Back or Forward replaces one that waits. One that only
 * replaces the query or hash of the current page does not: home does that a moment after a search, and the visitor may
 * have tapped a link meanwhile.
 */
function useNavigateWhenReady(): NavigateFunction {
  const navigate = useRouterNavigate();
  const prepare = useContext(PrepareContext);
  const latest = useRef<unknown>(undefined);
  useEffect(() => {
    const replace = () => (latest.current = undefined);
    addEventListener("popstate", replace);
    return () => removeEventListener("popstate", replace);
  }, []);
  return useCallback(
    async (to: To | number, options?: NavigateOptions) => {
      if (typeof to === "object" && to.pathname === undefined && options?.replace) return navigate(to, options);
      const mine = (latest.current = {});
      if (typeof to === "number") return navigate(to);
      const path = typeof to === "string" ? to : `${to.pathname ?? ""}${to.search ?? ""}`;
      const next = new URL(path, location.href);
      if (next.pathname !== location.pathname) await prepare(next);
      if (latest.current === mine) await navigate(to, options);
    },
    [navigate, prepare],
  );
}

/** The data of the root route; undefined if its loader failed. */
export function useRootData(): RootData | undefined {
  return useContext(ShopRouterContext).root;
}

/** The query that keeps this page's language in a link, such as "?lang=bn"; empty if the address names none. */
export function useLinkSearch(): string {
  return useContext(ShopRouterContext).linkSearch;
}

/** Returns a function that navigates. It takes absolute paths, or a query or hash of the current page. */
export function useNavigate(): NavigateFunction {
  return useContext(ShopRouterContext).navigate;
}

/** Returns a function that runs the loaders of the current page again. */
export function useRevalidate(): () => Promise<void> {
  return useContext(ShopRouterContext).revalidate;
}

/** The shop's name and contact in the page's language. Throws outside of pages, where settings may be missing. */
export function useShop(): Shop {
  const root = useRootData();
  const { language } = useWords();
  if (!root) throw new Error("useShop is for what the root route holds");
  return root.settings.shop[language];
}
