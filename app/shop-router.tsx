import { createContext, useContext, useMemo, type ReactNode } from "react";
/* oxlint-disable no-restricted-imports -- it hands on what these give */
import { useLocation, useNavigate as useRouterNavigate, useRevalidator, type NavigateFunction } from "react-router";
import type { Route } from "./+types/root";
import { languageSearch } from "./words/asked-language.ts";

export type RootData = Route.ComponentProps["loaderData"] | undefined;

type ShopRouterProps = Readonly<{ root: RootData; children: ReactNode }>;

type Value = Readonly<{
  root: RootData;
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

/**
 * Hands on what the router knows and can do that stays the same from page to page. The router's own hooks render whoever
 * calls them anew at each step of a navigation, and a list of cards calls many.
 */
export function ShopRouter({ root, children }: ShopRouterProps) {
  const linkSearch = languageSearch(useLocation().search);
  const navigate = useRouterNavigate();
  const { revalidate } = useRevalidator();
  const value = useMemo(() => ({ root, linkSearch, navigate, revalidate }), [root, linkSearch, navigate, revalidate]);
  return <ShopRouterContext value={value}>{children}</ShopRouterContext>;
}

/** What the root route has loaded; undefined where it could not. */
export function useRoot(): RootData {
  return useContext(ShopRouterContext).root;
}

/** The language that this page's address names, as the query of a link. */
export function useLinkSearch(): string {
  return useContext(ShopRouterContext).linkSearch;
}

/** Shows another page. A path is a whole one. */
export function useNavigate(): NavigateFunction {
  return useContext(ShopRouterContext).navigate;
}

/** Loads anew what the page shows. */
export function useRevalidate(): () => Promise<void> {
  return useContext(ShopRouterContext).revalidate;
}
