import { describe, expect } from "vitest";
import type { MadeChange } from "../../catalogue/coffee-store.ts";
import { edited } from "../coffee-texts.ts";
import {
  ada,
  breakOff,
  by,
  codeOf,
  coffee,
  everything,
  expectUnbroken,
  faultCode,
  incoming,
  large,
  log,
  names,
  noon,
  operatorAt,
  type StoreData,
  type StoreTest,
} from "./helpers.ts";

/** Imports, and the limit of a catalogue. */
export function describeImporting(test: StoreTest, progressTest: StoreTest | (() => void)): void {
  describe("importing", () => {
    const oldId = "0123456789abcdef01234567";

    test("an import keeps ids and order, and gives ids to coffees without one", async ({ store }) => {
      await store.importAll(
        [incoming("a", "ff".repeat(4) + "0".repeat(16)), incoming("b", oldId), incoming("c")],
        ada,
        false,
      );
      const { coffees } = await store.list();
      expect(await names(store)).toEqual(["a", "b", "c"]);
      expect(coffees.map(({ id }) => id)).toEqual(["ffffffff0000000000000000", oldId, "ffffffff0000000000000001"]);
    });

    test("an import replaces coffees with the same id, and writes nothing for equal ones", async ({ store }) => {
      const a = await store.add(coffee("a"), by(noon));
      const b = await store.add(coffee("b"), by(noon));
      const changes = await store.importAll([incoming("z", a.coffeeId), incoming("b", b.coffeeId)], ada, false);
      expect(changes).toMatchObject([{ coffeeId: a.coffeeId }]);
      expect(await store.changes(2, 9)).toMatchObject([{ ...changes[0], action: "replace", visitor: "ada" }]);
      expect(await names(store)).toEqual(["z", "b"]);
    });

    test("a replacing import deletes all other coffees, and a returning coffee gets its old place", async ({
      store,
    }) => {
      const ids: string[] = [];
      for (const each of ["a", "b", "c", "d"]) ids.push((await store.add(coffee(each), by(noon))).coffeeId);
      const [, b = "", c = ""] = ids;
      await store.remove(b, by(noon));
      await store.importAll([incoming("c", c), incoming("b", b)], ada, true);
      expect(await names(store)).toEqual(["b", "c"]);
      expectUnbroken(await log(store));
    });

    progressTest("the store reports progress after each coffee", async ({ store }) => {
      const told: number[] = [];
      await store.importAll([incoming("a"), incoming("b")], ada, false, { onProgress: (done) => told.push(done) });
      expect(told).toEqual([1, 2]);
    });

    test("the store refuses an import if anything changed since the preview", async ({ store }) => {
      const { number } = await store.version();
      const precondition = { upTo: number };
      await store.add(coffee("mine"), by(noon));
      const before = await everything(store);
      expect(await faultCode(store.importAll([incoming("a")], ada, true, { precondition }))).toBe("changed-meanwhile");
      expect(await everything(store)).toBe(before);
    });

    progressTest("an import that fails writes nothing", async ({ store }) => {
      const before = await everything(store);
      await expect(
        store.importAll([incoming("a"), incoming("b")], ada, false, { onProgress: breakOff }),
      ).rejects.toThrow("broken off");
      expect(await everything(store)).toBe(before);
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

    test("the store refuses new and growing coffees from everyone, and writes nothing", async ({ data }) => {
      await using full = await filled(data);
      const { store, ids } = full;
      const before = await everything(store);
      expect(await store.catalogueBytes()).toBe(limit);
      const grown = large("a", "aa");
      for (const author of [by(noon), operatorAt(noon)]) {
        await expect(store.add(coffee(""), author)).rejects.toMatchObject({
          code: "catalogue-full",
          data: { limitBytes: limit },
        });
        expect(await faultCode(store.replace(ids[0] ?? "", grown, author))).toBe("catalogue-full");
        expect(await faultCode(store.importAll([incoming("z")], author, false))).toBe("catalogue-full");
      }
      expect(await everything(store)).toBe(before);
    });

    test("the store accepts deletes and texts that do not grow, and then adds that fit the freed room", async ({
      data,
    }) => {
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

    test("the store refuses to undo a delete until there is room", async ({ data }) => {
      await using full = await filled(data);
      const { store, ids } = full;
      const removed = await store.remove(ids[0] ?? "", by(noon));
      const added = await store.add(large("f"), by(noon));
      expect(await faultCode(store.undo([removed?.number ?? 0], by(noon)))).toBe("catalogue-full");
      await store.undo([added.number], by(noon));
      expect((await store.undo([removed?.number ?? 0], by(noon))).changes).toHaveLength(1);
      expect(await store.catalogueBytes()).toBe(limit);
    });

    test("an import can use the room of what it replaces", async ({ data }) => {
      await using full = await filled(data);
      const rows = ["v", "w", "x", "y", "z"].map((letter) => ({ id: undefined, text: large(letter) }));
      expect(await faultCode(full.store.importAll([...rows, ...rows.slice(0, 1)], operatorAt(noon), true))).toBe(
        "catalogue-full",
      );
      expect(await full.store.importAll(rows, operatorAt(noon), true)).toHaveLength(10);
      expect(await full.store.catalogueBytes()).toBe(limit);
    });

    test("of concurrent writes, the store makes as many as there is room for", async ({ data }) => {
      const store = await data.open([], noon, limit);
      const other = await data.open([], noon, limit);
      const adds = Array.from({ length: 24 }, (_, at) => (at % 2 ? other : store).add(large("m"), by(noon)));
      const outcomes = await Promise.all(adds.map((add) => add.then(() => "added", codeOf)));
      expect(outcomes.filter((outcome) => outcome === "added")).toHaveLength(5);
      expect(outcomes.filter((outcome) => outcome === "catalogue-full")).toHaveLength(19);
      expect([await store.catalogueBytes(), await other.catalogueBytes()]).toEqual([limit, limit]);
      await Promise.all([store.close(), other.close()]);
    });

    test("a catalogue above its limit opens, and accepts deletes and smaller texts", async ({ data }) => {
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
}
