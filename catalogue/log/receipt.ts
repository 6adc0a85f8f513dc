import type { Version } from "./change.ts";

/** The header of a reply that carries a receipt. */
export const receiptHeader = "Niceties-Receipt";

/** What a visitor gets for a write: the number and the hash of its change, which fit one log only. See docs/proof.md. */
export function receiptOf({ number, hash }: Version): string {
  return `${number}-${hash}`;
}

/** The version that a receipt names, or undefined where the text is none. */
export function readReceipt(text: string): Version | undefined {
  const [, number, hash] = /^([1-9]\d{0,15})-([0-9a-f]{64})$/.exec(text) ?? [];
  return hash === undefined ? undefined : { number: Number(number), hash };
}
