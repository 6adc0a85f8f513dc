import type { ShouldRevalidateFunctionArgs } from "react-router";

/** After a change is undone, what the page shows may be out of date. */
let isStale = false;

/** The page's coffee has to be loaded again, also where the address changes in its hash meanwhile. */
export function markStale(): void {
  isStale = true;
}

/** It has been. */
export function markFresh(): void {
  isStale = false;
}

/** A page's coffee is not loaded again where the address changes in its hash alone, as when the log of changes closes. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && currentUrl.hash !== nextUrl.hash && !isStale ? false : defaultShouldRevalidate;
}
