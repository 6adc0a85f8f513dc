/*
 * Texts in sessionStorage, which last until the tab is closed. If the browser refuses storage, `recall` returns null.
 */

/** Key of a pending navigation: the history entry that it leaves, and on the next line the target address. */
export const nextPageKey = "next page";

/** Identifies the current history entry. A reload keeps it; opening the same address from elsewhere gives another. */
export function placeInHistory(): string {
  return JSON.stringify([location.pathname + location.search, history.state]);
}

export function remember(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is refused or full: the page works without it.
  }
}

export function recall(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
