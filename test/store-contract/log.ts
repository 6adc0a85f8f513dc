import { describe, expect } from "vitest";
import {
  ada,
  by,
  coffee,
  everything,
  expectUnbroken,
  faultCode,
  hourBefore,
  later,
  log,
  names,
  noon,
  opened,
  type StoreTest,
} from "./helpers.ts";

/** The log of changes, and the keys that make adds idempotent. */
export function describeLog(test: StoreTest): void {
  describe("the log", () => {
    test("the log has each change with its time and the coffee before and after it, in an unbroken chain", async ({
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

    test("times in the log never go back, even when the clock does", async ({ store }) => {
      for (const at of [noon, hourBefore, later, noon]) await store.add(coffee("a"), by(at));
      const times = (await log(store)).map(({ time }) => time);
      expect(times).toEqual([noon, noon, later, later].map((at) => at.toISOString()));
    });

    test("each write resolves to its change, and concurrent writes are numbered without a gap", async ({ store }) => {
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
    ] as const)(
      "after change %i, the log returns at most %i changes: %j",
      async ([after, limit, numbers], { store }) => {
        for (const each of ["a", "b", "c", "d", "e"]) await store.add(coffee(each), by(noon));
        expect((await store.changes(after, limit)).map(({ number }) => number)).toEqual(numbers);
      },
    );
  });

  describe("the idempotency key of an add", () => {
    test("a repeated key adds nothing, and resolves to the first change", async ({ store }) => {
      const { number, hash, coffeeId } = await store.add(coffee("a", "250.00"), by(noon), '"once"');
      await store.replace(coffeeId, coffee("z"), by(noon));
      const before = await everything(store);
      expect(await store.add(coffee("a", "250.00"), by(later), '"once"')).toMatchObject({ number, hash, coffeeId });
      expect(await everything(store)).toBe(before);
      await store.remove(coffeeId, by(later));
      expect(await store.add(coffee("a", "250.00"), ada, '"once"')).toMatchObject({ number, hash, coffeeId });
      expect(await names(store)).toEqual([]);
    });

    test("a key still holds after the store is opened again, in every open store, and while the shop is frozen", async ({
      data,
      store,
    }) => {
      const { number, hash, coffeeId } = await store.add(coffee("a"), by(noon), "once");
      await using again = await opened(data);
      expect(await again.store.add(coffee("a"), by(noon), "once")).toMatchObject({ number, hash, coffeeId });
      await store.freeze({ since: noon.toISOString(), words: "Back at nine." });
      expect(await again.store.add(coffee("a"), by(noon), "once")).toMatchObject({ number, hash, coffeeId });
      expect(await faultCode(again.store.add(coffee("a"), by(noon), "another"))).toBe("frozen");
      expect(await log(store)).toHaveLength(1);
    });

    test("many concurrent adds with one key add one coffee, also from two open stores", async ({ data, store }) => {
      await using other = await opened(data);
      const added = await Promise.all(
        Array.from({ length: 20 }, (_, count) =>
          (count % 2 === 0 ? store : other.store).add(coffee(`${count % 5}`), by(noon), `key ${count % 5}`),
        ),
      );
      expect(new Set(added.map(({ hash }) => hash)).size).toBe(5);
      expect((await names(store)).toSorted()).toEqual(["0", "1", "2", "3", "4"]);
    });

    test("the store refuses a key that was used for another coffee, and writes nothing", async ({ store }) => {
      await store.add(coffee("a"), by(noon), "once");
      const before = await everything(store);
      for (const other of [coffee("b"), coffee("a", "250")])
        expect(await faultCode(store.add(other, by(noon), "once"))).toBe("key-reused");
      expect(await everything(store)).toBe(before);
    });

    test("a refused add does not use up its key", async ({ store }) => {
      await store.freeze({ since: noon.toISOString(), words: "Back at nine." });
      expect(await faultCode(store.add(coffee("a"), by(noon), "once"))).toBe("frozen");
      await store.thaw();
      expect(await store.add(coffee("b"), by(noon), "once")).toMatchObject({ number: 1 });
    });

    test("the store lists the keys with the numbers of their changes", async ({ store }) => {
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

  test("the store deletes the keys of past days on request, and keeps today's", async ({ store }) => {
    const monday = await store.dayKey("2026-11-23");
    await store.forgetDayKeys("2026-11-23");
    expect(await store.dayKey("2026-11-23")).toBe(monday);
    await store.forgetDayKeys("2026-11-24");
    expect(await store.dayKey("2026-11-23")).not.toBe(monday);
  });

  test("the key of a day is the same in every open store, differs each day, and is deleted after its day", async ({
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
}
