import { describe, expect, test as base } from "vitest";
import { chain, emptyVersion, versionName, type StoredChange, type Version } from "../catalogue/log/change.ts";
import { emptyFields, type CoffeeFields } from "../catalogue/coffee.ts";
import {
  operator,
  type Author,
  type ChangeSelection,
  type CoffeeStore,
  type ListedRow,
  type MadeChange,
} from "../catalogue/coffee-store.ts";
import { coffeeText, fieldsOf, type CoffeeText, type StoredFields } from "../catalogue/coffee-text.ts";
import { edited, namesOf } from "./coffee-texts.ts";
import { vandalise, vandals } from "./random-writers.ts";
import { Fault, type FaultCode } from "../catalogue/fault.ts";

/** Data of a test's own: nothing at first, opened as often as the test likes, gone when it is disposed of. */
export type StoreData = AsyncDisposable &
  Readonly<{
    open: (firstCoffees: readonly CoffeeFields[], at: Date, catalogueLimit?: number) => Promise<CoffeeStore>;
  }>;

const noon = new Date("2026-11-21T12:00:00.000Z");
const hourBefore = new Date("2026-11-21T11:00:00.000Z");
const halfPast = new Date("2026-11-21T11:30:00.000Z");
const later = new Date("2026-11-21T12:00:07.250Z");

const by = (at: Date): Author => ({ visitor: null, at });
const operatorAt = (at: Date): Author => ({ visitor: operator, at });

function coffee(name: string, priceJson = '"250"'): CoffeeText {
  return JSON.stringify({ ...emptyFields, name }).replace('"price":""', `"price":${priceJson}`);
}

const large = (letter: string, name = letter) => edited(coffee(name), { details: letter.repeat(10_000) });
const incoming = (name: string, id?: string) => ({ id, text: coffee(name) });
const nothing = () => {};
const noVersion = { names: [] };
const namedAs = (...versions: readonly Version[]) => ({ names: versions.map(versionName) });
const breakOff = () => {
  throw new Error("broken off");
};
const ada: Author = { visitor: "ada", at: noon };

const names = async (store: CoffeeStore) => namesOf((await store.list()).coffees);
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

const codeOf = (error: unknown) => faultCode(Promise.reject(error));

/** Everything that can be seen of a store. */
async function everything(store: CoffeeStore) {
  const { coffees, version } = await store.list();
  const kept = await Promise.all(coffees.map(({ id }) => store.find(id)));
  return JSON.stringify({ coffees, version, kept, changes: await log(store) });
}

function expectUnbroken(changes: readonly StoredChange[]): void {
  let previous = emptyVersion;
  for (const change of changes) {
    expect(change).toEqual(chain(change, previous));
    previous = change;
  }
}

