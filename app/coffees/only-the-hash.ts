import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A page's coffee is not loaded again where the address changes in its hash alone, as when the log of changes closes. */
export function unlessOnlyTheHash({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && currentUrl.hash !== nextUrl.hash ? false : defaultShouldRevalidate;
}
