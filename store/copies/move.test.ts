import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { backUpStore } from "./backups.ts";
import { copyToDatabase, copyToDirectory, restoreToDatabase } from "./move.ts";
import { openStore, shopFile } from "../open-store.ts";
import { openPostgresStore } from "../postgres/postgres-store.ts";
import { ScopedDatabase } from "../sqlite/file/scoped-database.ts";
import { CuttingProxy, type Cut } from "../../test/servers/faulty-proxy.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { verifyPostgres } from "../postgres/tables/verify-database.ts";
import { readMigrations } from "../read-migrations.ts";
import { vandalise } from "../../test/random-writers.ts";
import { verifyFile } from "../verify.ts";

const at = new Date("2026-11-21T12:00:00.000Z");
const by = { visitor: null, at };
const coffee = coffeeText({ ...emptyFields, name: "টং 🫘\r\n" });
const freeze = { since: at.toISOString(), words: "We are moving." };

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await TestServer.start();
  folder = await mkdtemp(join(tmpdir(), "niceties-move-"));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Everything that a move copies. */
async function everything(store: CoffeeStore) {
  const [list, changes, frozen] = await Promise.all([store.list(), store.changes(0, 10_000), store.currentFreeze()]);
  return JSON.stringify({
    list,
    changes,
    keys: await store.keys(0, 10_000),
    frozen,
    page: await store.page(0, 10_000),
  });
}

async function whatIsIn(opening: CoffeeStore | Promise<CoffeeStore>): Promise<string> {
  const store = await opening;
  const seen = await everything(store);
  await store.close();
  return seen;
}

async function shopIn(name: string) {
  const directory = join(folder, name);
  const store = openStore(directory, [{ ...emptyFields, name: "first" }], at);
  return { directory, store, [Symbol.asyncDispose]: () => store.close() };
}

const tablesIn = (url: string) => server.ask(url, "SELECT * FROM pg_tables WHERE schemaname = current_schema()");

test("a shop moves into PostgreSQL and back with its whole log, its list and its freeze, to the byte", async () => {
  const url = await server.newDatabase();
  await using shop = await shopIn("there");
  await vandalise(shop.store, 1);
  await shop.store.add(coffee, by, "key of an add");
  await shop.store.freeze(freeze);
  const before = await everything(shop.store);
  const moved = await copyToDatabase(shop.store, url);
  expect(moved).toMatchObject({ isSound: true, changes: (await shop.store.version()).number });
  expect(await whatIsIn(openPostgresStore(url, [], at))).toBe(before);

  const database = await openPostgresStore(url, [], at);
  const back = join(folder, "back");
  expect(await copyToDirectory(database, back, at)).toMatchObject({ isSound: true, changes: moved.changes });
  await database.close();
  expect(await whatIsIn(openStore(back, [], at))).toBe(before);
  expect((await readdir(back)).toSorted()).toEqual([
    "niceties.db",
    "niceties.db.sha256",
    "niceties.head",
    "niceties.lock",
  ]);
});

test("an add that is repeated with its key after a move gets the original change", async () => {
  const url = await server.newDatabase();
  await using shop = await shopIn("keys");
  const { number, hash, coffeeId } = await shop.store.add(coffee, by, "once");
  await copyToDatabase(shop.store, url);
  const database = await openPostgresStore(url, [], at);
  expect(await database.add(coffee, by, "once")).toMatchObject({ number, hash, coffeeId });
  const back = join(folder, "keys back");
  await copyToDirectory(database, back, at);
  await database.close();
  const again = openStore(back, [], at);
  expect(await again.add(coffee, by, "once")).toMatchObject({ number, hash, coffeeId });
  expect((await again.version()).number).toBe(number);
  await again.close();
});

test("after a move, a new coffee does not reuse the id of a deleted one", async () => {
  const url = await server.newDatabase();
  await using shop = await shopIn("ids");
  const { coffeeId } = await shop.store.add(coffee, { visitor: null, at: new Date("2030-01-01") });
  await shop.store.remove(coffeeId, by);
  await copyToDatabase(shop.store, url);
  const database = await openPostgresStore(url, [], at);
  expect((await database.add(coffee, by)).coffeeId > coffeeId).toBe(true);
  await database.close();
});

test("if the target holds a shop, nothing is moved, and it stays as it was", async () => {
  const url = await server.newDatabase();
  await (await openPostgresStore(url, [{ ...emptyFields, name: "other" }], at)).close();
  const before = await whatIsIn(openPostgresStore(url, [], at));
  await using shop = await shopIn("taken");
  await expect(copyToDatabase(shop.store, url)).rejects.toThrow(/^There is a shop in postgres:\S+ already, /);
  await expect(copyToDirectory(shop.store, shop.directory, at)).rejects.toThrow(/^There is a shop in \S+ already, /);
  expect(await whatIsIn(openPostgresStore(url, [], at))).toBe(before);
});

test("if the target holds a shop of an older version, it is not migrated", async () => {
  const url = await server.newDatabase();
  const [first] = readMigrations("postgres");
  await server.ask(url, `${first?.sql}; CREATE TABLE niceties AS SELECT 1 AS one, 1 AS data_version`);
  await using shop = await shopIn("older");
  await expect(copyToDatabase(shop.store, url)).rejects.toThrow(/^There is a shop in postgres:\S+ already, /);
  expect(await server.ask(url, "SELECT data_version FROM niceties")).toEqual([{ data_version: 1 }]);
  expect(await server.ask(url, "SELECT to_regclass('day_key') AS added")).toEqual([{ added: null }]);
});

