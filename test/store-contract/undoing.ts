import { describe, expect } from "vitest";
import { fieldsOf, type StoredFields } from "../../catalogue/coffee-text.ts";
import { edited } from "../coffee-texts.ts";
import { vandalise, vandals } from "../random-writers.ts";
import {
  ada,
  by,
  coffee,
  everything,
  expectUnbroken,
  faultCode,
  log,
  names,
  noon,
  opened,
  type StoreTest,
} from "./helpers.ts";

/** Undoing changes. */
export function describeUndoing(test: StoreTest, progressTest: StoreTest | (() => void)): void {
  describe("undoing", () => {
    test("undoing a delete restores the coffee under its id, at its place, to the byte", async ({ store }) => {
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

    test("undoing fifty deletes in another order, after the store is opened again, restores the list", async ({
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

    test("an undo keeps fields that were written later, and names them", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      const bad = await store.replace(coffeeId, edited(coffee("spam", '"9"'), { taste: "spam" }), by(noon));
      await store.replace(coffeeId, edited(coffee("spam", '"12"'), { taste: "spam" }), by(noon));
      const { kept } = await store.undo([bad?.number ?? 0], ada);
      expect(kept).toEqual([{ change: 2, fields: ["price"] }]);
      expect(await store.find(coffeeId)).toMatchObject({ id: coffeeId, text: coffee("a", '"12"') });
    });

    test("an undo can be undone, and that undo too", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      let number = (await store.remove(coffeeId, by(noon)))?.number ?? 0;
      for (const expected of [["a"], [], ["a"], []]) {
        [{ number } = { number: 0 }] = (await store.undo([number], ada)).changes;
        expect(await names(store)).toEqual(expected);
      }
    });

    test("a change whose undo made no difference stays undone after later undos", async ({ store }) => {
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

    test("each change in a long chain of undos says whether it is undone", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      let number = (await store.replace(coffeeId, coffee("b"), by(noon)))?.number ?? 0;
      for (let count = 0; count < 100; count++)
        [{ number } = { number: 0 }] = (await store.undo([number], ada)).changes;
      expect((await store.select({ coffeeId }, 200)).map((change) => change.isUndone)).toEqual(
        Array.from({ length: 102 }, (_, place) => place % 2 === 1 && place < 101),
      );
    });

    test("an undo that makes no difference writes nothing", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      const removed = await store.remove(coffeeId, by(noon));
      await store.undo([removed?.number ?? 0], ada);
      const before = await everything(store);
      expect(await store.undo([removed?.number ?? 0], ada)).toEqual({ changes: [], kept: [] });
      expect(await everything(store)).toBe(before);
    });

    test("one unknown number stops the whole undo", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      const removed = await store.remove(coffeeId, by(noon));
      const before = await everything(store);
      expect(await faultCode(store.undo([removed?.number ?? 0, 99], ada))).toBe("unknown-change");
      expect(await everything(store)).toBe(before);
    });

    test("the store refuses an undo if one of its coffees changed since the preview, and ignores changes of others", async ({
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

    progressTest("the store reports progress after each coffee", async ({ store }) => {
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
      "undoing 200 bad writes by five visitors among 50 good ones leaves all good ones, and can be undone (seed %i)",
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
        expect(coffees.filter(({ id }) => good.coffees.has(id)).map(({ id }) => id)).toEqual([...good.coffees.keys()]);
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
}
