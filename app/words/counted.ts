/*
 * `toLocaleString` of a whole number would do the same. The first number that it formats in a page keeps the main thread of
 * a slow phone busy for 35 ms.
 */

/** A count as English groups it: 1,234,567. */
export function countedInEnglish(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A count as Bangla groups it, in ASCII digits: 12,34,567. */
export function countedInBangla(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ",");
}
