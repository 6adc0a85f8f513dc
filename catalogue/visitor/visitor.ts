import { operator } from "../coffee-store.ts";

/** The pseudonyms stored with a change: of its address, and of its browser if that sent a key. */
export type Pseudonyms = Readonly<{ visitor: string | null; browser?: string | null }>;

/** The visitor who made a change: the browser if known, otherwise the address. Null if visitors are not told apart. */
export function visitorOf({ visitor, browser }: Pseudonyms): string | null {
  return browser ?? visitor;
}

/**
 * The pseudonym of the address that a visitor's change came from. Null for the operator, and if visitors are not told
 * apart.
 */
export function networkOf({ visitor }: Pseudonyms): string | null {
  return visitor === operator ? null : visitor;
}
