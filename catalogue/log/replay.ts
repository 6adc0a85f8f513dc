import type { StoredChange } from "./change.ts";
import type { IdentifiedCoffee } from "../coffee-store.ts";
import { upgraded } from "../coffee-text.ts";

/**
 * A coffee after the last change to it: its place in the list, the number of that change, and its text, or null if it
 * was removed.
 */
export type ReplayedCoffee = Readonly<{ place: number; version: number; after: string | null }>;

/** Builds the coffees from a log, whose changes are applied oldest first. */
export class Replay {
  readonly #coffees = new Map<string, ReplayedCoffee>();

  apply({ coffeeId, number, after, action }: Pick<StoredChange, "coffeeId" | "number" | "after" | "action">): void {
    if (action === "erase") return;
    const place = this.#coffees.get(coffeeId)?.place ?? number;
    this.#coffees.set(coffeeId, { place, version: number, after });
  }

  /** The coffee after its last change; undefined if it never existed. */
  find(id: string): ReplayedCoffee | undefined {
    return this.#coffees.get(id);
  }

  /** All coffees that ever existed, by id, in the order of the list. */
  entries(): [string, ReplayedCoffee][] {
    return [...this.#coffees];
  }

  /** The coffees that exist, in the order of `CoffeeStore.list`. */
  coffees(): IdentifiedCoffee[] {
    return this.entries().flatMap(([id, { after }]) => (after === null ? [] : [{ id, text: upgraded(after) }]));
  }
}
