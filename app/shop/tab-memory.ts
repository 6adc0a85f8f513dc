/*
 * Texts that a tab keeps until it is closed, also over a reload. Where the browser refuses storage, nothing is kept and
 * `recall` gives null.
 */

/** Under which a navigation that is under way is kept: the place that it leaves and, on a line below, the next address. */
export const nextPageKey = "next page";

/** Identifies the current history entry. A reload keeps it; opening the same address from elsewhere gives another. */
export function placeInHistory(): string {
  return JSON.stringify([location.pathname + location.search, history.state]);
}

export function remember(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Refused, or full: the page goes on without.
  }
}

export function recall(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
