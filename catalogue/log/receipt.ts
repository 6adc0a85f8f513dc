import type { Version } from "./change.ts";

/** The header with the receipt of a write. */
export const receiptHeader = "Niceties-Receipt";

/**
 * A visitor's receipt for a write: the number and the hash of its change, which belong to one log only. See
 * docs/proof.md.
 */
export function receiptOf({ number, hash }: Version): string {
  return `${number}-${hash}`;
}

/** The version that a receipt names; undefined if the text is not a receipt. */
export function readReceipt(text: string): Version | undefined {
  const [, number, hash] = /^([1-9]\d{0,15})-([0-9a-f]{64})$/.exec(text) ?? [];
  return hash === undefined ? undefined : { number: Number(number), hash };
}
