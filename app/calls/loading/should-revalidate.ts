import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Whether the page's coffee may have changed since it was loaded, as after an undo. */
let isStale = false;

/** Makes the next navigation reload the page's coffee, even if only the hash changes. */
export function markStale(): void {
  isStale = true;
}

/** Called when the coffee was loaded again. */
export function markFresh(): void {
  isStale = false;
}

/** Skips loading the coffee again if only the hash changes, as when the dialog of changes closes. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && currentUrl.hash !== nextUrl.hash && !isStale ? false : defaultShouldRevalidate;
}
