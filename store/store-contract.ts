import { describe, expect, test as base } from "vitest";
import { chain, emptyVersion, type Change } from "../catalogue/change.ts";
import { emptyFields, type CoffeeFields } from "../catalogue/coffee.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { exactFields, parseExact, type ExactFields } from "../catalogue/exact-coffee.ts";
import { Fault, type FaultCode } from "../catalogue/fault.ts";

/** Data of a test's own: nothing at first, opened as often as the test likes, gone when it is disposed of. */
export type StoreData = AsyncDisposable &
  Readonly<{ open: (firstCoffees: readonly CoffeeFields[], at: Date) => Promise<CoffeeStore> }>;

const noon = new Date("2026-11-21T12:00:00.000Z");
const hourBefore = new Date("2026-11-21T11:00:00.000Z");
const later = new Date("2026-11-21T12:00:07.250Z");

function coffee(name: string, priceJson = '"250"'): ExactFields {
  return parseExact(JSON.stringify({ ...emptyFields, name }).replace('"price":""', `"price":${priceJson}`));
}

const names = async (store: CoffeeStore) => (await store.list()).coffees.map(({ name }) => name);
const log = (store: CoffeeStore) => store.changes(0, 1_000);

/** Opens and closes in one scope: the store is closed at its end, and its data are not. */
async function opened(data: StoreData, firstCoffees: readonly CoffeeFields[] = [], at = noon) {
  const store = await data.open(firstCoffees, at);
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

/** The code of the fault that `call` rejects with; anything else that it does fails the test. */
async function faultCode(call: Promise<unknown>): Promise<FaultCode> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

/** Everything that can be seen of a store. */
async function everything(store: CoffeeStore) {
  const { coffees, version } = await store.list();
  const kept = await Promise.all(coffees.map(({ _id }) => store.find(_id)));
  return JSON.stringify({ coffees, version, kept, changes: await log(store) });
}

function expectUnbroken(changes: readonly Change[]): void {
  let previous = emptyVersion;
  for (const { number, hash, ...entry } of changes) {
    expect({ ...entry, number, hash }).toEqual(chain(entry, previous));
    previous = { number, hash };
  }
}

/** What every store of coffees must do, whatever keeps it. `newData` makes an empty place to keep coffees in. */
export function describeStore(name: string, newData: () => Promise<StoreData>): void {
  const test = base
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

  describe(name, () => {
    describe("the list", () => {
      test("a new store is empty", async ({ store }) => {
        expect(await store.list()).toEqual({ coffees: [], version: emptyVersion });
        expect(await store.version()).toEqual(emptyVersion);
        expect(await log(store)).toEqual([]);
      });

      test("coffees keep the order of their adding, whatever is replaced, removed or added later", async ({
        store,
        data,
      }) => {
        const { coffeeId: a } = await store.add(coffee("a"), noon);
        const { coffeeId: b } = await store.add(coffee("b"), hourBefore);
        await store.add(coffee("c"), later);
        expect(await names(store)).toEqual(["a", "b", "c"]);
        await store.replace(a, coffee("z"), later);
        expect(await names(store)).toEqual(["z", "b", "c"]);
        await store.remove(b, later);
        await store.add(coffee("b"), hourBefore);
        expect(await names(store)).toEqual(["z", "c", "b"]);
        await using again = await opened(data);
        expect(await names(again.store)).toEqual(["z", "c", "b"]);
      });

      test("its version is that of the last change, and a coffee's that of the change that wrote it", async ({
        store,
      }) => {
        const first = await store.add(coffee("a"), noon);
        const second = await store.add(coffee("b"), noon);
        const third = await store.replace(first.coffeeId, coffee("c"), noon);
        expect(await store.version()).toEqual({ number: 3, hash: third?.hash });
        expect((await store.list()).version).toEqual(await store.version());
        expect((await store.find(first.coffeeId))?.version).toEqual({ number: 3, hash: third?.hash });
        expect((await store.find(second.coffeeId))?.version).toEqual({ number: 2, hash: second.hash });
      });
    });

    describe("ids", () => {
      test("are 24 hex digits and rise with each coffee, even when the clock goes back", async ({ store }) => {
        const ids: string[] = [];
        for (const at of [noon, noon, hourBefore, new Date(0), later, noon]) {
          ids.push((await store.add(coffee("a"), at)).coffeeId);
        }
        expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f]{24}$/)));
        expect(ids).toEqual([...new Set(ids)].toSorted());
      });

      test("are never given out again, not even once the last coffee is gone and the clock went back", async ({
        data,
      }) => {
        const used: string[] = [];
        for (const at of [later, noon, hourBefore]) {
          await using opening = await opened(data);
          const { coffeeId } = await opening.store.add(coffee("a"), at);
          await opening.store.remove(coffeeId, at);
          used.push(coffeeId);
        }
        expect(used).toEqual([...new Set(used)].toSorted());
      });
    });

    describe("prices", () => {
      test.for(["250", "250.00", '"012.50"', '""', "12345678901234567890", '"250"', "-0", "1e3"])(
        "%s comes back to the digit, from everywhere, also later",
        async (price, { data }) => {
          {
            await using opening = await opened(data);
            const { coffeeId } = await opening.store.add(coffee("a"), noon);
            await opening.store.replace(coffeeId, coffee("b", price), noon);
            await opening.store.add(coffee("c", price), noon);
          }
          await using again = await opened(data);
          const { coffees } = await again.store.list();
          const found = await Promise.all(coffees.map(({ _id }) => again.store.find(_id)));
          const changes = await log(again.store);
          const priced = [
            ...coffees,
            ...found.map((kept) => kept?.coffee),
            ...changes.slice(1).map((one) => one.after),
          ];
          expect(priced.map((one) => JSON.stringify(one?.price))).toEqual(Array.from({ length: 6 }, () => price));
        },
      );
    });

    describe("replacing", () => {
      test.for([
        ["the very same fields", '"250"', '"250"'],
        ["250, a browser's reading of the kept 250.00", "250.00", "250"],
        ["a browser's reading of more digits than it can hold", "12345678901234567890", "12345678901234567000"],
      ] as const)("with %s is no change", async ([, kept, sent], { store }) => {
        const { coffeeId } = await store.add(coffee("a", kept), noon);
        const before = await everything(store);
        expect(await store.replace(coffeeId, coffee("a", sent), later)).toBeUndefined();
        expect(await everything(store)).toBe(before);
      });

      test.for([
        ["another name", coffee("b")],
        ["a number for a text of the same digits", coffee("a", "250")],
        ["more digits", coffee("a", '"250.00"')],
        ["all fields empty", exactFields(emptyFields)],
      ] as const)("with %s is a change, and takes all eight fields", async ([, sent], { store }) => {
        const { coffeeId } = await store.add(coffee("a"), noon);
        expect(await store.replace(coffeeId, sent, later)).toMatchObject({
          number: 2,
          before: coffee("a"),
          after: sent,
        });
        expect((await store.find(coffeeId))?.coffee).toEqual({ _id: coffeeId, ...sent });
        expect((await store.list()).coffees).toEqual([{ _id: coffeeId, ...sent }]);
      });
    });

    describe("an unknown coffee", () => {
      test.for(["6b0170fbc7b3dc984a466fbf", "", "x", "\0", "' OR 1=1 --", "%", "টং", "0".repeat(10_000)])(
        "%.30j is not found, not replaced, and not removed",
        async (id, { store }) => {
          await store.add(coffee("a"), noon);
          const before = await everything(store);
          expect(await store.find(id)).toBeUndefined();
          expect(await faultCode(store.replace(id, coffee("b"), noon))).toBe("unknown-coffee");
          expect(await store.remove(id, noon)).toBeUndefined();
          expect(await everything(store)).toBe(before);
        },
      );

      test("is also one that was removed, a second time too", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), noon);
        expect(await store.remove(coffeeId, noon)).toMatchObject({ action: "remove", coffeeId });
        expect(await store.find(coffeeId)).toBeUndefined();
        expect(await store.remove(coffeeId, noon)).toBeUndefined();
        expect(await faultCode(store.replace(coffeeId, coffee("a"), noon))).toBe("unknown-coffee");
        expect(await log(store)).toHaveLength(2);
      });
    });

    describe("a precondition", () => {
      test("is asked about the coffee's own version, and lets a write go ahead", async ({ store }) => {
        const { coffeeId, number, hash } = await store.add(coffee("a"), noon);
        await store.add(coffee("other"), noon);
        const asked: unknown[] = [];
        const agree = (current: unknown) => asked.push(current) > 0;
        const replaced = await store.replace(coffeeId, coffee("b"), noon, agree);
        await store.remove(coffeeId, noon, agree);
        expect(asked).toEqual([
          { number, hash },
          { number: 3, hash: replaced?.hash },
        ]);
        expect(await names(store)).toEqual(["other"]);
      });

      test("that does not hold stops a write before anything is written", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), noon);
        const before = await everything(store);
        expect(await faultCode(store.replace(coffeeId, coffee("b"), noon, () => false))).toBe("changed-meanwhile");
        expect(await faultCode(store.replace(coffeeId, coffee("a"), noon, () => false))).toBe("changed-meanwhile");
        expect(await faultCode(store.remove(coffeeId, noon, () => false))).toBe("changed-meanwhile");
        expect(await everything(store)).toBe(before);
      });
    });

    describe("the log", () => {
      test("tells each change with its time, what was before and what is after, in an unbroken chain", async ({
        store,
      }) => {
        const a = coffee("a", "250.00");
        const b = coffee("b", '"012.50"');
        const { coffeeId } = await store.add(a, noon);
        await store.replace(coffeeId, b, hourBefore);
        await store.remove(coffeeId, later);
        const told = { coffeeId, visitor: null, undoes: null, hash: expect.any(String) };
        const changes = await log(store);
        expect(changes).toEqual([
          { ...told, number: 1, action: "add", time: "2026-11-21T12:00:00.000Z", before: null, after: a },
          { ...told, number: 2, action: "replace", time: "2026-11-21T11:00:00.000Z", before: a, after: b },
          { ...told, number: 3, action: "remove", time: "2026-11-21T12:00:07.250Z", before: b, after: null },
        ]);
        expectUnbroken(changes);
      });

      test("hands each write its change, and numbers writes made at once without a gap", async ({ store }) => {
        const added = await Promise.all(["a", "b", "c", "d"].map((each) => store.add(coffee(each), noon)));
        const changes = await log(store);
        expect(added.toSorted((one, other) => one.number - other.number)).toEqual(changes);
        expect(changes.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
        expectUnbroken(changes);
      });

      test.for([
        [0, 2, [1, 2]],
        [2, 2, [3, 4]],
        [4, 2, [5]],
        [5, 2, []],
        [0, 1_000, [1, 2, 3, 4, 5]],
      ] as const)("after change %i, at most %i, are %j", async ([after, limit, numbers], { store }) => {
        for (const each of ["a", "b", "c", "d", "e"]) await store.add(coffee(each), noon);
        expect((await store.changes(after, limit)).map(({ number }) => number)).toEqual(numbers);
      });
    });

    describe("opening", () => {
      test("finds everything again that was there at closing", async ({ data }) => {
        let before;
        {
          await using opening = await opened(data, [{ ...emptyFields, name: "first", price: 340 }]);
          const { coffeeId } = await opening.store.add(coffee(" টং 🫘\r\n", "250.00"), noon);
          await opening.store.add(coffee("gone"), noon);
          await opening.store.replace(coffeeId, coffee("kept"), later);
          await opening.store.remove((await log(opening.store))[2]?.coffeeId ?? "", later);
          before = await everything(opening.store);
        }
        await using again = await opened(data);
        expect(await names(again.store)).toEqual(["first", "kept"]);
        expect(await everything(again.store)).toBe(before);
      });

      test("twice shows each what the other writes, in one log", async ({ data }) => {
        await using one = await opened(data);
        await using other = await opened(data);
        const { coffeeId } = await one.store.add(coffee("a"), noon);
        expect(await names(other.store)).toEqual(["a"]);
        await other.store.replace(coffeeId, coffee("b"), noon);
        expect((await one.store.find(coffeeId))?.coffee.name).toBe("b");
        await Promise.all([one.store.add(coffee("c"), noon), other.store.add(coffee("d"), noon)]);
        await one.store.remove(coffeeId, noon);
        expect(await everything(other.store)).toBe(await everything(one.store));
        expect((await names(one.store)).toSorted()).toEqual(["c", "d"]);
        const changes = await log(one.store);
        expect(changes).toHaveLength(5);
        expectUnbroken(changes);
      });

      test("fills new data with the first coffees, in their order, each with its line in the log", async ({ data }) => {
        const first = [
          { ...emptyFields, name: "a", price: 340 },
          { ...emptyFields, name: "b", price: "012.50" },
        ];
        await using opening = await opened(data, first, later);
        expect((await opening.store.list()).coffees).toMatchObject(first.map((fields) => exactFields(fields)));
        const changes = await log(opening.store);
        expect(changes).toMatchObject(first.map(() => ({ action: "add", time: later.toISOString() })));
        expectUnbroken(changes);
      });

      test("fills nothing a second time, not even once everything is deleted", async ({ data }) => {
        const first = [{ ...emptyFields, name: "a" }];
        await (await data.open(first, noon)).close();
        {
          await using opening = await opened(data, first);
          expect(await names(opening.store)).toEqual(["a"]);
          for (const { _id } of (await opening.store.list()).coffees) await opening.store.remove(_id, noon);
        }
        await using opening = await opened(data, first);
        expect(await names(opening.store)).toEqual([]);
        expect(await log(opening.store)).toHaveLength(2);
      });

      test("fills nothing where data began empty", async ({ data }) => {
        await (await data.open([], noon)).close();
        await using opening = await opened(data, [{ ...emptyFields, name: "a" }]);
        expect(await names(opening.store)).toEqual([]);
      });
    });
  });
}