/** A new database behind a proxy that breaks the first commit as `end` says, and all later messages as `after` says. */
async function cutAt(end: Cut, after: Cut) {
  const url = await server.newDatabase();
  const { proxy, url: through } = await CuttingProxy.to(url);
  let isCut = false;
  proxy.decide = (sent) => {
    const wasCut = isCut;
    isCut ||= sent.includes("COMMIT\0");
    return wasCut ? after : isCut ? end : "pass";
  };
  return { url, through, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

describe("where the connection breaks at the very end of a move,", () => {
  test("a shop that arrived is reported as moved", async () => {
    await using shop = await shopIn("arrived");
    await using cut = await cutAt("cut after", "pass");
    expect(await copyToDatabase(shop.store, cut.through)).toMatchObject({ isSound: true, changes: 1 });
    expect(await whatIsIn(openPostgresStore(cut.url, [], at))).toBe(await everything(shop.store));
  });

  test("a shop that did not arrive is moved by running the move again", async () => {
    await using shop = await shopIn("cut");
    await using cut = await cutAt("cut before", "pass");
    await expect(copyToDatabase(shop.store, cut.through)).rejects.toThrow(
      / and nothing was copied\. Do the same again\.$/,
    );
    expect(await copyToDatabase(shop.store, cut.through)).toMatchObject({ isSound: true, changes: 1 });
  });

  test("an unknown result is reported, and running the move again finds the shop", async () => {
    await using shop = await shopIn("doubted");
    await using cut = await cutAt("cut after", "cut before");
    await expect(copyToDatabase(shop.store, cut.through)).rejects.toThrow(
      / so it is not known whether the shop was copied\. /,
    );
    await expect(copyToDatabase(shop.store, cut.url)).rejects.toThrow(/^This very shop is in postgres:\S+ already, /);
  });
});

test("a move of a shop that does not verify is refused, and leaves no tables", async () => {
  const url = await server.newDatabase();
  await using shop = await shopIn("altered");
  await shop.store.add(coffee, by);
  using database = new ScopedDatabase(shopFile(shop.directory));
  database.exec("UPDATE changes SET visitor = 'somebody else' WHERE number = 1");
  await expect(copyToDatabase(shop.store, url)).rejects.toThrow(
    /^The copy does not verify, so nothing was copied: Change 1 does not fit: /,
  );
  expect(await tablesIn(url)).toEqual([]);
});

test("a move that is stopped leaves nothing", async () => {
  const url = await server.newDatabase();
  await using shop = await shopIn("stopped");
  const stop = new AbortController();
  const options = { signal: stop.signal, onProgress: () => stop.abort(new Error("stopped")) };
  await expect(copyToDatabase(shop.store, url, options)).rejects.toThrow("stopped");
  expect(await tablesIn(url)).toEqual([]);
  const target = join(folder, "nothing");
  await expect(copyToDirectory(shop.store, target, at, options)).rejects.toThrow("stopped");
  expect(await readdir(target)).toEqual([]);
  expect(await copyToDatabase(shop.store, url)).toMatchObject({ isSound: true, changes: 1 });
});

test("a backup of a shop in PostgreSQL is a snapshot despite concurrent writes, and can be restored into a database", async () => {
  const url = await server.newDatabase();
  const store = await openPostgresStore(url, [{ ...emptyFields, name: "first" }], at);
  await store.dayKey("2026-11-21");
  const before = await everything(store);
  let writing: Promise<unknown> | undefined;
  const { file } = await backUpStore(store, join(folder, "backups"), at, {
    onProgress: () => void (writing ??= store.add(coffee, by)),
  });
  await writing;
  await store.close();
  expect(await verifyFile(file)).toMatchObject({ isSound: true, changes: 1 });
  const other = await server.newDatabase();
  expect(await restoreToDatabase(file, other, at)).toMatchObject({ isSound: true, changes: 1 });
  expect(await whatIsIn(openPostgresStore(other, [], at))).toBe(before);
});

test.for([
  ["a change that was altered", "UPDATE changes SET after = replace(after, 'first', 'worst')", "log", 1],
  ["a change that is gone", "DELETE FROM coffees; DELETE FROM changes WHERE number = 2", "log", 3],
  ["a coffee that was altered", "UPDATE coffees SET text = replace(text, 'first', 'worst')", "coffees", 1],
  ["a coffee of another version", "UPDATE coffees SET version = 2 WHERE place = 1", "coffees", 1],
  ["a coffee that is gone", "DELETE FROM coffees WHERE version = 3", "coffees", 3],
  ["an end that is another's", "UPDATE head SET hash = 'x'", "newest change", 3],
] as const)("verifying a database names %s", async ([, sql, part, change]) => {
  const url = await server.newSchema();
  const store = await openPostgresStore(url, [{ ...emptyFields, name: "first" }], at);
  await store.add(coffee, by);
  const { number, hash } = await store.add(coffee, by);
  await store.close();
  expect((await verifyPostgres(url, { receipts: [{ number, hash }] })).findings).toMatchObject([
    { part: "log", isSound: true },
    { part: "coffees", isSound: true },
    { part: "newest change", isSound: true },
    { part: "erased words", isSound: true },
    { part: "receipts", isSound: true },
  ]);
  await server.ask(url, sql);
  const { isSound, findings } = await verifyPostgres(url);
  expect(isSound).toBe(false);
  expect(findings.find((finding) => finding.isSound === false)).toMatchObject({ part, change });
});
