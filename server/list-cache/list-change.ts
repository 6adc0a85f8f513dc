import type { Action } from "../../catalogue/log/change.ts";
import type { PreparedCoffee } from "./prepared-coffee.ts";

/** What a change of the log did to the list as it was then. */
export type ListChange = Readonly<{
  number: number;
  action: Action;
  coffeeId: string;
  /** The coffee after the change; undefined if the change removed it, and for an erasure. */
  coffee: Pick<PreparedCoffee, "text" | "byteLength"> | undefined;
  /** The id of the next coffee, or null for the last; present only if the coffee returned to its old place. */
  nextId?: string | null;
}>;

/** Is notified of changes to the catalogue in memory, in the order of the log. */
export type CatalogueFollower = Readonly<{
  /** The catalogue was loaded from the store, with all changes up to this number. */
  reset: (number: number) => void;
  /** The next changes were applied, oldest first. */
  append: (changes: readonly ListChange[]) => void;
}>;
