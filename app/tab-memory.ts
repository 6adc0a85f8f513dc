/*
 * What a tab remembers until it is closed, also over a reload. A browser that keeps nothing remembers nothing; whoever asks
 * has to do without.
 */

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
