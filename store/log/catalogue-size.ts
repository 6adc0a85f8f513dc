import { Fault } from "../../catalogue/fault.ts";
import { formatNumber } from "../../catalogue/text/format-number.ts";

/** Bytes that a coffee takes besides its text: for its id, its tag, and its place in the cached list. */
const overheadBytes = 512;
const megabyte = 1_000_000;

/** The bytes that a coffee counts for, from its text; 0 for a deleted coffee. */
export function sizeOf(fields: string | null): number {
  return fields === null ? 0 : Buffer.byteLength(fields) + overheadBytes;
}

/** SQL: the bytes that all coffees count for together. */
export const selectCatalogueBytes = `
  SELECT coalesce(sum(coalesce(octet_length(after), 0) + ${overheadBytes}), 0) AS bytes
  FROM coffees JOIN changes ON number = version`;

/**
 * Throws a `catalogue-full` fault if a write makes the catalogue larger than the limit. A write that makes it smaller
 * is always allowed, so a catalogue above the limit can be reduced.
 */
export function assertCatalogueRoom(before: number, after: number, limit: number): void {
  if (after <= limit || after <= before) return;
  const { en, bn } = formatNumber(Math.floor(limit / megabyte));
  throw new Fault("catalogue-full", {
    en: `The shop is full: all coffees together can take up to ${en} MB. Nothing was saved. Delete a coffee or shorten a text, then try again.`,
    bn: `দোকানে আর জায়গা নেই: সব কফি মিলে সর্বোচ্চ ${bn} MB হতে পারে। কিছুই সংরক্ষণ করা হয়নি। একটি কফি মুছে বা কোনো লেখা ছোট করে আবার চেষ্টা করুন।`,
  });
}
