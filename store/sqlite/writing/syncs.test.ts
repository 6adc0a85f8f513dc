import Database from "better-sqlite3";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { namesOf } from "../../../test/coffee-texts.ts";
import { readAcknowledged, isFailureNoted } from "../file/failure-note.ts";
import { healClosedDatabase } from "../healing/heal-database.ts";
import { SharedSync } from "./shared-sync.ts";
import { openSqliteStore } from "../sqlite-store.ts";

/**
 * Fakes the syncs of write-ahead logs. `written` counts those of writers. `beside` counts those that reads wait for,
 * which in turn wait for `gate`.
 */
const disk = vi.hoisted(() => ({
  written: 0,
  beside: 0,
  slowMs: 0,
  whileSyncing: () => {},
  fails: false,
  gate: Promise.resolve(),
}));

vi.mock(import("node:fs"), async (importOriginal) => {
  const fs = await importOriginal();
  const fdatasyncSync: typeof fs.fdatasyncSync = (descriptor) => {
    disk.written += 1;
    const until = performance.now() + disk.slowMs;
    while (performance.now() < until);
    disk.whileSyncing();
    if (disk.fails) throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", errno: -5 });
    fs.fdatasyncSync(descriptor);
  };
  const fdatasync = Object.assign((descriptor: number, done: (error: Error | null) => void) => {
    disk.beside += 1;
    void disk.gate.then(() => fs.fdatasync(descriptor, done));
  }, fs.fdatasync);
  return { ...fs, fdatasyncSync, fdatasync, default: { ...fs, fdatasyncSync, fdatasync } };
});

beforeEach(() => {
  Object.assign(disk, {
    written: 0,
    beside: 0,
    slowMs: 0,
    whileSyncing: () => {},
    fails: false,
    gate: Promise.resolve(),
  });
});

const by = { visitor: null, at: new Date("2026-11-23T06:00:00.000Z") };
const coffee = (name: string) => coffeeText({ ...emptyFields, name });

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "niceties-syncs-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
}

test("a batch of writes is synced before its replies, even if one write changes nothing", async () => {
  await using folder = await temporaryFolder();
  const store = openSqliteStore(join(folder.path, "niceties.db"), [], by.at);
  const { coffeeId } = await store.add(coffee("a"), by);
  disk.slowMs = 30; // commits that come within the duration of the last sync share one
  await store.add(coffee("b"), by);
  const before = disk.written;
  const syncsAtAnswer: number[] = [];
  const note = () => void syncsAtAnswer.push(disk.written - before);
  const adds = Array.from({ length: 16 }, (_, index) => store.add(coffee(`c${index}`), by).then(note));
  await Promise.all([...adds, store.replace(coffeeId, coffee("a"), by).then(note)]);
  expect(syncsAtAnswer).toEqual(Array.from({ length: 17 }, () => 1));
  await store.close();
});

test("what another program committed is synced before a write that changes nothing is answered", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], by.at);
  const { coffeeId } = await store.add(coffee("a"), by);
  const other = openSqliteStore(file, [], by.at, { joins: true });
  await other.add(coffee("b"), by);
  const before = disk.written;
  expect(await store.replace(coffeeId, coffee("a"), by)).toBeUndefined();
  expect(disk.written).toBe(before + 1);
  expect(await store.replace(coffeeId, coffee("a"), by)).toBeUndefined();
  expect(disk.written).toBe(before + 1);
  await other.close();
  await store.close();
});

test("a program's first write syncs the log that it found, even if it changes nothing", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], by.at);
  const { coffeeId } = await store.add(coffee("a"), by);
  const other = openSqliteStore(file, [], by.at, { joins: true });
  const before = disk.written;
  expect(await other.replace(coffeeId, coffee("a"), by)).toBeUndefined();
  expect(disk.written).toBe(before + 1);
  await other.close();
  await store.close();
});

test("a running sync does not count for later writes", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  await openSqliteStore(file, [], by.at).close();
  const sync = new SharedSync(file);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const over: string[] = [];
  disk.gate = gates[0]?.promise ?? disk.gate;
  const first = sync.sync().then(() => over.push("first"));
  await manyTurns();
  expect(disk.beside).toBe(1);
  const later = [sync.sync().then(() => over.push("second")), sync.sync().then(() => over.push("third"))];
  disk.gate = gates[1]?.promise ?? disk.gate;
  gates[0]?.resolve();
  await first;
  await manyTurns();
  expect([over, disk.beside]).toEqual([["first"], 2]);
  gates[1]?.resolve();
  await Promise.all(later);
  expect([over, disk.beside]).toEqual([["first", "second", "third"], 2]);
  await sync.close();
});

