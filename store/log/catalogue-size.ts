import { Fault } from "../../catalogue/fault.ts";
import { formatNumber } from "../../catalogue/text/format-number.ts";

/** What a coffee takes beside its text: its id, its tag, and its place in what is kept of the list. */
const overheadBytes = 512;
const megabyte = 1_000_000;

/** What a coffee counts for in bytes, by its eight fields as JSON; nothing where it is gone. */
export function sizeOf(fields: string | null): number {
  return fields === null ? 0 : Buffer.byteLength(fields) + overheadBytes;
}

/** What all coffees that there are count for, in SQL: each by the change that last wrote it. */
export const selectCatalogueBytes = `
  SELECT coalesce(sum(coalesce(octet_length(after), 0) + ${overheadBytes}), 0) AS bytes
  FROM coffees JOIN changes ON number = version`;

/**
 * Throws a `catalogue-full` fault where a write leads from `before` to `after` bytes, which are more and above the limit.
 * So a shop that is above it, however it got there, can be brought below it again.
 */
export function assertCatalogueRoom(before: number, after: number, limit: number): void {
  if (after <= limit || after <= before) return;
  const { en, bn } = formatNumber(Math.floor(limit / megabyte));
  throw new Fault("catalogue-full", {
    en: `The shop is full: all coffees together can take up to ${en} MB. Nothing was saved. Delete a coffee or shorten a text, then try again.`,
    bn: `দোকানে আর জায়গা নেই: সব কফি মিলে সর্বোচ্চ ${bn} MB হতে পারে। কিছুই সংরক্ষণ করা হয়নি। একটি কফি মুছে বা কোনো লেখা ছোট করে আবার চেষ্টা করুন।`,
  });
}
