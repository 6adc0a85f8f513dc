// Long, because it has a table of alterations, each of which must be found.
import Database from "better-sqlite3";
import { readdirSync, rmSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chain, emptyVersion, type StoredChange } from "../catalogue/log/change.ts";
import { emptyFields } from "../catalogue/coffee.ts";
import { coffeeText } from "../catalogue/coffee-text.ts";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { edited } from "../test/coffee-texts.ts";
import { openStore } from "./open-store.ts";
import { seededRandom, type SeededRandom } from "../test/seeded-random.ts";
import type { Verification } from "./log/verification.ts";
import { verifyFile, verifyShop } from "./verify.ts";

const flips = 200;
const at = new Date("2026-11-21T12:00:00.000Z");

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "niceties-verify-"));
  file = join(directory, "niceties.db");
  await makeShop();
});
afterEach(() => rm(directory, { recursive: true }));

/** Makes a shop with the samples, one of them updated and one deleted and restored. Returns its log. */
async function makeShop(): Promise<StoredChange[]> {
  const store = openStore(directory, sampleCoffees, at);
  const [one, other] = (await store.list()).coffees;
  if (!one || !other) throw new Error("There are no samples.");
  await store.replace(one.id, edited(one.text, { price: "1" }), { visitor: "0f3c", at });
  const removed = await store.remove(other.id, { visitor: "0f3c", at });
  await store.undo([removed?.number ?? 0], { visitor: null, at });
  const changes = await store.changes(0, 100);
  await store.close();
  return changes;
}

function faultsOf({ findings }: Verification) {
  return findings.filter(({ isSound }) => isSound === false);
}

/** Runs SQL on the file and removes its seal, so that the seal does not reveal the change. */
function inSqlite(...statements: readonly string[]): void {
  const database = new Database(file);
  database.pragma("foreign_keys = OFF");
  for (const sql of statements) database.exec(sql);
  database.close();
  rmSync(`${file}.sha256`, { force: true });
}

test("a closed shop verifies in every part, and its file stays the same, byte for byte", async () => {
  const before = await readFile(file);
  const verified = await verifyShop(directory);
  expect(verified.findings.map(({ part, isSound }) => [part, isSound])).toEqual([
    ["seal", true],
    ["structure", true],
    ["log", true],
    ["coffees", true],
    ["newest change", true],
  ]);
  expect(verified).toMatchObject({ isSound: true, changes: 15, coffees: 12, newest: { number: 15 } });
  expect((await readFile(file)).equals(before)).toBe(true);
  expect(readdirSync(directory).toSorted()).toEqual([
    "niceties.db",
    "niceties.db.sha256",
    "niceties.head",
    "niceties.lock",
  ]);
});

test("an open shop verifies with the change in its write-ahead log, which stays there", async () => {
  const store = openStore(directory, [], at);
  await store.add(coffeeText(emptyFields), { visitor: null, at });
  const log = await stat(`${file}-wal`);
  const verified = await verifyShop(directory);
  expect(faultsOf(verified)).toEqual([]);
  expect(verified).toMatchObject({ changes: 16, coffees: 13 });
  expect((await stat(`${file}-wal`)).size).toBe(log.size);
  await store.close();
});

test("a killed shop verifies with the change in its write-ahead log, and its files stay unchanged", async () => {
  const store = openStore(directory, [], at);
  await store.add(coffeeText(emptyFields), { visitor: null, at });
  const killed = join(directory, "killed");
  await mkdir(killed);
  for (const name of ["niceties.db", "niceties.db-wal", "niceties.head"]) {
    await copyFile(join(directory, name), join(killed, name));
  }
  await store.close();
  const contents = () => Promise.all(["", "-wal"].map((end) => readFile(join(killed, `niceties.db${end}`))));
  const before = await contents();
  expect(await verifyShop(killed)).toMatchObject({ isSound: true, changes: 16 });
  expect(await contents()).toEqual(before);
});

/** Writes the file with one random bit of the byte at `position` flipped. */
async function flip(bytes: Buffer, position: number, random: SeededRandom): Promise<void> {
  const flipped = Buffer.from(bytes);
  flipped[position] = (bytes[position] ?? 0) ^ (1 << random.below(8));
  await writeFile(file, flipped);
}

test(`a flipped bit is named at ${flips} places all over a sealed file`, async () => {
  const random = seededRandom(1);
  const bytes = await readFile(file);
  for (let count = 0; count < flips; count++) {
    const position = random.below(bytes.length);
    await flip(bytes, position, random);
    const { isSound, findings } = await verifyShop(directory);
    expect({ position, isSound, seal: findings[0]?.isSound }).toEqual({ position, isSound: false, seal: false });
  }
});

