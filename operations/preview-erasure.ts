import type { StoredChange } from "../catalogue/change.ts";
import { coffeeFields, type CoffeeField } from "../catalogue/coffee.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { planErasure } from "../catalogue/erase.ts";
import { parseExact, type ExactFields } from "../catalogue/exact-coffee.ts";

/** Shorter texts stand in a file by chance. */
const searchedBytes = 6;

/** What an erasure would do to one coffee. */
export type CoffeeErasure = Readonly<{
  coffeeId: string;
  /** As it is, or was last; null where all of that was erased before. */
  coffee: ExactFields | null;
  fields: readonly CoffeeField[];
  /** The numbers of the changes that lose words. */
  changes: readonly number[];
  /** What becomes of the coffee as it is now. */
  present: "stays" | "loses fields" | "is removed";
}>;

export type ErasurePreview = Readonly<{
  coffees: readonly CoffeeErasure[];
  /** The changes as they are stored after it. */
  left: readonly StoredChange[];
  /** The erased texts that are long enough to be searched for, and where others of the log still have the same words. */
  texts: readonly string[];
}>;

/** What `CoffeeStore.erase` would do now with the words that these changes wrote; writes nothing. */
export async function previewErasure(
  store: CoffeeStore,
  numbers: readonly number[],
  fields: readonly CoffeeField[],
): Promise<ErasurePreview> {
  const wanted = new Set(numbers);
  const histories = Map.groupBy(await store.stored(numbers), ({ coffeeId }) => coffeeId);
  const plans = [...histories].map(([coffeeId, history]) => ({
    coffeeId,
    history,
    plan: planErasure(history, wanted, fields),
  }));
  const touched = plans.filter(({ plan }) => plan.changes.length > 0);
  const values = touched.flatMap(({ plan }) => [...plan.values.values()].flatMap((each) => [...each]));
  const texts = values.map((value): unknown => JSON.parse(value)).filter((value) => typeof value === "string");
  return {
    coffees: touched.map(({ coffeeId, history, plan: { values: erased, changes, present } }) => ({
      coffeeId,
      coffee: latestOf(history),
      fields: coffeeFields.filter((field) => erased.has(field)),
      changes: changes.map(({ number }) => number),
      present: !present ? "stays" : present.after ? "loses fields" : "is removed",
    })),
    left: touched.flatMap(({ plan }) => plan.changes),
    texts: [...new Set(texts)].filter((text) => Buffer.byteLength(text) >= searchedBytes),
  };
}

function latestOf(history: readonly StoredChange[]): ExactFields | null {
  const last = history.findLast(({ action }) => action !== "erase");
  const text = last?.after ?? last?.before ?? null;
  return text === null ? null : parseExact(text);
}

/** Those of the texts that no change of the log has any more, whole or as a part of another text. */
export async function textsGone(store: CoffeeStore, texts: readonly string[]): Promise<string[]> {
  const left = new Set(texts);
  for (let after = 0; left.size > 0;) {
    const page = await store.changes(after, 1_000);
    for (const { before, after: present, erasure } of page)
      for (const text of left) {
        const json = JSON.stringify(text).slice(1, -1);
        if ([before, present, erasure].some((stored) => stored?.includes(json))) left.delete(text);
      }
    after = page.at(-1)?.number ?? after;
    if (page.length === 0) break;
  }
  return [...left];
}
