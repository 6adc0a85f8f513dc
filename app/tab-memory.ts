/*
 * Texts that a tab keeps until it is closed, also over a reload. Where the browser refuses storage, nothing is kept and
 * `recall` gives null.
 */

/** Under which the addresses of a navigation that is under way are kept: of the page that it leaves and, on a line below, of the next. */
export const nextPageKey = "next page";

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