test(`a flipped bit is named at ${flips} places all over the rows of a file without a seal`, async () => {
  rmSync(`${file}.sha256`);
  rmSync(join(directory, "niceties.head"));
  const random = seededRandom(2);
  const bytes = await readFile(file);
  const rows = rowsIn(bytes);
  for (let count = 0; count < flips; count++) {
    const { from, length } = random.pick(rows);
    const position = from + random.below(length);
    await flip(bytes, position, random);
    expect({ position, faults: faultsOf(await verifyShop(directory)) }).toEqual({
      position,
      faults: expect.arrayContaining([expect.objectContaining({ isSound: false })]),
    });
  }
});

test("broken pages are named, even where every row can be read", async () => {
  rmSync(`${file}.sha256`);
  const database = new Database(file);
  const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'changes_of_visitor'").pluck().get();
  const size = Number(database.pragma("page_size", { simple: true }));
  database.close();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, (Number(root) - 1) * size, Number(root) * size));
  const faults = faultsOf(await verifyShop(directory));
  expect(faults).toEqual([
    expect.objectContaining({ part: "structure", message: expect.stringMatching(/^SQLite says: /) }),
  ]);
});

/** The positions in the file of each change's texts and each coffee's values, in SQLite's order. */
function rowsIn(bytes: Buffer): { from: number; length: number }[] {
  const database = new Database(file, { readonly: true });
  const changes = database
    .prepare<[], string>(
      "SELECT time || action || coffee_id || ifnull(before, '') || ifnull(after, '') || ifnull(visitor, '') FROM changes",
    )
    .pluck()
    .all();
  const coffees = database
    .prepare<[], string>(
      // SQLite stores a number below 128 in one byte, and 1 in none: the header of the row contains it.
      "SELECT _id || iif(place > 1, char(place), '') || iif(version > 1, char(version), '') || text FROM coffees",
    )
    .pluck()
    .all();
  const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'coffees'").pluck().get();
  const coffeesFrom = (Number(root) - 1) * Number(database.pragma("page_size", { simple: true }));
  database.close();
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  const found = (text: string, start = 0) => {
    const from = bytes.indexOf(text, start);
    return from === -1 ? [] : [{ from, length: Buffer.byteLength(text) }];
  };
  return [...changes.flatMap((text) => found(text)), ...coffees.flatMap((text) => found(text, coffeesFrom))];
}

/** SQL: copies the newest change to another number. */
function insertHidden(number: string): string {
  return `INSERT INTO changes SELECT ${number}, time, action, coffee_id, fields, NULL, visitor, browser, salt, own, erasure, hash, before, after
    FROM changes WHERE number = 15`;
}

