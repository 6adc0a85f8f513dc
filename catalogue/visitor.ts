import { operator } from "./coffee-store.ts";

/** The pseudonyms with a change: of the address that it came from, and of the browser where that gave a key. */
export type Pseudonyms = Readonly<{ visitor: string | null; browser?: string | null }>;

/** Who is told to have made a change: the browser where it is known, else the address; null where nobody is told apart. */
export function visitorOf({ visitor, browser }: Pseudonyms): string | null {
  return browser ?? visitor;
}

/** The address that a visitor's change came from, as a pseudonym; null for the operator and where nobody is told apart. */
export function networkOf({ visitor }: Pseudonyms): string | null {
  return visitor === operator ? null : visitor;
}
