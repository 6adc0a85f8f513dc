import { Fault } from "../../catalogue/fault.ts";

/** Bytes that a coffee takes besides its text: for its id, its tag, and its place in the cached list. */
const overheadBytes = 512;

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
  throw new Fault("catalogue-full", { limitBytes: limit });
}