describe("verifying reports an alteration in SQLite:", () => {
  test.for<[string, string[], string | RegExp, number | undefined]>([
    [
      "another text in the log",
      ["UPDATE changes SET visitor = 'me' WHERE number = 5"],
      /^Change 5 does not fit: its hash/,
      5,
    ],
    [
      "a change with a number below the first",
      [insertHidden("-1")],
      "Change -1 does not fit: change 1 should stand in its place.",
      -1,
    ],
    [
      "a change with a number below all that JavaScript can count to",
      [insertHidden("-9223372036854775807")],
      "It has 16 rows, but its changes end with 15.",
      undefined,
    ],
    ["a change that is gone", ["DELETE FROM changes WHERE number = 7"], /^Change 8 does not fit: change 7 should/, 8],
    [
      "blanks in what the log says of a coffee",
      ["UPDATE changes SET after = replace(after, ',\"chef\"', ', \"chef\"') WHERE number = 4"],
      "Change 4 does not fit: its hash does not fit: it, or the hash itself, was altered.",
      4,
    ],
    [
      "no JSON in the log",
      ["UPDATE changes SET after = '{' WHERE number = 4"],
      /^Change 4 does not fit: what it says/,
      4,
    ],
    [
      "another name in the log",
      ["UPDATE changes SET after = json_set(after, '$.name', 'x') WHERE number = 3"],
      /^Change 3 does not fit: its hash/,
      3,
    ],
    [
      "another name of a coffee",
      ["UPDATE coffees SET text = json_set(text, '$.name', 'x') WHERE place = 3"],
      /is not what change 3 made it: name\.$/,
      3,
    ],
    [
      "a price of another type",
      ["UPDATE coffees SET text = json_set(text, '$.price', 1) WHERE place = 1"],
      /change 13 made it: price\.$/,
      13,
    ],
    [
      "no JSON of a coffee",
      ["UPDATE coffees SET text = '{' WHERE place = 4"],
      /is not what change 4 made it: name, /,
      4,
    ],
    ["a coffee that is gone", ["DELETE FROM coffees WHERE place = 4"], /is missing; change 4 made or kept it\.$/, 4],
    ["a coffee at another place", ["UPDATE coffees SET place = 14 WHERE place = 4"], /is not at its place/, 4],
    ["a coffee of another version", ["UPDATE coffees SET version = 1 WHERE place = 4"], /does not name change 4/, 4],
    [
      "a coffee that nobody added",
      ["INSERT INTO coffees SELECT '6b0190b23dc1a96a2b10c4b9', 14, 14, '{}'"],
      "Coffee 6b0190b23dc1a96a2b10c4b9 is there, but by the log it should not be.",
      undefined,
    ],
  ])("%s", async ([, statements, message, change]) => {
    inSqlite(...statements);
    const [fault] = faultsOf(await verifyShop(directory));
    expect(fault?.message).toMatch(message);
    expect(fault?.change).toBe(change);
  });

  test("a log whose end was cut off, together with its effect on the coffees", async () => {
    inSqlite("DELETE FROM changes WHERE number = 15", "DELETE FROM coffees WHERE version = 15");
    expect(faultsOf(await verifyShop(directory))).toEqual([
      {
        part: "newest change",
        isSound: false,
        message: "Change 15 was acknowledged, but the log ends with change 14: its end was cut off.",
        change: 15,
      },
    ]);
  });

  test("a log that was rewritten with matching hashes", async () => {
    const noteText = await readFile(join(directory, "niceties.head"));
    await rm(directory, { recursive: true });
    await makeShop(); // its ids are random, so its hashes differ
    await writeFile(join(directory, "niceties.head"), noteText);
    expect(faultsOf(await verifyShop(directory))).toEqual([
      expect.objectContaining({
        part: "newest change",
        change: 15,
        message: expect.stringMatching(/was rewritten\.$/),
      }),
    ]);
  });

  test("a trigger that somebody put in", async () => {
    inSqlite("CREATE TRIGGER more AFTER INSERT ON changes BEGIN DELETE FROM coffees; END");
    expect(faultsOf(await verifyShop(directory))).toEqual([
      expect.objectContaining({ part: "structure", message: expect.stringContaining("somebody has changed them") }),
    ]);
  });
});

test("a receipt is found in the log that it was given for, and in no other", async () => {
  const store = openStore(directory, [], at);
  const [given] = await store.changes(4, 1);
  await store.close();
  if (!given) throw new Error("There is no change 5.");
  const other = chain(given, emptyVersion);
  const receipts = [given, { ...given, hash: other.hash }, { ...given, number: 99 }];
  const { findings } = await verifyShop(directory, { receipts });
  expect(findings.slice(-3).map(({ isSound, message }) => [isSound, message.replace(/^\S+ /, "")])).toEqual([
    [true, "is of this log."],
    [false, "is not of this log: change 5 is another one."],
    [false, "is not of this log: the log ends before it."],
  ]);
});

test.for<[string, () => Promise<void>, RegExp]>([
  [
    "half of it",
    async () => truncate(file, Math.floor((await stat(file)).size / 2)),
    /^(It cannot be read|SQLite says)/,
  ],
  ["nothing", () => truncate(file, 0), /^It is empty: there is no shop in it\.$/],
  [
    "something else",
    () => writeFile(file, "Milk, beans, sugar\n".repeat(100)),
    /^It cannot be read: it is not a database\.$/,
  ],
  [
    "the tables of another program",
    async () => {
      await truncate(file, 0);
      inSqlite("CREATE TABLE milk (litres)");
    },
    /^It /,
  ],
])("a file with only %s is reported as damaged or not a shop", async ([, damage, message]) => {
  rmSync(`${file}.sha256`);
  await damage();
  expect(faultsOf(await verifyFile(file))[0]).toMatchObject({
    part: "structure",
    message: expect.stringMatching(message),
  });
});

test("a file whose name has a higher change number than its log is reported", async () => {
  const named = join(directory, "niceties-2026-11-21T120000Z-change-16.db");
  await copyFile(file, named);
  expect(faultsOf(await verifyFile(named))).toEqual([
    expect.objectContaining({ message: "The file's name says change 16, but its log ends with change 15." }),
  ]);
});
