import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import type { CoffeeStore, IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { Replay } from "../../catalogue/log/replay.ts";
import { coffeeText, fieldsOf } from "../../catalogue/coffee-text.ts";
import { seededRandom } from "../../test/seeded-random.ts";
import { openShop } from "../../store/open-store.ts";
import { newTestPlace } from "../../test/test-place.ts";
import { added, call } from "../../test/check-reply.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { PreparedCatalogue } from "./prepared-catalogue.ts";
import type { PreparedList } from "./prepared-list.ts";
import type { ListChange } from "./list-change.ts";

const by = { visitor: null, at: new Date("2026-11-22T12:00:00.000Z") };
const coffee = (name: string) => coffeeText({ ...emptyFields, name, details: `কফি ${name} `.repeat(8) });
/** A coffee as a reply has it. */
const answered = ({ id, text }: IdentifiedCoffee) => ({ _id: id, ...fieldsOf(text) });
const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

async function temporaryStore(count: number) {
  const place = await newTestPlace();
  const store = await openShop(place, [], by.at);
  const rows = Array.from({ length: count }, (_, at) => ({ id: undefined, text: coffee(`${at}`) }));
  await store.importAll(rows, by, false);
  return {
    store,
    place,
    async [Symbol.asyncDispose]() {
      await store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function expectToSend(prepared: PreparedList, store: CoffeeStore): Promise<void> {
  const { coffees, version } = await store.list();
  const wanted = JSON.stringify(coffees.map(answered));
  expect(prepared.version).toEqual(version);
  const identity = await prepared.body(undefined);
  expect([Buffer.concat(identity.parts).toString(), identity.byteLength]).toEqual([wanted, Buffer.byteLength(wanted)]);
  for (const [coding, decode] of Object.entries(decoders)) {
    const { parts, byteLength, coding: given } = await prepared.body(coding);
    const bytes = Buffer.concat(parts);
    expect(byteLength).toBe(bytes.byteLength);
    expect(given === undefined ? bytes.toString() : decode(bytes).toString()).toBe(wanted);
  }
}

test.for([0, 1, 127, 128, 129, 300])(
  "a list of %i coffees has the store's coffees in every encoding",
  async (count) => {
    await using shop = await temporaryStore(count);
    await expectToSend((await new PreparedCatalogue(shop.store).current()).list, shop.store);
  },
);

test.for([1, 2, 3, 4])("after random writes, the list has the store's coffees (seed %i)", async (seed) => {
  const { below, pick } = seededRandom(seed);
  await using shop = await temporaryStore(200 + below(200));
  const { store } = shop;
  const catalogue = new PreparedCatalogue(store);
  for (let round = 0; round < 25; round++) {
    await store.add(coffee(`one at least ${round}`), by);
    const ids = (await store.list()).coffees.map(({ id }) => id);
    const some = Array.from({ length: 1 + below(40) }, () => pick(ids));
    const removals = (await store.select({}, 500)).filter(({ action, isUndone }) => action === "remove" && !isUndone);
    const acts = [
      () => store.add(coffee(`added ${round}`), by),
      () => store.replace(pick(ids), coffee(`replaced ${round}`), by),
      () => Promise.all(some.map((id) => store.remove(id, by))),
      () =>
        store.undo(
          removals.slice(0, below(30)).map(({ number }) => number),
          by,
        ),
      () =>
        store.importAll(
          some.map((id, at) => ({ id, text: coffee(`brought ${round}.${at}`) })),
          by,
          below(4) === 0,
        ),
    ];
    await pick(acts)();
    const prepared = await catalogue.current();
    await expectToSend(prepared.list, store);
    const { coffees } = await store.list();
    for (const { id } of coffees.slice(0, 3)) {
      const kept = await store.find(id);
      expect(prepared.find(id)?.text).toBe(JSON.stringify(kept && answered(kept)));
    }
    for (const { number } of removals.slice(0, 1)) {
      const [told] = await store.select({ numbers: [number] }, 1);
      const isThere = coffees.some(({ id }) => id === told?.coffeeId);
      expect(prepared.find(told?.coffeeId ?? "") !== undefined).toBe(isThere);
    }
  }
});

test("a change rebuilds only the segment of its coffee", async () => {
  await using shop = await temporaryStore(1_000);
  const { store } = shop;
  const catalogue = new PreparedCatalogue(store);
  const { list: before } = await catalogue.current();
  const { id = "" } = (await store.list()).coffees[500] ?? {};
  await store.replace(id, coffee("another"), by);
  const { list: after } = await catalogue.current();
  const known = new Set(before.list.segments);
  expect(before.list.segments.length).toBe(8);
  expect(after.list.segments.filter((segment) => !known.has(segment))).toHaveLength(1);
});

test("large coffees are in segments below 300,000 bytes, and a change rebuilds only one", async () => {
  await using shop = await temporaryStore(20);
  const { store } = shop;
  const large = coffeeText({ ...emptyFields, details: "কফি".repeat(6_000) });
  await store.importAll(
    Array.from({ length: 40 }, () => ({ id: undefined, text: large })),
    by,
    false,
  );
  const catalogue = new PreparedCatalogue(store);
  const { list: before } = await catalogue.current();
  expect(Math.max(...before.list.segments.map(({ byteLength }) => byteLength))).toBeLessThan(300_000);
  await expectToSend(before, store);
  const { id = "" } = (await store.list()).coffees[40] ?? {};
  await store.replace(id, coffee("another"), by);
  const { list: after } = await catalogue.current();
  const known = new Set(before.list.segments);
  expect(after.list.segments.filter((segment) => !known.has(segment))).toHaveLength(1);
  await expectToSend(after, store);
  for (const each of (await store.list()).coffees.slice(0, -1)) await store.remove(each.id, by);
  const { list: last } = await catalogue.current();
  expect(last.list.segments).toHaveLength(1);
  await expectToSend(last, store);
});

test("coffees from 4 KiB on are kept as bytes, not as strings in the heap", async () => {
  await using shop = await temporaryStore(0);
  const large = coffeeText({ ...emptyFields, details: `${"b".repeat(4_096)}ক` });
  await shop.store.importAll(
    Array.from({ length: 200 }, () => ({ id: undefined, text: large })),
    by,
    false,
  );
  const { list } = (await new PreparedCatalogue(shop.store).current()).list;
  const inHeap = list.first(Infinity, Infinity).filter(({ body }) => typeof body === "string");
  expect([list.first(Infinity, Infinity).length, inHeap.length]).toEqual([200, 0]);
});

test.for([
  ["first", 0, 128],
  ["last", 256, 300],
] as const)("the list is still correct after every coffee of its %s segment is deleted", async ([, start, end]) => {
  await using shop = await temporaryStore(300);
  const { store } = shop;
  const catalogue = new PreparedCatalogue(store);
  await catalogue.current();
  const gone = (await store.list()).coffees.slice(start, end);
  await Promise.all(gone.map(({ id }) => store.remove(id, by)));
  await expectToSend((await catalogue.current()).list, store);
});

test("a list that is loaded during writes is a consistent snapshot", async () => {
  await using shop = await temporaryStore(2_500);
  const { store } = shop;
  const ids = (await store.list()).coffees.map(({ id }) => id);
  const loading = new PreparedCatalogue(store).current();
  await Promise.all(ids.slice(-300).map((id) => store.remove(id, by)));
  const { version, list: prepared } = await loading;
  const replay = new Replay();
  for (const change of await store.changes(0, version.number)) replay.apply(change);
  expect(prepared.list.first(Infinity, Infinity).map(({ id }) => id)).toEqual(replay.coffees().map(({ id }) => id));
});

test("the next list has a coffee that another program added", async () => {
  await using shop = await temporaryStore(3);
  const catalogue = new PreparedCatalogue(shop.store);
  await catalogue.current();
  const other = await openShop(shop.place, [], by.at);
  const { coffeeId } = await other.add(coffee("from elsewhere"), by);
  await expectToSend((await catalogue.current()).list, other);
  expect((await catalogue.current()).find(coffeeId)?.text).toContain("from elsewhere");
  await other.close();
});

test("a read that starts after a write shows that write, even while an earlier read is still following the log", async () => {
  await using shop = await temporaryStore(3);
  const { store } = shop;
  const catalogue = new PreparedCatalogue(store);
  await catalogue.latest();
  await store.add(coffee("first"), by);
  const follow = store.follow.bind(store);
  const version = store.version.bind(store);
  const logRead = Promise.withResolvers<void>();
  const secondStarted = Promise.withResolvers<void>();
  vi.spyOn(store, "follow").mockImplementationOnce(async (...asked) => {
    const changes = await follow(...asked);
    logRead.resolve();
    await secondStarted.promise;
    return changes;
  });
  const earlier = catalogue.latest();
  await logRead.promise;
  const { coffeeId } = await store.add(coffee("second"), by);
  vi.spyOn(store, "version").mockImplementationOnce(async (...asked) => {
    const newest = await version(...asked);
    setImmediate(secondStarted.resolve); // the second read joins the first before this runs
    return newest;
  });
  const { coffees } = await catalogue.latest();
  expect(coffees.find(coffeeId)?.id).toBe(coffeeId);
  await earlier;
});

test("a list that is being sent stays as it was while writes go on", async () => {
  await using shop = await temporaryStore(300);
  const catalogue = new PreparedCatalogue(shop.store);
  const { parts } = await (await catalogue.current()).list.body(undefined);
  const before = Buffer.concat(parts).toString();
  await shop.store.importAll([], by, true);
  expect(Buffer.concat((await (await catalogue.current()).list.body(undefined)).parts).toString()).toBe("[]");
  expect(Buffer.concat(parts).toString()).toBe(before);
});

test("a list frees its compressed bytes once a newer list takes its place", async () => {
  await using shop = await temporaryStore(300);
  const catalogue = new PreparedCatalogue(shop.store);
  const { list } = await catalogue.current();
  const codings = [undefined, "gzip", "br"];
  const made = await Promise.all(codings.map((coding) => list.body(coding)));
  for (const [at, coding] of codings.entries()) expect(await list.body(coding)).toBe(made[at]);
  await shop.store.importAll([], by, true);
  expect((await catalogue.current()).list).not.toBe(list);
  for (const [at, coding] of codings.entries()) expect(await list.body(coding)).not.toBe(made[at]);
});

test("a browser gets zstd for a large new list until Brotli is ready, and then Brotli", async () => {
  await using shop = await temporaryStore(2_000);
  const { list: prepared } = await new PreparedCatalogue(shop.store).current();
  const browser = "gzip, deflate, br, zstd";
  const atOnce = await Promise.all([prepared.body(browser), prepared.body("gzip, br")]);
  expect(atOnce.map(({ coding }) => coding)).toEqual(["zstd", "gzip"]);
  expect((await prepared.body("br")).coding).toBe("br");
  expect((await prepared.body(browser)).coding).toBe("br");
});

test("a follower gets each change once, and the id of the next coffee for a restored one", async () => {
  const { pick, below } = seededRandom(7);
  await using shop = await temporaryStore(400);
  const { store } = shop;
  const told: ListChange[] = [];
  const begun: number[] = [];
  const follower = {
    reset: (number: number) => begun.push(number),
    append: (more: readonly ListChange[]) => told.push(...more),
  };
  const catalogue = new PreparedCatalogue(store, follower);
  await catalogue.current();
  const wanted: unknown[] = [];
  for (let round = 0; round < 60; round++) {
    const { coffees } = await store.list();
    const { id } = below(3) === 0 ? (coffees.at(-1) ?? pick(coffees)) : pick(coffees);
    const removed = await store.remove(id, by);
    const [back] = (await store.undo([removed?.number ?? 0], by)).changes;
    wanted.push({ number: back?.number, nextId: (await store.idAfter(id)) ?? null });
    if (below(5) === 0) await store.remove(pick((await store.list()).coffees).id, by);
    if (below(4) === 0) await catalogue.current();
  }
  await catalogue.current();
  expect(told.filter(({ action }) => action === "add").map(({ number, nextId }) => ({ number, nextId }))).toEqual(
    wanted,
  );
  expect(told.map(({ number }) => number)).toEqual(told.map((_, place) => 401 + place));
  expect(begun).toEqual([400]);
});

test("after a read, the list applies changes as they come, before the next read", async () => {
  await using shop = await openTestShop();
  const follow = vi.spyOn(shop.store, "follow");
  for (let count = 0; count < 200; count++) {
    if (count % 20 === 0) await call(shop, "GET /coffee");
    await added(shop);
  }
  // Reads apply changes too, and so do renewals of the list, a few times a second.
  expect(follow.mock.calls.length).toBeGreaterThan(100);
});
