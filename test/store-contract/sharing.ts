import { describe, expect } from "vitest";
import { operator, type ListedRow, type MadeChange } from "../../catalogue/coffee-store.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { emptyVersion } from "../../catalogue/log/change.ts";
import { edited } from "../coffee-texts.ts";
import {
  ada,
  by,
  coffee,
  everything,
  expectUnbroken,
  faultCode,
  later,
  log,
  names,
  noon,
  opened,
  type StoreTest,
} from "./helpers.ts";

const nothing = () => {};

/** Opening data again, and several stores on the same data. */
export function describeSharing(test: StoreTest): void {
  describe("opening", () => {
    test("a store has everything again that it had when it was closed", async ({ data }) => {
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

    test("two open stores show each other's writes, in one log", async ({ data }) => {
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

    test("new data start with the first coffees in their order, each with its change in the log", async ({ data }) => {
      const first = [
        { ...emptyFields, name: "a", price: 340 },
        { ...emptyFields, name: "b", price: "012.50" },
      ];
      await using opening = await opened(data, first, later);
      expect((await opening.store.list()).coffees).toMatchObject(first.map((fields) => ({ text: coffeeText(fields) })));
      const changes = await log(opening.store);
      expect(changes).toMatchObject(first.map(() => ({ action: "add", time: later.toISOString() })));
      expectUnbroken(changes);
    });

    test("the first coffees are not added a second time, even after everything was deleted", async ({ data }) => {
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

    test("the first coffees are not added to data that began empty", async ({ data }) => {
      await (await data.open([], noon)).close();
      await using opening = await opened(data, [{ ...emptyFields, name: "a" }]);
      expect(await names(opening.store)).toEqual([]);
    });
  });

  describe("following", () => {
    test("pages return the list in order, each coffee with its place and the version that wrote it", async ({
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

    test("a page of large coffees ends after about 1 MB, and the next page continues after it", async ({ store }) => {
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

    test("changes come oldest first, each with the place of its coffee, and a restored coffee has its old place", async ({
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

    test("every store sees a change that another one acknowledged", async ({ data }) => {
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

    test("a watcher is called for changes of its own store and of another one", async ({ data }) => {
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

  test("the store finds the coffee after another in the list", async ({ store }) => {
    const ids: string[] = [];
    for (const each of ["a", "b", "c"]) ids.push((await store.add(coffee(each), by(noon))).coffeeId);
    const [a = "", b = "", c = ""] = ids;
    await store.remove(b, by(noon));
    expect([await store.idAfter(a), await store.idAfter(b), await store.idAfter(c)]).toEqual([c, undefined, undefined]);
  });

  describe("freezing", () => {
    const freeze = { since: noon.toISOString(), words: "Back at nine." };

    test("a frozen store refuses writes of visitors with the operator's words, and accepts the operator's", async ({
      store,
    }) => {
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

    test("a store stays frozen for every open store and after it is opened again, until it is thawed", async ({
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
}
