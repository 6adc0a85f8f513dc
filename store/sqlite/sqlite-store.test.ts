// Long, because it has a test for each thing that another process can do to the same file.
import Database from "better-sqlite3";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { openStore } from "../open-store.ts";
import { namesOf } from "../../test/coffee-texts.ts";
import { describeStore } from "../../test/store-contract/describe-store.ts";
import { dataVersionOf, readMigrations } from "../read-migrations.ts";
import { StoreRefused } from "../store-refused.ts";
import { filesBeside, openDatabase, openToCheckpoint } from "./file/open-database.ts";
import { holderOf, ShopLock } from "./file/shop-lock.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const at = new Date("2026-11-21T12:00:00.000Z");
const by = { visitor: null, at };
const nothing = () => {};

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "niceties-store-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Opens the shop, waits for the other writer, and adds forty coffees. */
const writerProgram = `
  const { module, directory, text, ready } = require("node:worker_threads").workerData;
  import(module).then(async ({ openStore }) => {
    const store = openStore(directory, [], new Date());
    Atomics.add(ready, 0, 1);
    Atomics.notify(ready, 0);
    Atomics.wait(ready, 0, 1, 2_000);
    for (let count = 0; count < 40; count++) await store.add(text, { visitor: null, at: new Date() });
    await store.close();
  });`;

for (const writesInThread of [false, true]) {
  const name = `a store in SQLite that writes in ${writesInThread ? "a thread of its own" : "that of its caller"}`;
  const newData = async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, "made", "on", "opening", "niceties.db");
    return {
      open: async (firstCoffees: readonly CoffeeFields[], time: Date, catalogueLimit = Infinity) =>
        openSqliteStore(file, firstCoffees, time, { writesInThread, catalogueLimit }),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  };
  describeStore(name, newData, { tellsProgress: !writesInThread });
}

async function sha256(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/** Runs `act` on the file and removes its seal, so that the seal does not reveal the change. */
function inSqlite<T>(file: string, act: (database: Database.Database) => T): T {
  const database = new Database(file);
  try {
    return act(database);
  } finally {
    database.close();
    rmSync(`${file}.sha256`, { force: true });
  }
}

async function shopFile(folder: string): Promise<string> {
  const file = join(folder, "niceties.db");
  const store = openSqliteStore(file, [{ ...emptyFields, name: "a" }], at);
  await store.close();
  return file;
}

function refusal(file: string): string {
  try {
    openSqliteStore(file, [{ ...emptyFields, name: "b" }], at);
  } catch (error) {
    if (error instanceof StoreRefused) return error.message;
    throw error;
  }
  throw new Error("The file was not refused.");
}

test("a database opens with a write-ahead log, full syncs and foreign keys", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const opened = openDatabase(file, nothing);
  const inForce = ["journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync", "foreign_keys"].map((name) => [
    name,
    opened.database.pragma(name, { simple: true }),
  ]);
  opened.close();
  expect(Object.fromEntries(inForce)).toEqual({
    journal_mode: "wal",
    synchronous: 2,
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    foreign_keys: 1,
  });
  expect(inSqlite(file, (other) => other.pragma("journal_mode", { simple: true }))).toBe("wal");
});

test("a database opens for checkpoints with full syncs", async () => {
  await using folder = await temporaryFolder();
  const database = openToCheckpoint(await shopFile(folder.path));
  const inForce = ["fullfsync", "checkpoint_fullfsync"].map((name) => database.pragma(name, { simple: true }));
  database.close();
  expect(inForce).toEqual([1, 1]);
});

test("a shop that cannot be checkpointed when it is closed gets no seal", async () => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  const store = openSqliteStore(file, [], at);
  await store.add(coffeeText(emptyFields), by);
  const reader = new Database(file);
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM coffees").get();
  await store.close();
  expect([existsSync(`${file}-wal`), existsSync(`${file}.sha256`)]).toEqual([true, false]);
  reader.close();
});

