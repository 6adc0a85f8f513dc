import { emptyVersion, type StoredChange, type Version } from "../../catalogue/log/change.ts";
import type { IdentifiedCoffee, IdempotentAdd, StoredCoffee } from "../../catalogue/coffee-store.ts";
import { upgraded, type CoffeeText } from "../../catalogue/coffee-text.ts";
import type { StateAfter } from "../../catalogue/log/undo.ts";
import type { CatalogueState, NumberedChange } from "../log/log-draft.ts";
import type { ChangeRow, HistoryRow } from "../log/log-rows.ts";

/**
 * The state that the writes of a batch read: rows loaded at its start, and the changes of earlier writes in the batch.
 */
export class BatchState implements CatalogueState {
  readonly #coffees: Map<string, StoredCoffee>;
  readonly #changes: readonly HistoryRow[];
  readonly #histories: ReadonlyMap<string, readonly HistoryRow[]>;
  readonly stateAfter: StateAfter;

  readonly #addsByKey: Map<string, ChangeRow>;
  readonly #changesToErase: readonly NumberedChange[];

  /**
   * `coffees` in the order of the list, `changes` oldest first, `addsByKey` the earlier adds, `changesToErase` the
   * changes that lose words.
   */
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

  /** Complete only for a write that is alone in its batch. */
  coffees(): readonly IdentifiedCoffee[] {
    return [...this.#coffees.values()];
  }

  /** Complete only for a write that is alone in its batch. */
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

  /** Makes the changes of one write, and their idempotency keys, visible to later writes of the batch. */
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
