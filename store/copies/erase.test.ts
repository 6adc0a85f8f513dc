import Database from "better-sqlite3";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import { operator, type CoffeeStore } from "../../catalogue/coffee-store.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import type { Version } from "../../catalogue/log/change.ts";
import { openShop, shopFile, type ShopPlace } from "../open-store.ts";
import { SqliteLog } from "../sqlite/sqlite-log.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { verifyPlace } from "../verify.ts";

const at = new Date("2026-11-23T12:00:00.000Z");
const ada = { visitor: "ada", at };
const bob = { visitor: "bob", at };
const shop = { visitor: operator, at };
const reason = "A phone number.";
const words = "call 01711-000000";

const coffee = (fields: Partial<CoffeeFields>) => coffeeText({ ...emptyFields, ...fields });

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A new shop and its place. */
async function newShop(kind: string) {
  const directory = mkdtempSync(join(tmpdir(), "niceties-erase-"));
  const place: ShopPlace = { directory, databaseUrl: kind === "SQLite" ? "" : await server.newDatabase() };
  const store = await openShop(place, [], at);
  return {
    place,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}

const erase = (store: CoffeeStore, numbers: readonly number[], fields: readonly CoffeeField[] = coffeeFields) =>
  store.erase({ numbers, fields, reason }, shop);

/** Everything that can be read from a store. */
async function readable(store: CoffeeStore): Promise<string> {
  const { number } = await store.version();
  const notified = [
    await store.list(),
    await store.changes(0, 1_000),
    await store.select({ withErasures: true }, 1_000),
    await store.follow({ number: 0, hash: "" }, 1_000),
    await store.page(0, 100),
    await store.keys(0, number),
  ];
  return JSON.stringify(notified);
}

async function faultsOf(place: ShopPlace, receipts: readonly Version[] = []): Promise<string[]> {
  const { findings } = await verifyPlace(place, { receipts });
  return findings.filter(({ isSound }) => isSound === false).map(({ message }) => message);
}

test("the log and the coffees still verify after an erasure is cut off from the log's end", async () => {
  await using opened = await newShop("SQLite");
  const { store, place } = opened;
  await store.add(coffee({ name: "Latte", details: words }), ada);
  await erase(store, [1], ["details"]);
  await store.close();
  const file = shopFile(place.directory);
  const database = new Database(file);
  new SqliteLog(database).cutAfter(1);
  database.close();
  const findings = (await verifyPlace(place)).findings.filter(({ part }) => part === "log" || part === "coffees");
  expect(findings).toMatchObject([{ isSound: true }, { isSound: true }]);
});

test("an erasure that fails at a change which cannot be read leaves every change as it was", async () => {
  await using opened = await newShop("SQLite");
  const { store, place } = opened;
  const { coffeeId } = await store.add(coffee({ name: "Latte", details: words }), ada);
  const large = (number: number) => coffee({ name: `${number}`, details: words, taste: "a".repeat(300_000) });
  for (let number = 2; number < 9; number += 1) await store.replace(coffeeId, large(number), bob);
  const database = new Database(shopFile(place.directory));
  database.prepare("UPDATE changes SET after = '{' WHERE number = 8").run();
  const before = database.prepare("SELECT * FROM changes").all();
  await expect(erase(store, [1], ["details"])).rejects.toThrow("in JSON");
  expect(database.prepare("SELECT * FROM changes").all()).toEqual(before);
  database.close();
});

describe.for(["SQLite", "PostgreSQL"])("erasing, in %s", (kind) => {
  test("takes a value out of every state that had it, also where an undo brought it back, and out of the coffee", async () => {
    await using opened = await newShop(kind);
    const { store, place } = opened;
    const { coffeeId } = await store.add(coffee({ name: "Latte", details: "fine" }), ada);
    const notified = await store.replace(coffeeId, coffee({ name: "Latte", details: words }), bob);
    await store.undo([2], ada);
    await store.undo([3], ada);
    const receipts = [...(await store.changes(0, 10))].map(({ number, hash }) => ({ number, hash }));
    const erased = await erase(store, [notified?.number ?? 0], ["details"]);
    expect(erased).toMatchObject({ touched: 3, changes: [{ number: 5 }, { number: 6 }] });
    expect(await readable(store)).not.toContain(words);
    expect(await store.find(coffeeId)).toMatchObject({ text: coffee({ name: "Latte", details: "" }) });
    const [, , change] = await store.select({ coffeeId }, 10);
    expect(change).toMatchObject({
      number: 3,
      after: coffee({ name: "Latte", details: "fine" }),
      erasedBefore: ["details"],
      erased: { time: at.toISOString(), reason },
    });
    expect(await faultsOf(place, receipts)).toEqual([]);
  });

  test("keeps what others wrote, and removes a coffee of which nothing is left", async () => {
    await using opened = await newShop(kind);
    const { store, place } = opened;
    const stored = await store.add(coffee({ name: "Latte", price: 250 }), bob);
    const gone = await store.add(coffee({ name: words, price: "9" }), ada, "a key");
    await store.replace(stored.coffeeId, coffee({ name: "Latte", details: words, price: 250 }), ada);
    await erase(store, [2, 3]);
    expect(await store.find(gone.coffeeId)).toBeUndefined();
    expect(await store.find(stored.coffeeId)).toMatchObject({ text: coffee({ name: "Latte", price: 250 }) });
    const read = await readable(store);
    expect([read.includes(words), read.includes("a key")]).toEqual([false, false]);
    expect(await faultsOf(place)).toEqual([]);
  });

  test("can be done again where words were erased before", async () => {
    await using opened = await newShop(kind);
    const { store, place } = opened;
    await store.add(coffee({ name: "a name", details: words, price: 9 }), ada);
    await erase(store, [1], ["details"]);
    await erase(store, [1], ["name"]);
    expect(await readable(store)).not.toMatch(/a name|01711/);
    expect(await erase(store, [1], ["name"])).toEqual({ changes: [], touched: 0 });
    expect(await faultsOf(place)).toEqual([]);
  });

  test("is refused as a whole for an unknown number, and if the coffee has changed meanwhile", async () => {
    await using opened = await newShop(kind);
    const { store } = opened;
    await store.add(coffee({ name: words }), ada);
    await expect(erase(store, [1, 7])).rejects.toMatchObject({ code: "unknown-change" });
    const request = { numbers: [1], fields: coffeeFields, reason };
    const late = store.erase(request, shop, { precondition: { upTo: 0 } });
    await expect(late).rejects.toMatchObject({ code: "changed-meanwhile" });
    expect(await readable(store)).toContain(words);
  });

  test("through another store reaches an open one, whose later changes verify", async () => {
    await using opened = await newShop(kind);
    const { store, place } = opened;
    const { coffeeId } = await store.add(coffee({ name: "Latte", details: words }), ada);
    const other = await openShop(place, [], at);
    await erase(other, [1], ["details"]);
    await other.close();
    expect((await store.version()).number).toBe(3);
    expect(await readable(store)).not.toContain(words);
    await store.replace(coffeeId, coffee({ name: "Flat white" }), bob);
    expect(await faultsOf(place)).toEqual([]);
  });
});
