import type { Action } from "../../catalogue/log/change.ts";
import type { PreparedCoffee } from "./prepared-coffee.ts";

/** What a change did to the list at that moment. */
export type ListChange = Readonly<{
  number: number;
  action: Action;
  coffeeId: string;
  /** The coffee after the change; undefined if it is gone, and for an erasure. */
  coffee: Pick<PreparedCoffee, "text" | "byteLength"> | undefined;
  /** Only for a coffee that came back to its old place: the coffee after it in the list, or null if it is the last. */
  nextId?: string | null;
}>;

/** Receives what happens to the catalogue in memory, in the order of the log. */
export type CatalogueFollower = Readonly<{
  /** The catalogue was loaded again, with all changes up to this number. */
  reset: (number: number) => void;
  /** The next changes. */
  append: (changes: readonly ListChange[]) => void;
}>;
