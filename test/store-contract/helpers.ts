import { expect, test as base } from "vitest";
import { operator, type Author, type CoffeeStore } from "../../catalogue/coffee-store.ts";
import type { CoffeeText } from "../../catalogue/coffee-text.ts";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { Fault, type FaultCode } from "../../catalogue/fault.ts";
import { chain, emptyVersion, versionName, type StoredChange, type Version } from "../../catalogue/log/change.ts";
import { edited, namesOf } from "../coffee-texts.ts";

/** A test's own data: empty at first, opened as often as the test likes, and removed when disposed of. */
export type StoreData = AsyncDisposable &
  Readonly<{
    open: (firstCoffees: readonly CoffeeFields[], at: Date, catalogueLimit?: number) => Promise<CoffeeStore>;
  }>;

export const noon = new Date("2026-11-21T12:00:00.000Z");
export const hourBefore = new Date("2026-11-21T11:00:00.000Z");
export const halfPast = new Date("2026-11-21T11:30:00.000Z");
export const later = new Date("2026-11-21T12:00:07.250Z");

export const by = (at: Date): Author => ({ visitor: null, at });
export const operatorAt = (at: Date): Author => ({ visitor: operator, at });

export function coffee(name: string, priceJson = '"250"'): CoffeeText {
  return JSON.stringify({ ...emptyFields, name }).replace('"price":""', `"price":${priceJson}`);
}

export const large = (letter: string, name = letter) => edited(coffee(name), { details: letter.repeat(10_000) });
export const incoming = (name: string, id?: string) => ({ id, text: coffee(name) });
export const noVersion = { names: [] };
export const namedAs = (...versions: readonly Version[]) => ({ names: versions.map(versionName) });
export const breakOff = () => {
  throw new Error("broken off");
};
export const ada: Author = { visitor: "ada", at: noon };

export const names = async (store: CoffeeStore) => namesOf((await store.list()).coffees);
export const log = (store: CoffeeStore) => store.changes(0, 1_000);

/** Opens a store for one scope. The end of the scope closes the store and keeps its data. */
export async function opened(data: StoreData, firstCoffees: readonly CoffeeFields[] = [], at = noon) {
  const store = await data.open(firstCoffees, at);
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

/** The code of the fault with which `call` rejects. Any other outcome fails the test. */
export async function faultCode(call: Promise<unknown>): Promise<FaultCode> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

export const codeOf = (error: unknown) => faultCode(Promise.reject(error));

/** Everything visible in a store, as one text. */
export async function everything(store: CoffeeStore) {
  const { coffees, version } = await store.list();
  const kept = await Promise.all(coffees.map(({ id }) => store.find(id)));
  return JSON.stringify({ coffees, version, kept, changes: await log(store) });
}

export function expectUnbroken(changes: readonly StoredChange[]): void {
  let previous = emptyVersion;
  for (const change of changes) {
    expect(change).toEqual(chain(change, previous));
    previous = change;
  }
}

/** The `test` of a store's contract: each test gets an empty place for data, and an open store there. */
export function testsOf(newData: () => Promise<StoreData>) {
  return base
    .extend("data", async ({ task: _task }, { onCleanup }) => {
      const data = await newData();
      onCleanup(() => data[Symbol.asyncDispose]());
      return data;
    })
    .extend("store", async ({ data }, { onCleanup }) => {
      const store = await data.open([], noon);
      onCleanup(() => store.close());
      return store;
    });
}

export type StoreTest = ReturnType<typeof testsOf>;
