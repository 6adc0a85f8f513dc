import Database from "better-sqlite3";
import { copyFileSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import type { CoffeeStore } from "../../../catalogue/coffee-store.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { joinShop, openShop, openStore, shopFile } from "../../open-store.ts";
import { StoreRefused } from "../../store-refused.ts";
import { namesOf } from "../../../test/coffee-texts.ts";
import { isFailureNoted, writeFailureNote } from "../file/failure-note.ts";
import { healClosedDatabase, healDatabase } from "./heal-database.ts";
import { writeNewestChange } from "../file/newest-change-file.ts";
import { openSqliteStore } from "../sqlite-store.ts";

const at = new Date("2026-11-23T06:00:00.000Z");
const by = { visitor: null, at };

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "niceties-heal-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

const coffee = (name: string) => coffeeText({ ...emptyFields, name });

async function contents(store: CoffeeStore) {
  return { list: await store.list(), changes: await store.changes(0, 1_000), keys: await store.keys(0, 1_000) };
}

/**
 * A shop that was killed after a failed sync: its write-ahead log has changes after the newest acknowledged one.
 * Returns the coffees at that change.
 */
async function failedShop(directory: string) {
  const open = join(directory, "open");
  const store = openStore(open, [], at);
  const names = ["edited", "removed", "removed and put back", "left alone"];
  const made = [];
  for (const name of names) made.push(await store.add(coffee(name), by, `key of ${name}`));
  const [edited, removed, putBack] = made.map(({ coffeeId }) => coffeeId);
  const { number: gone } = (await store.remove(putBack ?? "", by)) ?? { number: 0 };
  const acknowledged = await contents(store);
  const { version } = acknowledged.list;
  await store.replace(edited ?? "", coffee("refused edit"), by);
  await store.remove(removed ?? "", by);
  await store.undo([gone], by);
  await store.add(coffee("refused"), by, "key of refused");
  await store.replace(edited ?? "", coffee("refused edit of a refused edit"), by);
  const killed = join(directory, "killed");
  cpSync(open, killed, { recursive: true, filter: (path) => !/-shm$|\.lock$/.test(path) });
  await store.close();
  const file = shopFile(killed);
  writeNewestChange(join(killed, "niceties.head"), version);
  writeFailureNote(file, version);
  return { directory: killed, file, version, acknowledged };
}

async function reopened(directory: string) {
  const store = await openShop({ directory, databaseUrl: "" }, [], at);
  const found = await contents(store);
  await store.close();
  return found;
}

test("a shop that was killed after a failed sync opens with what was acknowledged, and nothing of what was refused", async () => {
  await using folder = await temporaryFolder();
  const { directory, file, acknowledged } = await failedShop(folder.path);
  expect(existsSync(`${file}-wal`)).toBe(true);
  expect(await reopened(directory)).toEqual(acknowledged);
  expect(readdirSync(directory).toSorted()).toEqual([
    "niceties.db",
    "niceties.db.sha256",
    "niceties.head",
    "niceties.lock",
  ]);
});

test.for(["while it copies", "once the copy is whole", "without its old log", "with its new file in place"])(
  "the next opening completes a healing that was killed %s",
  async (moment) => {
    await using folder = await temporaryFolder();
    const { directory, file, version, acknowledged } = await failedShop(folder.path);
    const healed = join(folder.path, "healed");
    cpSync(directory, healed, { recursive: true });
    await healDatabase(shopFile(healed));
    if (moment === "while it copies") writeFileSync(`${file}.healing`, "half a file");
    else copyFileSync(shopFile(healed), `${file}.healed`);
    if (moment === "without its old log" || moment === "with its new file in place") rmSync(`${file}-wal`);
    if (moment === "with its new file in place") {
      copyFileSync(`${file}.healed`, file);
      rmSync(`${file}.healed`);
    }
    expect(isFailureNoted(file)).toBe(true);
    const { list } = await reopened(directory);
    expect(list).toEqual(acknowledged.list);
    expect(list.version).toEqual(version);
    expect(readdirSync(directory).filter((name) => /heal|failed/.test(name))).toEqual([]);
  },
);

test("a command heals a closed shop; an opening that cannot wait for healing is refused", async () => {
  await using folder = await temporaryFolder();
  const { directory, file, acknowledged } = await failedShop(folder.path);
  const words = `${file} is not healed yet after a failed sync; a shop that is open heals it by itself, otherwise start the shop. Try again in a moment.`;
  expect(() => openStore(directory, [], at)).toThrow(new StoreRefused(words));
  const store = await joinShop({ directory, databaseUrl: "" });
  expect(await contents(store)).toEqual(acknowledged);
  await store.close();
});

test("if the failure note has no version, the log is not cut", async () => {
  await using folder = await temporaryFolder();
  const { directory, file, version } = await failedShop(folder.path);
  rmSync(join(directory, "niceties.head"));
  writeFailureNote(file, undefined);
  const { list } = await reopened(directory);
  expect(list.version.number).toBe(version.number + 5);
});

test("what was acknowledged after the note was written is kept", async () => {
  await using folder = await temporaryFolder();
  const { directory, file, acknowledged } = await failedShop(folder.path);
  writeFailureNote(file, acknowledged.changes[1]);
  expect(await reopened(directory)).toEqual(acknowledged);
});

test.for([
  [
    "is not what was acknowledged",
    "UPDATE changes SET hash = iif(hash LIKE 'e%', 'f', 'e') || substr(hash, 2) WHERE number = 5",
  ],
  ["does not fit", "UPDATE changes SET visitor = 'somebody' WHERE number = 2"],
  ["is gone", "DELETE FROM changes WHERE number > 4"],
] as const)("a log of which a change %s is not healed, and nothing is replaced", async ([, sql]) => {
  await using folder = await temporaryFolder();
  const { file } = await failedShop(folder.path);
  const database = new Database(file);
  database.pragma("foreign_keys = OFF");
  database.exec(sql);
  const before = database.prepare("SELECT * FROM changes").all();
  await expect(healClosedDatabase(file)).rejects.toThrow(StoreRefused);
  expect(isFailureNoted(file)).toBe(true);
  expect(database.prepare("SELECT * FROM changes").all()).toEqual(before);
  expect(readdirSync(join(folder.path, "killed")).filter((name) => name.includes("heal"))).toEqual([]);
  database.close();
});

test("a shop heals once another program's sync has failed and that program is gone; reads go on meanwhile", async () => {
  await using folder = await temporaryFolder();
  const file = shopFile(folder.path);
  const trouble = Promise.withResolvers<string>();
  const healed = Promise.withResolvers<string>();
  const events = {
    onTrouble: ({ message }: StoreRefused) => trouble.resolve(message),
    onHealed: healed.resolve,
    onGivenUp: healed.reject,
  };
  const store = openSqliteStore(file, [], at, { writesInThread: true, events });
  const { coffeeId } = await store.add(coffee("acknowledged"), by);
  const version = await store.version();
  const command = openSqliteStore(file, [], at, { joins: true });
  writeFailureNote(file, version);
  await expect(command.add(coffee("refused"), by)).rejects.toMatchObject({ code: "storage-failed" });
  await expect(store.add(coffee("refused"), by)).rejects.toMatchObject({ code: "storage-failed" });
  expect(await trouble.promise).toMatch(/ cannot be healed yet: another program has it open; end every command/);
  await expect(store.add(coffee("refused"), by)).rejects.toMatchObject({ code: "storage-failed" });
  expect((await store.history(coffeeId, 9)).length).toBe(1);
  expect(await store.version()).toEqual(version);
  await command.close();
  expect(await healed.promise).toMatch(/goes on writing after change 1, the last one that was acknowledged\.$/);
  expect(namesOf((await store.list()).coffees)).toEqual(["acknowledged"]);
  expect(await store.add(coffee("acknowledged later"), by)).toMatchObject({ number: 2 });
  const other = openSqliteStore(file, [], at, { joins: true });
  await other.add(coffee("by another program"), by);
  await other.close();
  expect(await store.version()).toMatchObject({ number: 3 });
  await store.close();
});

test("a shop whose healing has to wait can be closed, and heals when it is opened again", async () => {
  await using folder = await temporaryFolder();
  const file = shopFile(folder.path);
  const store = openSqliteStore(file, [], at, { writesInThread: true });
  await store.add(coffee("acknowledged"), by);
  const command = openSqliteStore(file, [], at, { joins: true });
  writeFailureNote(file, await store.version());
  await expect(store.add(coffee("refused"), by)).rejects.toMatchObject({ code: "storage-failed" });
  await store.close();
  await command.close();
  const { list } = await reopened(folder.path);
  expect(namesOf(list.coffees)).toEqual(["acknowledged"]);
});