/** What every store of coffees must do, whatever keeps it. `newData` makes an empty place to keep coffees in. */
export function describeStore(
  name: string,
  newData: () => Promise<StoreData>,
  { tellsProgress }: { tellsProgress: boolean } = { tellsProgress: true },
): void {
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

  const testProgress = tellsProgress ? test : nothing;

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
        const { coffeeId: a } = await store.add(coffee("a"), by(noon));
        const { coffeeId: b } = await store.add(coffee("b"), by(hourBefore));
        await store.add(coffee("c"), by(later));
        expect(await names(store)).toEqual(["a", "b", "c"]);
        await store.replace(a, coffee("z"), by(later));
        expect(await names(store)).toEqual(["z", "b", "c"]);
        await store.remove(b, by(later));
        await store.add(coffee("b"), by(hourBefore));
        expect(await names(store)).toEqual(["z", "c", "b"]);
        await using again = await opened(data);
        expect(await names(again.store)).toEqual(["z", "c", "b"]);
      });

      test("its version is that of the last change, and a coffee's that of the change that wrote it", async ({
        store,
      }) => {
        const first = await store.add(coffee("a"), by(noon));
        const second = await store.add(coffee("b"), by(noon));
        const third = await store.replace(first.coffeeId, coffee("c"), by(noon));
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
          ids.push((await store.add(coffee("a"), by(at))).coffeeId);
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
          const { coffeeId } = await opening.store.add(coffee("a"), by(at));
          await opening.store.remove(coffeeId, by(at));
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
            const { coffeeId } = await opening.store.add(coffee("a"), by(noon));
            await opening.store.replace(coffeeId, coffee("b", price), by(noon));
            await opening.store.add(coffee("c", price), by(noon));
          }
          await using again = await opened(data);
          const { coffees } = await again.store.list();
          const found = await Promise.all(coffees.map(({ id }) => again.store.find(id)));
          const changes = await log(again.store);
          const texts = [
            coffees.map(({ text }) => text),
            found.map((kept) => kept?.text),
            changes.slice(1).map(({ after }) => after),
          ];
          expect(texts).toEqual(texts.map(() => [coffee("b", price), coffee("c", price)]));
        },
      );
    });

    describe("replacing", () => {
      test.for([
        ["the very same fields", '"250"', '"250"'],
        ["250, a browser's reading of the kept 250.00", "250.00", "250"],
        ["a browser's reading of more digits than it can hold", "12345678901234567890", "12345678901234567000"],
      ] as const)("with %s is no change", async ([, kept, sent], { store }) => {
        const { coffeeId } = await store.add(coffee("a", kept), by(noon));
        const before = await everything(store);
        expect(await store.replace(coffeeId, coffee("a", sent), by(later))).toBeUndefined();
        expect(await everything(store)).toBe(before);
      });

      test.for([
        ["another name", coffee("b")],
        ["a number for a text of the same digits", coffee("a", "250")],
        ["more digits", coffee("a", '"250.00"')],
        ["all fields empty", coffeeText(emptyFields)],
      ] as const)("with %s is a change, and takes all eight fields", async ([, sent], { store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        expect(await store.replace(coffeeId, sent, by(later))).toMatchObject({ number: 2, coffeeId });
        expect((await store.history(coffeeId, 9)).at(-1)).toMatchObject({ number: 2, action: "replace", undoes: null });
        expect(await store.states([2, 1])).toEqual(
          expect.arrayContaining([
            [1, coffee("a")],
            [2, sent],
          ]),
        );
        expect(await store.find(coffeeId)).toMatchObject({ id: coffeeId, text: sent });
        expect((await store.list()).coffees).toEqual([{ id: coffeeId, text: sent }]);
      });
    });

    describe("an unknown coffee", () => {
      test.for(["6b0170fbc7b3dc984a466fbf", "", "x", "\0", "' OR 1=1 --", "%", "টং", "0".repeat(10_000)])(
        "%.30j is not found, not replaced, and not removed",
        async (id, { store }) => {
          await store.add(coffee("a"), by(noon));
          const before = await everything(store);
          expect(await store.find(id)).toBeUndefined();
          expect(await faultCode(store.replace(id, coffee("b"), by(noon)))).toBe("unknown-coffee");
          expect(await store.remove(id, by(noon))).toBeUndefined();
          expect(await everything(store)).toBe(before);
        },
      );

      test("is also one that was removed, a second time too", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        expect(await store.remove(coffeeId, by(noon))).toMatchObject({ number: 2, coffeeId });
        expect(await store.find(coffeeId)).toBeUndefined();
        expect(await store.remove(coffeeId, by(noon))).toBeUndefined();
        expect(await faultCode(store.replace(coffeeId, coffee("a"), by(noon)))).toBe("unknown-coffee");
        expect(await log(store)).toHaveLength(2);
      });
    });

    describe("a precondition", () => {
      test("is asked about the coffee's own version, and lets a write go ahead", async ({ store }) => {
        const { coffeeId, number, hash } = await store.add(coffee("a"), by(noon));
        await store.add(coffee("other"), by(noon));
        const replaced = await store.replace(coffeeId, coffee("b"), by(noon), namedAs({ number, hash }));
        expect(await faultCode(store.remove(coffeeId, by(noon), namedAs({ number, hash })))).toBe("changed-meanwhile");
        expect(await faultCode(store.remove(coffeeId, by(noon), { upTo: 2 }))).toBe("changed-meanwhile");
        await store.remove(coffeeId, by(noon), namedAs({ number: 3, hash: replaced?.hash ?? "" }));
        expect(await names(store)).toEqual(["other"]);
      });

      test("that does not hold stops a write before anything is written", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        const before = await everything(store);
        expect(await faultCode(store.replace(coffeeId, coffee("b"), by(noon), noVersion))).toBe("changed-meanwhile");
        expect(await faultCode(store.replace(coffeeId, coffee("a"), by(noon), noVersion))).toBe("changed-meanwhile");
        expect(await faultCode(store.remove(coffeeId, by(noon), noVersion))).toBe("changed-meanwhile");
        expect(await everything(store)).toBe(before);
      });
    });

    describe("the log", () => {
      test("tells each change with its time, what was before and what is after, in an unbroken chain", async ({
        store,
      }) => {
        const a = coffee("a", "250.00");
        const b = coffee("b", '"012.50"');
        const { coffeeId } = await store.add(a, by(noon));
        await store.replace(coffeeId, b, by(hourBefore));
        await store.remove(coffeeId, by(later));
        const who = { visitor: null, browser: null };
        const changes = await log(store);
        expect(await store.select({ after: 0 }, 10)).toEqual(
          changes.map(({ salt: _salt, own: _own, erasure: _erasure, fields: _fields, ...change }) => ({
            ...change,
            isUndone: false,
          })),
        );
        const told = { coffeeId, ...who, undoes: null, hash: expect.any(String), own: null, erasure: null };
        const salt = expect.stringMatching(/^[0-9a-f]{32}$/);
        expect(changes).toEqual([
          {
            ...told,
            number: 1,
            action: "add",
            time: "2026-11-21T12:00:00.000Z",
            before: null,
            after: a,
            salt,
            fields: 255,
          },
          {
            ...told,
            number: 2,
            action: "replace",
            time: "2026-11-21T12:00:00.000Z",
            before: a,
            after: b,
            salt,
            fields: 129,
          },
          {
            ...told,
            number: 3,
            action: "remove",
            time: "2026-11-21T12:00:07.250Z",
            before: b,
            after: null,
            salt,
            fields: 0,
          },
        ]);
        expectUnbroken(changes);
      });

      test("never goes back in time, though the clock may", async ({ store }) => {
        for (const at of [noon, hourBefore, later, noon]) await store.add(coffee("a"), by(at));
        const times = (await log(store)).map(({ time }) => time);
        expect(times).toEqual([noon, noon, later, later].map((at) => at.toISOString()));
      });

      test("hands each write its change, and numbers writes made at once without a gap", async ({ store }) => {
        const added = await Promise.all(["a", "b", "c", "d"].map((each) => store.add(coffee(each), by(noon))));
        const changes = await log(store);
        const made = changes.map(({ number, hash, coffeeId }) => ({ number, hash, coffeeId }));
        expect(added.toSorted((one, other) => one.number - other.number)).toMatchObject(made);
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
        for (const each of ["a", "b", "c", "d", "e"]) await store.add(coffee(each), by(noon));
        expect((await store.changes(after, limit)).map(({ number }) => number)).toEqual(numbers);
      });
    });

    describe("the key of an add", () => {
      test("that is sent again adds nothing, and is answered with the very same change", async ({ store }) => {
        const { number, hash, coffeeId } = await store.add(coffee("a", "250.00"), by(noon), '"once"');
        await store.replace(coffeeId, coffee("z"), by(noon));
        const before = await everything(store);
        expect(await store.add(coffee("a", "250.00"), by(later), '"once"')).toMatchObject({ number, hash, coffeeId });
        expect(await everything(store)).toBe(before);
        await store.remove(coffeeId, by(later));
        expect(await store.add(coffee("a", "250.00"), ada, '"once"')).toMatchObject({ number, hash, coffeeId });
        expect(await names(store)).toEqual([]);
      });

      test("holds after opening again, for all who share the store, and in a frozen shop", async ({ data, store }) => {
        const { number, hash, coffeeId } = await store.add(coffee("a"), by(noon), "once");
        await using again = await opened(data);
        expect(await again.store.add(coffee("a"), by(noon), "once")).toMatchObject({ number, hash, coffeeId });
        await store.freeze({ since: noon.toISOString(), words: "Back at nine." });
        expect(await again.store.add(coffee("a"), by(noon), "once")).toMatchObject({ number, hash, coffeeId });
        expect(await faultCode(again.store.add(coffee("a"), by(noon), "another"))).toBe("frozen");
        expect(await log(store)).toHaveLength(1);
      });

      test("adds once where many are sent at once, from several processes too", async ({ data, store }) => {
        await using other = await opened(data);
        const added = await Promise.all(
          Array.from({ length: 20 }, (_, count) =>
            (count % 2 === 0 ? store : other.store).add(coffee(`${count % 5}`), by(noon), `key ${count % 5}`),
          ),
        );
        expect(new Set(added.map(({ hash }) => hash)).size).toBe(5);
        expect((await names(store)).toSorted()).toEqual(["0", "1", "2", "3", "4"]);
      });

      test("with another coffee is refused, and writes nothing", async ({ store }) => {
        await store.add(coffee("a"), by(noon), "once");
        const before = await everything(store);
        for (const other of [coffee("b"), coffee("a", "250")])
          expect(await faultCode(store.add(other, by(noon), "once"))).toBe("key-reused");
        expect(await everything(store)).toBe(before);
      });

      test("is none to a write that was refused, and may be sent again with what is right", async ({ store }) => {
        await store.freeze({ since: noon.toISOString(), words: "Back at nine." });
        expect(await faultCode(store.add(coffee("a"), by(noon), "once"))).toBe("frozen");
        await store.thaw();
        expect(await store.add(coffee("b"), by(noon), "once")).toMatchObject({ number: 1 });
      });

      test("is told with the number of its change", async ({ store }) => {
        for (const key of ["b", undefined, "a"]) await store.add(coffee("a"), by(noon), key);
        const keys = [
          { key: "b", number: 1 },
          { key: "a", number: 3 },
        ];
        expect(await store.keys(0, 3)).toEqual(keys);
        expect(await store.keys(1, 3)).toEqual(keys.slice(1));
        expect(await store.keys(0, 2)).toEqual(keys.slice(0, 1));
      });
    });

    describe("undoing", () => {
      test("brings a coffee back under its id, at its place, to the byte", async ({ store }) => {
        const ids: string[] = [];
        for (const each of ["a", "b", "c"]) ids.push((await store.add(coffee(each, "250.00"), by(noon))).coffeeId);
        const before = JSON.stringify((await store.list()).coffees);
        const [, b = ""] = ids;
        const removed = await store.remove(b, by(noon));
        const { changes, kept } = await store.undo([removed?.number ?? 0], ada);
        expect(changes).toMatchObject([{ number: 5, coffeeId: b }]);
        expect(await store.changes(4, 9)).toMatchObject([{ ...changes[0], action: "add", undoes: 4, visitor: "ada" }]);
        expect(kept).toEqual([]);
        expect(JSON.stringify((await store.list()).coffees)).toBe(before);
        expectUnbroken(await log(store));
      });

      test("of fifty deletes, in another order and after opening again, gives the list back as it was", async ({
        data,
      }) => {
        let before;
        const removals: number[] = [];
        {
          await using opening = await opened(data);
          for (let count = 0; count < 50; count++) await opening.store.add(coffee(`coffee ${count}`), by(noon));
          before = JSON.stringify((await opening.store.list()).coffees);
          for (const { id } of (await opening.store.list()).coffees)
            removals.push((await opening.store.remove(id, by(noon)))?.number ?? 0);
        }
        await using again = await opened(data);
        const shuffled = removals.toSorted((one, other) => ((one * 37) % 51) - ((other * 37) % 51));
        for (const number of shuffled) await again.store.undo([number], ada);
        expect(JSON.stringify((await again.store.list()).coffees)).toBe(before);
      });

      test("keeps what was written later, and says which fields", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        const bad = await store.replace(coffeeId, edited(coffee("spam", '"9"'), { taste: "spam" }), by(noon));
        await store.replace(coffeeId, edited(coffee("spam", '"12"'), { taste: "spam" }), by(noon));
        const { kept } = await store.undo([bad?.number ?? 0], ada);
        expect(kept).toEqual([{ change: 2, fields: ["price"] }]);
        expect(await store.find(coffeeId)).toMatchObject({ id: coffeeId, text: coffee("a", '"12"') });
      });

      test("of an undo, and of that undo, goes there and back", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        let number = (await store.remove(coffeeId, by(noon)))?.number ?? 0;
        for (const expected of [["a"], [], ["a"], []]) {
          [{ number } = { number: 0 }] = (await store.undo([number], ada)).changes;
          expect(await names(store)).toEqual(expected);
        }
      });

      test("of what made no difference any more stays undone, whatever else is undone later", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("z"), by(noon));
        const edit = async (fields: Partial<StoredFields>, visitor: string) =>
          (await store.replace(coffeeId, edited(coffee("z"), fields), { visitor, at: noon }))?.number ?? 0;
        const bad = [await edit({ name: "V" }, "eve")];
        const other = await edit({ name: "W", chef: "c1" }, "bob");
        bad.push(await edit({ name: "V", chef: "c1" }, "eve"));
        await store.undo([other], ada);
        await store.undo(bad, ada);
        expect(await names(store)).toEqual(["z"]);
        const [{ id, text } = { id: "", text: coffee("") }] = (await store.list()).coffees;
        const taste = await store.replace(id, edited(text, { taste: "t" }), by(noon));
        await store.undo([taste?.number ?? 0], ada);
        expect(await names(store)).toEqual(["z"]);
      });

      test("in a long chain of undos is told as undone or not, one by one", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        let number = (await store.replace(coffeeId, coffee("b"), by(noon)))?.number ?? 0;
        for (let count = 0; count < 100; count++)
          [{ number } = { number: 0 }] = (await store.undo([number], ada)).changes;
        expect((await store.select({ coffeeId }, 200)).map((change) => change.isUndone)).toEqual(
          Array.from({ length: 102 }, (_, place) => place % 2 === 1 && place < 101),
        );
      });

      test("what makes no difference any more writes nothing", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        const removed = await store.remove(coffeeId, by(noon));
        await store.undo([removed?.number ?? 0], ada);
        const before = await everything(store);
        expect(await store.undo([removed?.number ?? 0], ada)).toEqual({ changes: [], kept: [] });
        expect(await everything(store)).toBe(before);
      });

      test("all or nothing: one number that no change has stops them all", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        const removed = await store.remove(coffeeId, by(noon));
        const before = await everything(store);
        expect(await faultCode(store.undo([removed?.number ?? 0, 99], ada))).toBe("unknown-change");
        expect(await everything(store)).toBe(before);
      });

      test("is refused where one of its coffees was changed since it was looked at, and by no other change", async ({
        store,
      }) => {
        const { coffeeId, number } = await store.add(coffee("a"), by(noon));
        const { number: seen } = await store.add(coffee("b"), by(noon));
        const precondition = { upTo: seen };
        await store.replace(coffeeId, coffee("mine"), by(noon));
        const before = await everything(store);
        expect(await faultCode(store.undo([seen, number], ada, { precondition }))).toBe("changed-meanwhile");
        expect(await everything(store)).toBe(before);
        expect((await store.undo([seen], ada, { precondition })).changes).toHaveLength(1);
      });

      testProgress("tells how far it is, coffee by coffee", async ({ store }) => {
        const numbers: number[] = [];
        for (const each of ["a", "b", "c"]) numbers.push((await store.add(coffee(each), by(noon))).number);
        const told: unknown[] = [];
        await store.undo(numbers, ada, { onProgress: (done, all) => told.push([done, all]) });
        expect(told).toEqual([
          [1, 3],
          [2, 3],
          [3, 3],
        ]);
      });

      test.for([1, 2, 3, 4, 5])(
        "200 bad writes by five visitors among 50 good ones leaves all that was good, and can itself be undone (seed %i)",
        async (seed, { store }) => {
          const good = await vandalise(store, seed);
          const bad = await Promise.all(vandals.map((visitor) => store.select({ visitor }, 1_000)));
          const before = JSON.stringify((await store.list()).coffees);
          expect(bad.flat()).toHaveLength(200);
          const { changes } = await store.undo(
            bad.flat().map(({ number }) => number),
            ada,
          );
          const { coffees } = await store.list();
          expect(coffees.filter(({ id }) => good.coffees.has(id)).map(({ id }) => id)).toEqual([
            ...good.coffees.keys(),
          ]);
          for (const { id, text } of coffees) {
            const written = { ...good.coffees.get(id), ...good.edits.get(id) };
            expect(fieldsOf(text)).toMatchObject(written);
            expect(Object.keys(written), "nothing bad stays that nobody good has touched").not.toEqual([]);
          }
          expectUnbroken(await log(store));
          await store.undo(
            changes.map(({ number }) => number),
            ada,
          );
          expect(JSON.stringify((await store.list()).coffees)).toBe(before);
        },
      );
    });

    describe("bringing in", () => {
      const oldId = "0123456789abcdef01234567";

      test("keeps ids and order, and gives ids to those without", async ({ store }) => {
        await store.importAll(
          [incoming("a", "ff".repeat(4) + "0".repeat(16)), incoming("b", oldId), incoming("c")],
          ada,
          false,
        );
        const { coffees } = await store.list();
        expect(await names(store)).toEqual(["a", "b", "c"]);
        expect(coffees.map(({ id }) => id)).toEqual(["ffffffff0000000000000000", oldId, "ffffffff0000000000000001"]);
      });

      test("replaces what is there under the same id, and writes nothing where it is the same", async ({ store }) => {
        const a = await store.add(coffee("a"), by(noon));
        const b = await store.add(coffee("b"), by(noon));
        const changes = await store.importAll([incoming("z", a.coffeeId), incoming("b", b.coffeeId)], ada, false);
        expect(changes).toMatchObject([{ coffeeId: a.coffeeId }]);
        expect(await store.changes(2, 9)).toMatchObject([{ ...changes[0], action: "replace", visitor: "ada" }]);
        expect(await names(store)).toEqual(["z", "b"]);
      });

      test("as a whole removes all others, and a coffee that was here once finds its old place", async ({ store }) => {
        const ids: string[] = [];
        for (const each of ["a", "b", "c", "d"]) ids.push((await store.add(coffee(each), by(noon))).coffeeId);
        const [, b = "", c = ""] = ids;
        await store.remove(b, by(noon));
        await store.importAll([incoming("c", c), incoming("b", b)], ada, true);
        expect(await names(store)).toEqual(["b", "c"]);
        expectUnbroken(await log(store));
      });

      testProgress("tells how far it is, coffee by coffee", async ({ store }) => {
        const told: number[] = [];
        await store.importAll([incoming("a"), incoming("b")], ada, false, { onProgress: (done) => told.push(done) });
        expect(told).toEqual([1, 2]);
      });

      test("is refused where anything was changed since the shop was looked at", async ({ store }) => {
        const { number } = await store.version();
        const precondition = { upTo: number };
        await store.add(coffee("mine"), by(noon));
        const before = await everything(store);
        expect(await faultCode(store.importAll([incoming("a")], ada, true, { precondition }))).toBe(
          "changed-meanwhile",
        );
        expect(await everything(store)).toBe(before);
      });

      testProgress("leaves nothing where it breaks off", async ({ store }) => {
        const before = await everything(store);
        await expect(
          store.importAll([incoming("a"), incoming("b")], ada, false, { onProgress: breakOff }),
        ).rejects.toThrow("broken off");
        expect(await everything(store)).toBe(before);
      });
    });

    describe("selecting changes", () => {
      test.for([
        ["everything", {}, [5, 4, 3, 2, 1]],
        ["some numbers", { numbers: [4, 2, 99] }, [4, 2]],
        ["those of a visitor", { visitor: "ada" }, [4, 2]],
        ["those of a visitor that nobody is", { visitor: "eve" }, []],
        ["those from a time on", { since: noon }, [5, 4, 3, 2]],
        ["those up to a time", { until: noon }, [4, 3, 2, 1]],
        ["those between two times", { since: noon, until: noon }, [4, 3, 2]],
        ["those from a time on at which nothing was written yet", { since: new Date(later.getTime() + 1) }, []],
        ["those up to a time before the first", { until: new Date(0) }, []],
        ["those between times at which there was nothing", { since: halfPast, until: halfPast }, []],
        ["those before a number", { before: 3 }, [2, 1]],
        ["what several conditions hold for", { visitor: "ada", before: 4 }, [2]],
      ] as const)("%s, newest first", async ([, selection, expected], { store }) => {
        for (const author of [by(hourBefore), ada, by(noon), ada, by(later)]) await store.add(coffee("a"), author);
        const { numbers, ...rest } = { numbers: undefined, ...selection };
        const selected = await store.select({ ...rest, ...(numbers && { numbers: [...numbers] }) }, 10);
        expect(selected.map(({ number }) => number)).toEqual(expected);
      });

      test.for([
        ["a number", { after: 2 }, [3, 4, 5]],
        ["nothing", { after: 0 }, [1, 2, 3, 4, 5]],
        ["the newest", { after: 5 }, []],
        ["a number and before another", { after: 1, before: 4 }, [2, 3]],
        ["a number, of one visitor", { after: 2, visitor: "ada" }, [4]],
      ] as const)("those after %s, oldest first", async ([, selection, expected], { store }) => {
        for (const author of [by(hourBefore), ada, by(noon), ada, by(later)]) await store.add(coffee("a"), author);
        expect((await store.select(selection, 10)).map(({ number }) => number)).toEqual(expected);
      });

      test("those of a browser, those of an address without browsers, and those of the whole network", async ({
        store,
      }) => {
        const authors = [
          ["home", "red"],
          ["home", null],
          ["home", "blue"],
          ["cafe", "red"],
        ] as const;
        for (const [visitor, browser] of authors) await store.add(coffee("a"), { visitor, browser, at: noon });
        const selections = [
          { visitor: "red" },
          { visitor: "home" },
          { network: "home" },
          { visitor: "blue", before: 3 },
        ];
        const found = await Promise.all(selections.map((selection) => store.select(selection, 9)));
        expect(found.map((changes) => changes.map(({ number }) => number))).toEqual([[4, 1], [2], [3, 2, 1], []]);
      });

      test("the same without their texts, of which it tells the size in bytes", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("কফি"), ada);
        await store.remove(coffeeId, ada);
        await store.undo([2], by(noon));
        const bytes = Buffer.byteLength(coffee("কফি"));
        const told = { coffeeId, time: noon.toISOString(), undoes: null, isUndone: false, bytes };
        expect(await store.summarise({ visitor: "ada" }, 9)).toEqual([
          { ...told, number: 2, action: "remove", visitor: "ada", isUndone: true },
          { ...told, number: 1, action: "add", visitor: "ada" },
        ]);
        expect(await store.summarise({ numbers: [3] }, 9)).toEqual([
          { ...told, number: 3, action: "add", visitor: null, undoes: 2 },
        ]);
        expect(await store.summarise({}, 2)).toHaveLength(2);
      });

      test("those of one coffee; and its history, oldest first", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        await store.add(coffee("b"), by(noon));
        await store.remove(coffeeId, by(noon));
        expect((await store.select({ coffeeId }, 10)).map(({ number }) => number)).toEqual([3, 1]);
        expect((await store.history(coffeeId, 9)).map(({ number }) => number)).toEqual([1, 3]);
      });

      test("at most so many", async ({ store }) => {
        for (const each of ["a", "b", "c"]) await store.add(coffee(each), by(noon));
        expect((await store.select({}, 2)).map(({ number }) => number)).toEqual([3, 2]);
        expect((await store.select({ after: 0 }, 2)).map(({ number }) => number)).toEqual([1, 2]);
      });

      test("a page of them ends with the change at which its texts come to a megabyte, and says whether more follow", async ({
        store,
      }) => {
        const details = "d".repeat(200_000);
        const { coffeeId } = await store.add(edited(coffee("0"), { details }), by(noon));
        for (const each of ["1", "2", "3", "4"])
          await store.replace(coffeeId, edited(coffee(each), { details }), by(noon));
        for (const each of ["5", "6"]) await store.add(coffee(each), by(noon));
        const page = async (selection: ChangeSelection, limit: number) => {
          const { changes, hasMore } = await store.selectPage(selection, limit);
          return [changes.map(({ number }) => number), hasMore];
        };
        expect(await page({}, 50)).toEqual([[7, 6, 5, 4, 3], true]);
        expect(await page({ before: 3 }, 50)).toEqual([[2, 1], false]);
        expect(await page({ after: 0 }, 50)).toEqual([[1, 2, 3], true]);
        expect(await page({ after: 3 }, 50)).toEqual([[4, 5, 6, 7], false]);
        expect(await page({ after: 5 }, 2)).toEqual([[6, 7], false]);
        expect(await page({ after: 4 }, 2)).toEqual([[5, 6], true]);
        expect(await page({ after: 7 }, 2)).toEqual([[], false]);
        expect(await page({ coffeeId: "none" }, 2)).toEqual([[], false]);
        const { changes } = await store.selectPage({ before: 4 }, 1);
        expect(changes).toEqual(await store.select({ numbers: [3] }, 1));
      });

      test("a change that is larger than a page is a page of its own", async ({ store }) => {
        const details = "d".repeat(1_200_000);
        for (const each of ["1", "2"]) await store.add(edited(coffee(each), { details }), by(noon));
        const { changes, hasMore } = await store.selectPage({}, 50);
        expect([changes.map(({ number }) => number), hasMore]).toEqual([[2], true]);
      });

      test("each says whether it is undone at present", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        await store.remove(coffeeId, by(noon));
        await store.undo([2], ada);
        const isUndone = async () => (await store.select({}, 10)).map((change) => change.isUndone);
        expect(await isUndone()).toEqual([false, true, false]);
        await store.undo([3], ada);
        expect(await isUndone()).toEqual([false, true, false, false]);
      });
    });

    describe("a full catalogue", () => {
      const size = Buffer.byteLength(large("a")) + 512;
      const limit = 5 * size;

      async function filled(data: StoreData) {
        const store = await data.open([], noon, limit);
        const added: MadeChange[] = [];
        for (const letter of ["a", "b", "c", "d", "e"]) added.push(await store.add(large(letter), by(noon)));
        return { store, ids: added.map(({ coffeeId }) => coffeeId), [Symbol.asyncDispose]: () => store.close() };
      }

      test("takes no more coffees and none that grow, from nobody, and says so; nothing is written", async ({
        data,
      }) => {
        await using full = await filled(data);
        const { store, ids } = full;
        const before = await everything(store);
        expect(await store.catalogueBytes()).toBe(limit);
        const grown = large("a", "aa");
        for (const author of [by(noon), operatorAt(noon)]) {
          expect(await faultCode(store.add(coffee(""), author))).toBe("catalogue-full");
          expect(await faultCode(store.replace(ids[0] ?? "", grown, author))).toBe("catalogue-full");
          expect(await faultCode(store.importAll([incoming("z")], author, false))).toBe("catalogue-full");
        }
        expect(await everything(store)).toBe(before);
      });

      test("takes other texts, smaller ones and deletes, and then as much as these made room for", async ({ data }) => {
        await using full = await filled(data);
        const { store, ids } = full;
        const [a = "", b = "", c = ""] = ids;
        expect(await store.replace(a, large("x"), by(noon))).toBeDefined();
        expect(await store.replace(b, coffee("b"), by(noon))).toBeDefined();
        expect(await store.replace(a, large("x", "xx"), by(noon))).toBeDefined();
        expect(await faultCode(store.add(large("f"), by(noon)))).toBe("catalogue-full");
        expect(await store.remove(c, by(noon))).toBeDefined();
        await store.add(large("f"), by(noon));
        expect(await store.catalogueBytes()).toBeLessThanOrEqual(limit);
      });

      test("refuses to undo a delete for which there is no room, until there is", async ({ data }) => {
        await using full = await filled(data);
        const { store, ids } = full;
        const removed = await store.remove(ids[0] ?? "", by(noon));
        const added = await store.add(large("f"), by(noon));
        expect(await faultCode(store.undo([removed?.number ?? 0], by(noon)))).toBe("catalogue-full");
        await store.undo([added.number], by(noon));
        expect((await store.undo([removed?.number ?? 0], by(noon))).changes).toHaveLength(1);
        expect(await store.catalogueBytes()).toBe(limit);
      });

      test("an import may take as much as what it replaces leaves", async ({ data }) => {
        await using full = await filled(data);
        const rows = ["v", "w", "x", "y", "z"].map((letter) => ({ id: undefined, text: large(letter) }));
        expect(await faultCode(full.store.importAll([...rows, ...rows.slice(0, 1)], operatorAt(noon), true))).toBe(
          "catalogue-full",
        );
        expect(await full.store.importAll(rows, operatorAt(noon), true)).toHaveLength(10);
        expect(await full.store.catalogueBytes()).toBe(limit);
      });

      test("of writes that come at once, as many are made as there is room for", async ({ data }) => {
        const store = await data.open([], noon, limit);
        const other = await data.open([], noon, limit);
        const adds = Array.from({ length: 24 }, (_, at) => (at % 2 ? other : store).add(large("m"), by(noon)));
        const outcomes = await Promise.all(adds.map((add) => add.then(() => "added", codeOf)));
        expect(outcomes.filter((outcome) => outcome === "added")).toHaveLength(5);
        expect(outcomes.filter((outcome) => outcome === "catalogue-full")).toHaveLength(19);
        expect([await store.catalogueBytes(), await other.catalogueBytes()]).toEqual([limit, limit]);
        await Promise.all([store.close(), other.close()]);
      });

      test("one that is above its limit opens, and takes deletes and smaller texts", async ({ data }) => {
        const ids = await (async () => {
          await using full = await filled(data);
          return full.ids;
        })();
        const store = await data.open([], noon, size);
        expect((await store.list()).coffees).toHaveLength(5);
        expect(await faultCode(store.add(coffee(""), by(noon)))).toBe("catalogue-full");
        expect(await store.replace(ids[0] ?? "", edited(large("a"), { details: "a" }), by(noon))).toBeDefined();
        for (const id of ids.slice(1)) expect(await store.remove(id, by(noon))).toBeDefined();
        await store.add(coffee("a"), by(noon));
        await store.close();
      });
    });

    describe("following", () => {
      test("pages are the list in its order, each coffee with its place and the version that wrote it", async ({
        store,
      }) => {
        const added: MadeChange[] = [];
        for (const each of ["a", "b", "c", "d", "e"]) added.push(await store.add(coffee(each), by(noon)));
        const [a, b, , d] = added.map(({ coffeeId }) => coffeeId);
        await store.remove(b ?? "", by(noon));
        const replaced = await store.replace(d ?? "", coffee("z", "250.00"), by(noon));
        const first = await store.page(0, 2);
        const rest = await store.page(first.at(-1)?.place ?? 0, 10);
        expect([...first, ...rest].map(({ id, text }) => ({ id, text }))).toEqual((await store.list()).coffees);
        expect(first).toHaveLength(2);
        expect([...first, ...rest].map(({ place }) => place)).toEqual([1, 3, 4, 5]);
        expect(first[0]).toMatchObject({ id: a, version: { number: 1, hash: added[0]?.hash } });
        expect(rest[0]?.version).toEqual({ number: replaced?.number, hash: replaced?.hash });
        expect(await store.page(5, 10)).toEqual([]);
      });

      test("a page of large coffees ends after about 1 MB, and the next one goes on behind it", async ({ store }) => {
        const details = "b".repeat(50_000);
        const rows = Array.from({ length: 60 }, (_, at) => ({
          id: undefined,
          text: edited(coffee(`${at}`), { details }),
        }));
        await store.importAll(rows, by(noon), false);
        const paged: ListedRow[] = [];
        const sizes: number[] = [];
        for (let place = 0; ;) {
          const page = await store.page(place, 1_000);
          const last = page.at(-1);
          if (!last) break;
          paged.push(...page);
          sizes.push(Buffer.byteLength(JSON.stringify(page)));
          place = last.place;
        }
        expect(paged.map(({ text }) => text)).toEqual(rows.map(({ text }) => text));
        expect(Math.max(...sizes)).toBeLessThan(1_100_000);
        expect(sizes.length).toBeGreaterThan(1);
      });

      test("changes come oldest first, each with the place of its coffee, which one that came back finds again", async ({
        store,
      }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        await store.add(coffee("b"), by(noon));
        const removed = await store.remove(coffeeId, by(noon));
        await store.undo([removed?.number ?? 0], ada);
        const changes = await log(store);
        const placed = changes.map(({ number, hash, action, coffeeId: id, after }, index) => {
          return { number, hash, action, coffeeId: id, after, place: [1, 2, 1, 1][index] };
        });
        expect(await store.follow(emptyVersion, 10)).toEqual(placed);
        expect(await store.follow(placed[0] ?? emptyVersion, 2)).toEqual(placed.slice(1, 3));
        expect(await store.follow(placed[3] ?? emptyVersion, 2)).toEqual([]);
      });

      test("what one has acknowledged is in the version of all others, and follows there", async ({ data }) => {
        await using one = await opened(data);
        await using other = await opened(data);
        let before = emptyVersion;
        for (const each of ["a", "b", "c"]) {
          const { number, hash, coffeeId } = await one.store.add(coffee(each), by(noon));
          expect(await other.store.version()).toEqual({ number, hash });
          expect(await other.store.follow(before, 10)).toMatchObject([{ number, hash, coffeeId, place: number }]);
          before = { number, hash };
        }
      });

      test("whoever watches hears of a change of its own and of one of another", async ({ data }) => {
        await using one = await opened(data);
        await using other = await opened(data);
        let hear = nothing;
        one.store.watch(() => hear());
        for (const writer of [one.store, other.store]) {
          const { number } = await writer.add(coffee("a"), by(noon));
          const heard = new Promise<void>((resolve) => (hear = resolve));
          await writer.add(coffee("b"), by(noon));
          await heard;
          expect((await one.store.version()).number).toBe(number + 1);
        }
      });
    });

    test("the coffee after another is the next in the list", async ({ store }) => {
      const ids: string[] = [];
      for (const each of ["a", "b", "c"]) ids.push((await store.add(coffee(each), by(noon))).coffeeId);
      const [a = "", b = "", c = ""] = ids;
      await store.remove(b, by(noon));
      expect([await store.idAfter(a), await store.idAfter(b), await store.idAfter(c)]).toEqual([
        c,
        undefined,
        undefined,
      ]);
    });

    describe("freezing", () => {
      const freeze = { since: noon.toISOString(), words: "Back at nine." };

      test("refuses the writes of visitors in the operator's words, and takes the operator's", async ({ store }) => {
        const { coffeeId } = await store.add(coffee("a"), by(noon));
        await store.freeze(freeze);
        expect(await store.currentFreeze()).toEqual(freeze);
        const before = await everything(store);
        for (const write of [
          store.add(coffee("b"), ada),
          store.replace(coffeeId, coffee("b"), by(noon)),
          store.remove(coffeeId, ada),
          store.undo([1], ada),
        ]) {
          await expect(write).rejects.toMatchObject({ code: "frozen", message: "Back at nine." });
        }
        expect(await everything(store)).toBe(before);
        expect((await store.undo([1], { visitor: operator, at: noon })).changes).toHaveLength(1);
      });

      test("holds for everyone who shares the store and after opening again, until it is thawed", async ({
        data,
        store,
      }) => {
        await store.freeze(freeze);
        await using again = await opened(data);
        expect(await faultCode(again.store.add(coffee("a"), ada))).toBe("frozen");
        await again.store.thaw();
        expect(await store.currentFreeze()).toBeUndefined();
        expect(await store.add(coffee("a"), ada)).toMatchObject({ number: 1 });
      });
    });

    test("the key of a day that is over is forgotten when it is asked for, and that of today stays", async ({
      store,
    }) => {
      const monday = await store.dayKey("2026-11-23");
      await store.forgetDayKeys("2026-11-23");
      expect(await store.dayKey("2026-11-23")).toBe(monday);
      await store.forgetDayKeys("2026-11-24");
      expect(await store.dayKey("2026-11-23")).not.toBe(monday);
    });

    test("the key of a day is the same for all, another each day, and forgotten with the day", async ({
      data,
      store,
    }) => {
      const monday = await store.dayKey("2026-11-23");
      await using again = await opened(data);
      expect(await again.store.dayKey("2026-11-23")).toBe(monday);
      const tuesday = await store.dayKey("2026-11-24");
      expect([monday, tuesday]).toEqual([
        expect.stringMatching(/^[0-9a-f]{64}$/),
        expect.stringMatching(/^[0-9a-f]{64}$/),
      ]);
      expect(tuesday).not.toBe(monday);
      expect(await store.dayKey("2026-11-23")).not.toBe(monday);
      expect(await store.dayKey("2026-11-24")).toBe(tuesday);
      expect(await store.dayKey("2026-11-22")).not.toBe(tuesday);
    });

    describe("opening", () => {
      test("finds everything again that was there at closing", async ({ data }) => {
        let before;
        {
          await using opening = await opened(data, [{ ...emptyFields, name: "first", price: 340 }]);
          const { coffeeId } = await opening.store.add(coffee(" টং 🫘\r\n", "250.00"), by(noon));
          await opening.store.add(coffee("gone"), by(noon));
          await opening.store.replace(coffeeId, coffee("kept"), by(later));
          await opening.store.remove((await log(opening.store))[2]?.coffeeId ?? "", by(later));
          before = await everything(opening.store);
        }
        await using again = await opened(data);
        expect(await names(again.store)).toEqual(["first", "kept"]);
        expect(await everything(again.store)).toBe(before);
      });

      test("twice shows each what the other writes, in one log", async ({ data }) => {
        await using one = await opened(data);
        await using other = await opened(data);
        const { coffeeId } = await one.store.add(coffee("a"), by(noon));
        expect(await names(other.store)).toEqual(["a"]);
        await other.store.replace(coffeeId, coffee("b"), by(noon));
        expect(await one.store.find(coffeeId)).toMatchObject({ text: coffee("b") });
        await Promise.all([one.store.add(coffee("c"), by(noon)), other.store.add(coffee("d"), by(noon))]);
        await one.store.remove(coffeeId, by(noon));
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
        expect((await opening.store.list()).coffees).toMatchObject(
          first.map((fields) => ({ text: coffeeText(fields) })),
        );
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
          for (const { id } of (await opening.store.list()).coffees) await opening.store.remove(id, by(noon));
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
