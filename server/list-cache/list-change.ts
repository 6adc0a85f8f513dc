import type { Action } from "../../catalogue/log/change.ts";
import type { PreparedCoffee } from "./prepared-coffee.ts";

/** What a change did to the list, as of that very change. */
export type TakenChange = Readonly<{
  number: number;
  action: Action;
  coffeeId: string;
  /** As it is after it; undefined where it is gone, and where words were erased from its earlier changes. */
  coffee: Pick<PreparedCoffee, "text" | "byteLength"> | undefined;
  /** Of a coffee that came back to its old place alone: the coffee after it in the list, or null where it is the last. */
  nextId?: string | null;
}>;

/** Who hears, in the order of the log, what becomes of the catalogue in memory. */
export type CatalogueFollower = Readonly<{
  /** All that was known is void: the catalogue begins anew, with all changes up to this number. */
  begin: (number: number) => void;
  /** What follows on that. */
  hear: (changes: readonly TakenChange[]) => void;
}>;
