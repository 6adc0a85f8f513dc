import type { StoredChange } from "../../catalogue/log/change.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import {
  eraseValues,
  findValues,
  erasedChange,
  runStepsAsync,
  valuesWritten,
  type ErasureStep,
  type ErasedChange,
} from "../../catalogue/log/erase.ts";
import { upgraded, type CoffeeText } from "../../catalogue/coffee-text.ts";
import { SearchedTexts } from "../../store/copies/find-texts.ts";

/** What an erasure would do to one coffee. */
export type CoffeeErasure = Readonly<{
  coffeeId: string;
  /** The coffee as it is, or was last; null if all of it was erased before. */
  coffee: CoffeeText | null;
  fields: readonly CoffeeField[];
  /** The numbers of the changes that lose words. */
  changes: readonly number[];
  /** What happens to the present coffee. */
  present: "stays" | "loses fields" | "is removed";
}>;

export type ErasurePreview = Readonly<{
  coffees: readonly CoffeeErasure[];
  /** The changes that lose words. */
  erasedChanges: readonly ErasedChange[];
  /** The erased values, even if other changes of the log have the same words. */
  searched: SearchedTexts;
}>;

/** What `CoffeeStore.erase` would do with the words that these changes wrote. Writes nothing. */
export async function previewErasure(
  store: CoffeeStore,
  numbers: readonly number[],
  fields: readonly CoffeeField[],
): Promise<ErasurePreview> {
  const wanted = new Set(numbers);
  const found = await store.summarise({ numbers, withErasures: true }, numbers.length);
  const coffees: CoffeeErasure[] = [];
  const erasedChanges: ErasedChange[] = [];
  const searched = new SearchedTexts();
  const read = async (step: ErasureStep): Promise<readonly StoredChange[]> => {
    if (step.kind === "read") return store.storedChanges(step.coffeeId, step.after);
    for (const change of step.changes) erasedChanges.push(erasedChange(change));
    return [];
  };
  const readTexts = async (step: ErasureStep) => {
    const page = await read(step);
    for (const change of page.filter(({ number }) => wanted.has(number)))
      for (const [, value] of valuesWritten(change, fields)) searched.add(value);
    return page;
  };
  for (const coffeeId of [...new Set(found.map((change) => change.coffeeId))].toSorted()) {
    const { values } = await runStepsAsync(findValues(coffeeId, wanted, fields), readTexts);
    const { remains, latest, present } = await runStepsAsync(eraseValues(coffeeId, values), read);
    if (remains.size === 0) continue;
    coffees.push({
      coffeeId,
      coffee: latest === null ? null : upgraded(latest),
      fields: coffeeFields.filter((field) => values.has(field)),
      changes: [...remains.keys()],
      present: !present ? "stays" : present.after ? "loses fields" : "is removed",
    });
  }
  return { coffees, erasedChanges, searched };
}

/** This many of the largest changes take some megabytes. */
const changesAtOnce = 100;

/** The texts that no change of the log contains any more, either as a value or as part of one. */
export async function textsNotInLog(store: CoffeeStore, texts: readonly string[]): Promise<string[]> {
  const left = new Set(texts);
  for (let after = 0; left.size > 0;) {
    const page = await store.changes(after, changesAtOnce);
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
