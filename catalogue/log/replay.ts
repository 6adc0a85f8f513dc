import type { StoredChange } from "./change.ts";
import type { IdentifiedCoffee } from "../coffee-store.ts";
import { upgraded } from "../coffee-text.ts";

/** A coffee as the log left it: its place in the list, the change that wrote it last, and its fields as JSON, or null. */
export type ReplayedCoffee = Readonly<{ place: number; version: number; after: string | null }>;

/** What a log adds up to, as its changes are taken one after the other, oldest first. */
export class Replay {
  readonly #coffees = new Map<string, ReplayedCoffee>();

  apply({ coffeeId, number, after, action }: Pick<StoredChange, "coffeeId" | "number" | "after" | "action">): void {
    if (action === "erase") return;
    const place = this.#coffees.get(coffeeId)?.place ?? number;
    this.#coffees.set(coffeeId, { place, version: number, after });
  }

  /** The coffee as it is now, or was when it was removed; undefined where there never was one. */
  find(id: string): ReplayedCoffee | undefined {
    return this.#coffees.get(id);
  }

  /** Every id that there ever was, with what is left of it, in the order of the list. */
  entries(): [string, ReplayedCoffee][] {
    return [...this.#coffees].toSorted(([, one], [, other]) => one.place - other.place);
  }

  /** All coffees in the order of their adding, as `CoffeeStore.list` would answer. */
  coffees(): IdentifiedCoffee[] {
    return this.entries().flatMap(([id, { after }]) => (after === null ? [] : [{ id, text: upgraded(after) }]));
  }
}
