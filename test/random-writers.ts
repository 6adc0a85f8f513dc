import { emptyFields } from "../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../catalogue/fields.ts";
import type { CoffeeStore, IdentifiedCoffee } from "../catalogue/coffee-store.ts";
import { coffeeText, fieldsOf, type StoredFields } from "../catalogue/coffee-text.ts";
import { edited } from "./coffee-texts.ts";
import { seededRandom, type SeededRandom } from "./seeded-random.ts";

export const vandals = ["v1", "v2", "v3", "v4", "v5"];
const goodWrites = 50;
const badWrites = 200;
const firstCoffees = 12;

/**
 * What must remain once the bad writes are undone: the coffees that good visitors added and did not delete, in their
 * order; and for the coffees that bad visitors added, the fields that good visitors changed.
 */
export type Good = Readonly<{ coffees: Map<string, StoredFields>; edits: Map<string, Partial<StoredFields>> }>;

/** Fills a store with good and bad writes, mixed and often on the same coffees. Resolves to the good part. */
export async function vandalise(store: CoffeeStore, seed: number): Promise<Good> {
  const random = seededRandom(seed);
  const good: Good = { coffees: new Map(), edits: new Map() };
  const kinds = [...Array<boolean>(goodWrites).fill(true), ...Array<boolean>(badWrites).fill(false)];
  for (let count = 0; count < firstCoffees; count++) await add(`first ${count}`, undefined);
  for (const isGood of shuffled(kinds, random)) {
    for (let isDone = false; !isDone;) isDone = await write(isGood ? undefined : random.pick(vandals));
  }
  return good;

  /** Makes one random write of any kind that a visitor may make. Resolves to false if it changed nothing. */
  async function write(vandal: string | undefined): Promise<boolean> {
    const words = `${vandal ?? "good"} ${random.below(2 ** 32)}`;
    const { coffees } = await store.list();
    const coffee = coffees.length > 0 ? random.pick(coffees) : undefined;
    const dice = random.below(100);
    if (!coffee || dice < 15) return add(words, vandal);
    if (dice < 35) return remove(coffee.id, vandal);
    if (dice < 45) return undo(vandal);
    return replace(coffee, words, vandal);
  }

  async function add(words: string, vandal: string | undefined): Promise<boolean> {
    const text = coffeeText({ ...emptyFields, name: words, details: words });
    const { coffeeId } = await store.add(text, author(vandal));
    if (!vandal) good.coffees.set(coffeeId, fieldsOf(text));
    return true;
  }

  async function remove(id: string, vandal: string | undefined): Promise<boolean> {
    await store.remove(id, author(vandal));
    if (!vandal) {
      good.coffees.delete(id);
      good.edits.delete(id);
    }
    return true;
  }

  async function replace({ id, text }: IdentifiedCoffee, words: string, vandal: string | undefined) {
    const fields = new Set([random.pick(coffeeFields), random.pick(coffeeFields)]);
    const edit: Partial<StoredFields> = Object.fromEntries(
      [...fields].map((field): [CoffeeField, string] => [field, words]),
    );
    await store.replace(id, edited(text, edit), author(vandal));
    if (vandal) return true;
    const added = good.coffees.get(id);
    if (added) good.coffees.set(id, { ...added, ...edit });
    else good.edits.set(id, { ...good.edits.get(id), ...edit });
    return true;
  }

  /** Good visitors undo changes of bad visitors, which is no edit of their own. Bad visitors undo at random. */
  async function undo(vandal: string | undefined): Promise<boolean> {
    const changes = await store.select({}, 1_000);
    const bad = changes.filter(({ visitor, undoes }) => vandals.includes(visitor ?? "") && undoes === null);
    const undoable = vandal ? changes : bad;
    if (undoable.length === 0) return false;
    const { number } = random.pick(undoable);
    return (await store.undo([number], author(vandal))).changes.length > 0;
  }
}

function author(vandal: string | undefined) {
  return { visitor: vandal ?? "good", at: new Date("2026-11-21T12:00:00.000Z") };
}

function shuffled<T>(items: readonly T[], random: SeededRandom): T[] {
  return items
    .map((item) => ({ item, at: random.below(2 ** 32) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
