import { describe, expect } from "vitest";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { emptyVersion } from "../../catalogue/log/change.ts";
import {
  by,
  coffee,
  everything,
  faultCode,
  hourBefore,
  later,
  log,
  namedAs,
  names,
  noVersion,
  noon,
  opened,
  type StoreTest,
} from "./helpers.ts";

/** Reading, adding, replacing and deleting coffees, and their ids and prices. */
export function describeReadsAndWrites(test: StoreTest): void {
  describe("the list", () => {
    test("a new store is empty", async ({ store }) => {
      expect(await store.list()).toEqual({ coffees: [], version: emptyVersion });
      expect(await store.version()).toEqual(emptyVersion);
      expect(await log(store)).toEqual([]);
    });

    test("coffees stay in the order in which they were added, after replaces, deletes and further adds", async ({
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

    test("the list has the version of the last change, and each coffee that of the change that wrote it", async ({
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
    test("each new coffee gets an id of 24 hex digits above all earlier ones, even when the clock goes back", async ({
      store,
    }) => {
      const ids: string[] = [];
      for (const at of [noon, noon, hourBefore, new Date(0), later, noon]) {
        ids.push((await store.add(coffee("a"), by(at))).coffeeId);
      }
      expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f]{24}$/)));
      expect(ids).toEqual([...new Set(ids)].toSorted());
    });

    test("the store never gives an id twice, even after the last coffee was deleted and the clock went back", async ({
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
      "every read returns the price %s to the digit, also after the store is opened again",
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
    ] as const)("a replace with %s changes nothing", async ([, kept, sent], { store }) => {
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
    ] as const)("a replace with %s is a change, and replaces all eight fields", async ([, sent], { store }) => {
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
      "the store finds, replaces and deletes no coffee with the id %.30j",
      async (id, { store }) => {
        await store.add(coffee("a"), by(noon));
        const before = await everything(store);
        expect(await store.find(id)).toBeUndefined();
        expect(await faultCode(store.replace(id, coffee("b"), by(noon)))).toBe("unknown-coffee");
        expect(await store.remove(id, by(noon))).toBeUndefined();
        expect(await everything(store)).toBe(before);
      },
    );

    test("a deleted coffee cannot be found, replaced or deleted again", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      expect(await store.remove(coffeeId, by(noon))).toMatchObject({ number: 2, coffeeId });
      expect(await store.find(coffeeId)).toBeUndefined();
      expect(await store.remove(coffeeId, by(noon))).toBeUndefined();
      expect(await faultCode(store.replace(coffeeId, coffee("a"), by(noon)))).toBe("unknown-coffee");
      expect(await log(store)).toHaveLength(2);
    });
  });

  describe("a precondition", () => {
    test("a write goes ahead if its precondition names the coffee's own version", async ({ store }) => {
      const { coffeeId, number, hash } = await store.add(coffee("a"), by(noon));
      await store.add(coffee("other"), by(noon));
      const replaced = await store.replace(coffeeId, coffee("b"), by(noon), namedAs({ number, hash }));
      expect(await faultCode(store.remove(coffeeId, by(noon), namedAs({ number, hash })))).toBe("changed-meanwhile");
      expect(await faultCode(store.remove(coffeeId, by(noon), { upTo: 2 }))).toBe("changed-meanwhile");
      await store.remove(coffeeId, by(noon), namedAs({ number: 3, hash: replaced?.hash ?? "" }));
      expect(await names(store)).toEqual(["other"]);
    });

    test("the store writes nothing if the precondition does not hold", async ({ store }) => {
      const { coffeeId } = await store.add(coffee("a"), by(noon));
      const before = await everything(store);
      expect(await faultCode(store.replace(coffeeId, coffee("b"), by(noon), noVersion))).toBe("changed-meanwhile");
      expect(await faultCode(store.replace(coffeeId, coffee("a"), by(noon), noVersion))).toBe("changed-meanwhile");
      expect(await faultCode(store.remove(coffeeId, by(noon), noVersion))).toBe("changed-meanwhile");
      expect(await everything(store)).toBe(before);
    });
  });
}
