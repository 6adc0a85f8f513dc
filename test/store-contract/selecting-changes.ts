import { describe, expect } from "vitest";
import type { ChangeSelection } from "../../catalogue/coffee-store.ts";
import { edited } from "../coffee-texts.ts";
import { ada, by, coffee, halfPast, hourBefore, later, noon, type StoreTest } from "./helpers.ts";

/** Selecting changes of the log. */
export function describeSelectingChanges(test: StoreTest): void {
  describe("selecting changes", () => {
    test.for([
      ["everything", {}, [5, 4, 3, 2, 1]],
      ["changes with some numbers", { numbers: [4, 2, 99] }, [4, 2]],
      ["changes of a visitor", { visitor: "ada" }, [4, 2]],
      ["no changes of an unknown visitor", { visitor: "eve" }, []],
      ["changes from a time on", { since: noon }, [5, 4, 3, 2]],
      ["changes up to a time", { until: noon }, [4, 3, 2, 1]],
      ["changes between two times", { since: noon, until: noon }, [4, 3, 2]],
      ["no changes from a time after the newest", { since: new Date(later.getTime() + 1) }, []],
      ["no changes up to a time before the first", { until: new Date(0) }, []],
      ["no changes between two times without any", { since: halfPast, until: halfPast }, []],
      ["changes before a number", { before: 3 }, [2, 1]],
      ["changes that meet several conditions", { visitor: "ada", before: 4 }, [2]],
    ] as const)("the store selects %s, newest first", async ([, selection, expected], { store }) => {
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
    ] as const)("the store selects changes after %s, oldest first", async ([, selection, expected], { store }) => {
      for (const author of [by(hourBefore), ada, by(noon), ada, by(later)]) await store.add(coffee("a"), author);
      expect((await store.select(selection, 10)).map(({ number }) => number)).toEqual(expected);
    });

    test("the store selects changes of a browser, of an address without browsers, and of a whole network", async ({
      store,
    }) => {
      const authors = [
        ["home", "red"],
        ["home", null],
        ["home", "blue"],
        ["cafe", "red"],
      ] as const;
      for (const [visitor, browser] of authors) await store.add(coffee("a"), { visitor, browser, at: noon });
      const selections = [{ visitor: "red" }, { visitor: "home" }, { network: "home" }, { visitor: "blue", before: 3 }];
      const found = await Promise.all(selections.map((selection) => store.select(selection, 9)));
      expect(found.map((changes) => changes.map(({ number }) => number))).toEqual([[4, 1], [2], [3, 2, 1], []]);
    });

    test("changes can be selected without their texts, with the size of these in bytes", async ({ store }) => {
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

    test("the store selects changes of one coffee, and returns its history oldest first", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      await store.add(coffee("b"), by(noon));
      await store.remove(coffeeId, by(noon));
      expect((await store.select({ coffeeId }, 10)).map(({ number }) => number)).toEqual([3, 1]);
      expect((await store.history(coffeeId, 9)).map(({ number }) => number)).toEqual([1, 3]);
    });

    test("the store selects no more changes than the limit", async ({ store }) => {
      for (const each of ["a", "b", "c"]) await store.add(coffee(each), by(noon));
      expect((await store.select({}, 2)).map(({ number }) => number)).toEqual([3, 2]);
      expect((await store.select({ after: 0 }, 2)).map(({ number }) => number)).toEqual([1, 2]);
    });

    test("a page ends with the change at which its texts reach a megabyte, and says whether more follow", async ({
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

    test("a change larger than a page is a page of its own", async ({ store }) => {
      const details = "d".repeat(1_200_000);
      for (const each of ["1", "2"]) await store.add(edited(coffee(each), { details }), by(noon));
      const { changes, hasMore } = await store.selectPage({}, 50);
      expect([changes.map(({ number }) => number), hasMore]).toEqual([[2], true]);
    });

    test("each selected change says whether it is undone", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      await store.remove(coffeeId, by(noon));
      await store.undo([2], ada);
      const isUndone = async () => (await store.select({}, 10)).map((change) => change.isUndone);
      expect(await isUndone()).toEqual([false, true, false]);
      await store.undo([3], ada);
      expect(await isUndone()).toEqual([false, true, false, false]);
    });
  });
}