test("a shop that another program is about to open gets no seal as it is closed", async () => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  const store = openSqliteStore(file, [], at);
  const other = new ShopLock(filesBeside(file).lock);
  await store.close();
  expect([existsSync(`${file}-wal`), existsSync(`${file}.sha256`)]).toEqual([false, false]);
  other.release();
});

test("data of a newer version are refused with an explanation, and stay as they were", async () => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  inSqlite(file, (database) => database.pragma("user_version = 99"));
  const before = await sha256(file);
  expect(refusal(file)).toBe(
    `${file} was written by a newer version of Niceties (data version 99, this one knows ${dataVersionOf(readMigrations("sqlite"))}); it was left untouched. Update Niceties.`,
  );
  expect(await sha256(file)).toEqual(before);
});

test("another program's database is refused and stays as it was", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  inSqlite(file, (database) => database.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')"));
  const before = await sha256(file);
  expect(refusal(file)).toBe(`${file} is a database, but not of this shop; it was left untouched.`);
  expect(await sha256(file)).toEqual(before);
});

test("a file that is no database is refused and stays as it was", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  await writeFile(file, "Milk, beans, sugar\n".repeat(100));
  const before = await sha256(file);
  expect(refusal(file)).toBe(`${file} cannot be opened for writing: it is not a database.`);
  expect(await sha256(file)).toEqual(before);
});

test.for([[], ["data"], ["data", "niceties"]])(
  "a directory that cannot be made, because a file stands at its place (%j below), is refused",
  async (below) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "taken");
    await writeFile(file, "mine");
    const directory = join(file, ...below);
    expect(() => openStore(directory, [], at)).toThrow(
      new StoreRefused(
        `${join(directory, "niceties.db")} cannot be opened for writing: a file stands where the directory should be.`,
      ),
    );
    expect(await readFile(file, "utf8")).toBe("mine");
  },
);

test("a directory where the file should be is refused", async () => {
  await using folder = await temporaryFolder();
  expect(refusal(folder.path)).toContain(`${folder.path} cannot be opened for writing: `);
});

test("a failed filling leaves nothing, and the next opening starts again", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const open = () =>
    openDatabase(file, (database) => {
      database.exec("CREATE TABLE filled (text TEXT)");
      throw new Error("The power went out.");
    });
  expect(open).toThrow("The power went out.");
  expect(inSqlite(file, (database) => database.prepare("SELECT name FROM sqlite_schema").all())).toEqual([]);
  const store = openSqliteStore(file, [{ ...emptyFields, name: "a" }], at);
  const { coffees } = await store.list();
  await store.close();
  expect(namesOf(coffees)).toEqual(["a"]);
});

const other = coffeeText({ ...emptyFields, name: "b" });

test.for([
  ["INSERT", (store: CoffeeStore, _id: string) => store.add(other, by)],
  ["UPDATE", (store: CoffeeStore, id: string) => store.replace(id, other, by)],
  ["DELETE", (store: CoffeeStore, id: string) => store.remove(id, by)],
] as const)("a write that fails at its %s leaves the list and the log unchanged", async ([step, act]) => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  inSqlite(file, (database) =>
    database.exec(`CREATE TRIGGER break_off BEFORE ${step} ON coffees BEGIN SELECT RAISE(ABORT, 'broken off'); END`),
  );
  const store = openSqliteStore(file, [], at);
  const before = { list: await store.list(), changes: await store.changes(0, 10) };
  const id = before.list.coffees[0]?.id ?? "";
  await expect(act(store, id)).rejects.toThrow("broken off");
  expect({ list: await store.list(), changes: await store.changes(0, 10) }).toEqual(before);
  await store.close();
});