test("another program's commit is not read before it is durable", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], by.at);
  const { number } = await store.add(coffee("a"), by);
  const other = openSqliteStore(file, [], by.at, { joins: true });
  const gate = Promise.withResolvers<void>();
  disk.gate = gate.promise;
  const { coffeeId } = await other.add(coffee("b"), by);
  const read: string[] = [];
  const reading = Promise.all([
    store.find(coffeeId).then(() => read.push("find")),
    store.page(0, 10).then(() => read.push("page")),
    store.version().then(() => read.push("version")),
  ]);
  await manyTurns();
  expect(read).toEqual([]);
  gate.resolve();
  await reading;
  expect((await store.version()).number).toBe(number + 1);
  await other.close();
  await store.close();
});

test("no call returns a committed change before it is durable", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], by.at);
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  disk.whileSyncing = () => vi.advanceTimersByTime(30); // so that commits share a sync even on a slow machine
  const { coffeeId, number, hash } = await store.add(coffee("a"), by, "key of a");
  const before = disk.written;
  const add = (count: number) => store.add(coffee(`b${count}`), by, `key of b${count}`);
  const writing = Promise.all([
    store.replace(coffeeId, coffee("c"), by),
    ...Array.from({ length: 30 }, (_, count) => add(count)),
  ]);
  const log = new Database(file, { readonly: true });
  const newest = log.prepare("SELECT max(number) FROM changes").pluck();
  while (newest.get() === number) await nextTurn();
  log.close();
  const versions = await Promise.all([
    store.version().then((version) => [version]),
    store.changes(0, 100),
    store.select({}, 100),
    store.summarise({}, 100),
    store.selectPage({}, 100).then(({ changes }) => changes),
    store.history(coffeeId, 100),
    store.storedChanges(coffeeId, 0),
    store.keys(0, 100),
    store.follow({ number: 0, hash: "" }, 100),
  ]);
  expect(disk.written).toBe(before);
  expect(versions.map((each) => each.map((change) => change.number))).toEqual(versions.map(() => [number]));
  await writing;
  expect((await store.version()).number).toBe(number + 31);
  expect((await store.changes(0, 1))[0]?.hash).toBe(hash);
  await store.close();
});

test.for([false, true])("a closed store accepts no write (in a thread: %s)", async (writesInThread) => {
  await using folder = await temporaryFolder();
  const store = openSqliteStore(join(folder.path, "niceties.db"), [], by.at, { writesInThread });
  await store.close();
  await expect(store.add(coffee("a"), by)).rejects.toThrow("The store is closed.");
});

test("a store closes in time despite new writes, and keeps exactly the acknowledged ones", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], by.at);
  let acknowledged = 0;
  const write = async () => {
    for (;;) {
      await store.add(coffee("a"), by);
      acknowledged += 1;
    }
  };
  const writing = Promise.allSettled([write(), write(), write()]);
  await store.close();
  const outcome = { status: "rejected", reason: expect.objectContaining({ message: "The store is closed." }) };
  expect(await writing).toEqual([outcome, outcome, outcome]);
  const again = openSqliteStore(file, [], by.at);
  expect((await again.version()).number).toBe(acknowledged);
  await again.close();
});

test("a failed sync is recorded with the last acknowledged change, and then no program acknowledges writes", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], by.at);
  const other = openSqliteStore(file, [], by.at, { joins: true });
  const acknowledged = await store.add(coffee("acknowledged"), by);
  disk.fails = true;
  await expect(store.add(coffee("refused"), by)).rejects.toMatchObject({ code: "storage-failed" });
  expect(readAcknowledged(file)).toEqual({ number: acknowledged.number, hash: acknowledged.hash });
  expect(isFailureNoted(file)).toBe(true);
  disk.fails = false;
  await expect(other.add(coffee("refused by another"), by)).rejects.toMatchObject({ code: "storage-failed" });
  expect(readAcknowledged(file)).toEqual({ number: acknowledged.number, hash: acknowledged.hash });
  await other.close();
  await store.close();
  await healClosedDatabase(file);
  const healed = openSqliteStore(file, [], by.at);
  expect(namesOf((await healed.list()).coffees)).toEqual(["acknowledged"]);
  await healed.close();
});
