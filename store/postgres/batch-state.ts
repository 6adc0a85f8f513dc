import { emptyVersion, type StoredChange, type Version } from "../../catalogue/log/change.ts";
import type { IdentifiedCoffee, IdempotentAdd, StoredCoffee } from "../../catalogue/coffee-store.ts";
import { upgraded, type CoffeeText } from "../../catalogue/coffee-text.ts";
import type { StateAfter } from "../../catalogue/log/undo.ts";
import type { CatalogueState, NumberedChange } from "../log/log-draft.ts";
import type { ChangeRow, HistoryRow } from "../log/log-rows.ts";

/** What was loaded for the writes of a batch, and what earlier writes of the batch have made of it. */
export class BatchState implements CatalogueState {
  readonly #coffees: Map<string, StoredCoffee>;
  readonly #changes: readonly HistoryRow[];
  readonly #histories: ReadonlyMap<string, readonly HistoryRow[]>;
  readonly stateAfter: StateAfter;

  readonly #addsByKey: Map<string, ChangeRow>;
  readonly #changesToErase: readonly NumberedChange[];

  /** `coffees` in their order, `changes` oldest first, `keyed` the adds by their keys, `erased` the changes that lose words. */
  constructor(
    coffees: readonly StoredCoffee[],
    changes: readonly HistoryRow[],
    stateAfter: StateAfter = () => null,
    keyed: ReadonlyMap<string, ChangeRow> = new Map(),
    changesToErase: readonly NumberedChange[] = [],
  ) {
    this.#changesToErase = changesToErase;
    this.#addsByKey = new Map(keyed);
    this.#coffees = new Map(coffees.map((coffee) => [coffee.id, coffee]));
    this.#changes = changes;
    this.stateAfter = stateAfter;
    this.#histories = Map.groupBy(changes, ({ coffeeId }) => coffeeId);
  }

  find(id: string): CoffeeText | undefined {
    return this.#coffees.get(id)?.text;
  }

  versionOf(id: string): Version {
    return this.#coffees.get(id)?.version ?? emptyVersion;
  }

  /** Of use to a write alone in its batch. */
  coffees(): readonly IdentifiedCoffee[] {
    return [...this.#coffees.values()];
  }

  /** Of use to a write alone in its batch. */
  history(id: string): readonly HistoryRow[] {
    return this.#histories.get(id) ?? [];
  }

  changesByNumber(numbers: readonly number[]): readonly NumberedChange[] {
    const wanted = new Set(numbers);
    return [...this.#changesToErase, ...this.#changes].filter(({ number }) => wanted.has(number)).toReversed();
  }

  addByKey(key: string): ChangeRow | undefined {
    return this.#addsByKey.get(key);
  }

  /** Makes the changes of a write, and the keys that it was given, known to those after it. */
  apply(changes: readonly StoredChange[], keys: readonly IdempotentAdd[]): void {
    for (const { key, number } of keys) {
      const change = changes.find((each) => each.number === number);
      if (change) this.#addsByKey.set(key, change);
    }
    for (const { coffeeId, after, number, hash, action } of changes) {
      if (action === "erase") continue;
      if (after === null) this.#coffees.delete(coffeeId);
      else this.#coffees.set(coffeeId, { id: coffeeId, text: upgraded(after), version: { number, hash } });
    }
  }
}