test("two threads that write at once lose nothing, and a third always reads a consistent list", async () => {
  await using folder = await temporaryFolder();
  const store = openStore(folder.path, [], at);
  const module = new URL("../open-store.ts", import.meta.url).href;
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { module, directory: folder.path, text: coffeeText(emptyFields), ready };
  const written = Promise.all([1, 2].map(() => once(new Worker(writerProgram, { eval: true, workerData }), "exit")));
  while (!(await Promise.race([written, setImmediate(false)]))) {
    const { coffees, version } = await store.list();
    expect(coffees).toHaveLength(version.number);
  }
  const numbers = (await store.changes(0, 1_000)).map(({ number }) => number);
  await store.close();
  expect(numbers).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
});

test("an empty file becomes a shop", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  await writeFile(file, "");
  const store = openSqliteStore(file, [], at);
  await store.add(coffeeText(emptyFields), by);
  await store.close();
  expect(inSqlite(file, (database) => database.prepare("SELECT count(*) FROM coffees").pluck().get())).toBe(1);
});

test.for([
  ["a place that is no number", "UPDATE coffees SET place = 'first'"],
  ["a version that is no number", "UPDATE coffees SET version = 'new'"],
  ["no version", "UPDATE coffees SET version = NULL"],
  ["no text", "UPDATE coffees SET text = NULL"],
  ["a version that no change has", "UPDATE coffees SET version = 2"],
  ["a change that is no number", "UPDATE changes SET number = 'first'"],
  ["an action that there is not", "UPDATE changes SET action = 'steal'"],
  ["a hash that is no text", "UPDATE changes SET hash = x'00'"],
  ["a coffee that is no text", "UPDATE coffees SET text = x'00'"],
] as const)("the tables refuse %s", async ([, sql]) => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  const constraint = { code: expect.stringMatching(/^SQLITE_(CONSTRAINT_|MISMATCH)/) };
  inSqlite(file, (database) => {
    database.pragma("foreign_keys = ON");
    expect(() => database.exec(sql)).toThrow(expect.objectContaining(constraint));
  });
});

test("a database that another program keeps locked refuses writes, changes nothing, and can still be read", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [{ ...emptyFields, name: "a" }], at);
  const program = new Database(file);
  program.exec("BEGIN IMMEDIATE");
  await expect(store.add(coffeeText(emptyFields), by)).rejects.toMatchObject({ code: "storage-busy" });
  expect((await store.list()).coffees).toHaveLength(1);
  program.close();
  await store.close();
});

test("while another program writes, reads go on and writes wait, to be made in their order once it is done", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], at);
  const program = new Database(file);
  program.exec("BEGIN IMMEDIATE");
  const names = ["a", "b", "c"];
  const writing = Promise.all(names.map((name) => store.add(coffeeText({ ...emptyFields, name }), by)));
  expect((await store.list()).coffees).toEqual([]);
  program.close();
  await writing;
  expect(namesOf((await store.list()).coffees)).toEqual(names);
  await store.close();
});

test("closing waits for the writes that are under way", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], at);
  const program = new Database(file);
  program.exec("BEGIN IMMEDIATE");
  const writing = store.add(coffeeText(emptyFields), by);
  const closing = store.close();
  program.close();
  await expect(writing).resolves.toMatchObject({ number: 1 });
  await closing;
});

test("opening a shop checks its whole structure, and joining an open one does not", async () => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  const { root, size } = inSqlite(file, (database) => ({
    root: Number(
      database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'changes_of_visitor'").pluck().get(),
    ),
    size: Number(database.pragma("page_size", { simple: true })),
  }));
  const store = openSqliteStore(file, [], at);
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, (root - 1) * size, root * size));
  expect(refusal(file)).toMatch(/ is damaged \(.*\); it was left untouched\./);
  await openSqliteStore(file, [], at, { joins: true }).close();
  await store.close();
  rmSync(`${file}.sha256`);
  expect(() => openSqliteStore(file, [], at, { joins: true })).toThrow(/ is damaged /);
});

