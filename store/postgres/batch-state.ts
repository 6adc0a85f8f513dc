import { emptyVersion, type Change, type Version } from "../../catalogue/change.ts";
import type { KeptCoffee } from "../../catalogue/coffee-store.ts";
import type { ExactCoffee } from "../../catalogue/exact-coffee.ts";
import type { KeptState } from "../log-draft.ts";

/** What was loaded for the writes of a batch, and what earlier writes of the batch have made of it. */
export class BatchState implements KeptState {
  readonly #coffees: Map<string, KeptCoffee>;
  readonly #changes: readonly Change[];
  readonly #histories: ReadonlyMap<string, readonly Change[]>;

  /** `coffees` in their order, `changes` oldest first. */
  constructor(coffees: readonly KeptCoffee[], changes: readonly Change[]) {
    this.#coffees = new Map(coffees.map((kept) => [kept.coffee._id, kept]));
    this.#changes = changes;
    this.#histories = Map.groupBy(changes, ({ coffeeId }) => coffeeId);
  }

  find(id: string): ExactCoffee | undefined {
    return this.#coffees.get(id)?.coffee;
  }

  versionOf(id: string): Version {
    return this.#coffees.get(id)?.version ?? emptyVersion;
  }

  /** Of use to a write alone in its batch. */
  coffees(): readonly ExactCoffee[] {
    return [...this.#coffees.values()].map(({ coffee }) => coffee);
  }

  /** Of use to a write alone in its batch. */
  history(id: string): readonly Change[] {
    return this.#histories.get(id) ?? [];
  }

  numbered(numbers: readonly number[]): readonly Change[] {
    const wanted = new Set(numbers);
    return this.#changes.filter(({ number }) => wanted.has(number)).toReversed();
  }

  /** Makes the changes of a write known to those after it. */
  take(changes: readonly Change[]): void {
    for (const { coffeeId, after, number, hash } of changes) {
      if (after) this.#coffees.set(coffeeId, { coffee: { _id: coffeeId, ...after }, version: { number, hash } });
      else this.#coffees.delete(coffeeId);
    }
  }
}