test("a command refuses an altered sealed file, even while another process shares the lock", async () => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  const sealed = await readFile(`${file}.sha256`);
  inSqlite(file, (database) => database.prepare("UPDATE coffees SET text = json_set(text, '$.name', 'mine')").run());
  await writeFile(`${file}.sha256`, sealed);
  const sharer = new ShopLock(filesBeside(file).lock);
  expect(() => openSqliteStore(file, [], at, { joins: true })).toThrow(/ is not what it was when the shop was closed/);
  sharer.release();
});

test("the lock reports whether it is shared, exclusive or free", async () => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  const { lock } = filesBeside(file);
  const sharer = new ShopLock(lock);
  expect(holderOf(lock)).toBe("some who share it");
  expect(sharer.tryExclusive()).toBe(true);
  expect(holderOf(lock)).toBe("one alone");
  sharer.release();
  expect(holderOf(lock)).toBe("nobody");
});

test("a command that joins an open shop writes nothing of its own, and leaves no seal behind", async () => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  const store = openSqliteStore(file, [], at);
  await store.add(coffeeText(emptyFields), by);
  const watcher = new Database(file);
  const before = watcher.pragma("data_version");
  const { size } = statSync(`${file}-wal`);
  const joined = openSqliteStore(file, [], at, { joins: true });
  expect(watcher.pragma("data_version")).toEqual(before);
  expect(statSync(`${file}-wal`).size).toBe(size);
  watcher.close();
  await store.close();
  await joined.close();
  expect(existsSync(`${file}.sha256`)).toBe(false);
  await openSqliteStore(file, [], at).close();
  expect(existsSync(`${file}.sha256`)).toBe(true);
});

test("a shop that opens beside an open one leaves its log alone, whose writes would wait for every reader", async () => {
  await using folder = await temporaryFolder();
  const file = await shopFile(folder.path);
  const store = openSqliteStore(file, [], at);
  const { number } = await store.add(coffeeText(emptyFields), by);
  const { size } = statSync(`${file}-wal`);
  const beside = openSqliteStore(file, [], at);
  expect(statSync(`${file}-wal`).size).toBe(size);
  expect((await beside.version()).number).toBe(number);
  await store.close();
  expect(existsSync(`${file}.sha256`)).toBe(false);
  await beside.close();
  expect(existsSync(`${file}.sha256`)).toBe(true);
});

test("after a failed commit, another program's commit of the same number is reported", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], at);
  // Deferred constraints are checked at the end of the transaction, after all writes.
  inSqlite(file, (database) =>
    database.exec(`
      CREATE TABLE others (id INTEGER PRIMARY KEY);
      CREATE TABLE late (id REFERENCES others (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER break_off AFTER INSERT ON changes BEGIN INSERT INTO late VALUES (1); END`),
  );
  await expect(store.add(coffeeText(emptyFields), by)).rejects.toThrow("FOREIGN KEY constraint failed");
  inSqlite(file, (database) => database.exec("DROP TRIGGER break_off"));
  const command = openSqliteStore(file, [], at, { joins: true });
  await command.add(coffeeText(emptyFields), by);
  await command.close();
  expect(await store.version()).toMatchObject({ number: 1 });
  await store.close();
});

test("closing has a time limit, and refuses a write that another program blocks", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], at);
  const program = new Database(file);
  program.exec("BEGIN IMMEDIATE");
  const outcome = store.add(coffeeText(emptyFields), by).then(
    () => "written",
    () => "refused",
  );
  await store.close();
  program.close();
  expect(await outcome).toBe("refused");
});

test("the write-ahead log stays small while writes go on, and is gone once the shop is closed", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], at);
  const details = "milk ".repeat(800);
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 500 }, () => store.add(coffeeText({ ...emptyFields, details }), by)));
  }
  const sizes = [statSync(`${file}-wal`).size, statSync(file).size];
  await store.close();
  expect(sizes).toEqual([expect.toSatisfy((size) => size < 60_000_000), expect.toSatisfy((size) => size > 10_000_000)]);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(statSync(file).size).toBeGreaterThan(80_000_000);
});
