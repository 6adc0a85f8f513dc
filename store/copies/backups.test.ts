// Long, because backing up and restoring are tried at each step at which the process can be killed.
import Database from "better-sqlite3";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { backUp, listBackups } from "./backups.ts";
import { openStore, shopFile } from "../open-store.ts";
import { restore } from "./restore.ts";
import { writeFailureNote } from "../sqlite/file/failure-note.ts";
import { StoreRefused } from "../store-refused.ts";
import { verifyFile, verifyShop } from "../verify.ts";

const at = new Date("2026-11-21T22:03:05.123Z");
const by = { visitor: "0f3c", at };

let folder: string;
let directory: string;
let backups: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "niceties-backups-"));
  directory = join(folder, "shop");
  backups = join(folder, "backups");
  await openStore(directory, sampleCoffees, at).close();
});
afterEach(() => rm(folder, { recursive: true }));

async function coffeesIn(place: string): Promise<readonly IdentifiedCoffee[]> {
  const store = openStore(place, [], at);
  const { coffees } = await store.list();
  await store.close();
  return coffees;
}

async function removeFirst(): Promise<void> {
  const store = openStore(directory, [], at);
  const [first] = (await store.list()).coffees;
  await store.remove(first?.id ?? "", by);
  await store.close();
}

/** Starts a program in a new process, with `backUp`, `openStore` and `restore` in scope. */
function start(program: string, ...words: readonly string[]) {
  const modules = ["./backups.ts", "../open-store.ts", "./restore.ts"].map(
    (name) => new URL(name, import.meta.url).href,
  );
  const imports = modules.map((module) => `...(await import(${JSON.stringify(module)}))`).join(", ");
  const source = `const { backUp, openStore, restore } = { ${imports} };
    const words = process.argv.slice(1);
    const die = () => process.kill(process.pid, "SIGKILL");
    ${program}`;
  const args = ["--input-type=module", "--eval", source, ...words];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Runs a program until it ends or kills itself, and returns its output. */
async function run(program: string, ...words: readonly string[]): Promise<string> {
  const child = start(program, ...words);
  const [out] = await Promise.all([text(child.stdout), once(child, "close")]);
  return out;
}

test("a backup has the time and the last change in its name, a seal beside it, and verifies", async () => {
  const { file, changes } = await backUp(directory, backups, at);
  expect(readdirSync(backups).toSorted()).toEqual([
    "niceties-2026-11-21T220305Z-change-12.db",
    "niceties-2026-11-21T220305Z-change-12.db.sha256",
  ]);
  expect(listBackups(backups)).toEqual([{ file, at: new Date("2026-11-21T22:03:05Z") }]);
  const { isSound, findings } = await verifyFile(file);
  expect({ changes, isSound, seal: findings[0]?.isSound }).toEqual({ changes: 12, isSound: true, seal: true });
});

test("a backup is a snapshot of its start, even if the shop is written at every step", async () => {
  const long = coffeeText({ ...emptyFields, details: "long and slow ".repeat(20) });
  const shop = openStore(directory, [], at);
  const coffees = Array.from({ length: 10_000 }, () => ({ id: undefined, text: long }));
  await shop.importAll(coffees, by, false); // too many to be copied in one step
  const { number } = await shop.version();
  const writes: Promise<unknown>[] = [];
  const { isSound, changes } = await backUp(directory, backups, at, {
    onProgress: () => writes.push(shop.add(long, by)),
  });
  await Promise.all(writes);
  await shop.close();
  expect({ isSound, changes }).toEqual({ isSound: true, changes: number });
  expect(writes.length).toBeGreaterThan(2);
});

test("the secret of the day is not in a backup, and stays in the shop", async () => {
  const store = openStore(directory, [], at);
  const key = await store.dayKey("2026-11-21");
  const { file } = await backUp(directory, backups, at);
  expect((await readFile(file)).includes(key)).toBe(false);
  expect(await store.dayKey("2026-11-21")).toBe(key);
  await store.close();
});

test("a backup that is stopped in the middle leaves nothing", async () => {
  const controller = new AbortController();
  const stopped = backUp(directory, backups, at, {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error("enough")),
  });
  await expect(stopped).rejects.toThrow("enough");
  expect(readdirSync(backups)).toEqual([]);
});

test("a killed backup leaves only an unfinished copy, which a backup a day later removes", async () => {
  await run("await backUp(words[0], words[1], new Date(), { onProgress: die });", directory, backups);
  const [unfinished = "", ...others] = readdirSync(backups);
  expect([unfinished, others]).toEqual([expect.stringMatching(/^unfinished-/), []]);
  expect(listBackups(backups)).toEqual([]);
  const begun = statSync(join(backups, unfinished)).mtimeMs;
  await backUp(directory, backups, new Date(begun + 3_600_000));
  expect(readdirSync(backups), "it may be another machine's, under way").toContain(unfinished);
  await backUp(directory, backups, new Date(begun + 25 * 3_600_000));
  expect(readdirSync(backups).filter((name) => !name.startsWith("niceties-"))).toEqual([]);
});

test("a backup restored into an empty directory has the same coffees", async () => {
  const { file } = await backUp(directory, backups, at);
  const { before } = await restore(file, join(folder, "new"), at);
  expect(before).toBeUndefined();
  expect(await coffeesIn(join(folder, "new"))).toEqual(await coffeesIn(directory));
});

test("a restore replaces the shop and keeps the old one, which can be restored in turn", async () => {
  const { file } = await backUp(directory, backups, at);
  const original = await coffeesIn(directory);
  await removeFirst();
  const { before = "" } = await restore(file, directory, at);
  expect(await coffeesIn(directory)).toEqual(original);
  expect((await verifyShop(directory)).isSound).toBe(true);
  await restore(before, directory, at);
  expect(await coffeesIn(directory)).toEqual(original.slice(1));
});

test("an open shop is not replaced", async () => {
  const { file } = await backUp(directory, backups, at);
  const store = openStore(directory, [], at);
  await expect(restore(file, directory, at)).rejects.toThrow(/^The shop in .* is open\. Close it first/);
  await store.close();
  await expect(restore(file, directory, at)).resolves.toBeDefined();
});

function inSqlite(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

test.for<[string, (file: string) => unknown, RegExp]>([
  [
    "another byte in it",
    async (file) => {
      const bytes = await readFile(file);
      bytes.write("Farhane", bytes.indexOf("Farhana"));
      await writeFile(file, bytes);
    },
    /^The file is not/,
  ],
  ["its end cut off", (file) => truncate(file, 20_480), /^The file is not what it was when it was closed/],
  ["data of a newer version", (file) => inSqlite(file, "PRAGMA user_version = 99"), /newer version of Niceties/],
])("a backup with %s is named, and restoring it changes nothing", async ([, damage, message]) => {
  const { file } = await backUp(directory, backups, at);
  await damage(file);
  const { findings } = await verifyFile(file);
  expect(findings).toContainEqual(expect.objectContaining({ isSound: false, message: expect.stringMatching(message) }));
  await rm(`${file}.sha256`);
  const before = { files: readdirSync(directory), bytes: await readFile(shopFile(directory)) };
  await expect(restore(file, directory, at)).rejects.toThrow(StoreRefused);
  expect({ files: readdirSync(directory), bytes: await readFile(shopFile(directory)) }).toEqual(before);
});

/** Removes a coffee, then dies without closing the shop: the change is only in the write-ahead log. */
const crash = `
  const store = openStore(words[0], [], new Date());
  await store.remove((await store.list()).coffees[0].id, { visitor: null, at: new Date() });
  die();`;

const steps = `await restore(words[1], words[0], new Date(), { onStep: (step) => console.log(step) });`;
const stepThenDie = `await restore(words[1], words[0], new Date(), { onStep: (step) => { if (step === words[2]) die(); } });`;

/** Kills the process after each step of restoring over a shop. Returns each step with the result of `look`. */
async function killedAtEachStep(old: string, backup: string, look: (shop: string) => Promise<string>) {
  const whole = join(folder, "whole");
  cpSync(old, whole, { recursive: true });
  const found: string[] = [];
  for (const step of (await run(steps, whole, backup)).trim().split("\n")) {
    const shop = join(folder, `killed after ${step}`);
    cpSync(old, shop, { recursive: true });
    await run(stepThenDie, shop, backup, step);
    found.push(`${step}: ${await look(shop)}`);
  }
  return found;
}

test("if a restore over a crashed shop is killed at any step, the old or the new shop opens", async () => {
  const { file } = await backUp(directory, backups, at);
  const restored = await coffeesIn(directory);
  await run(crash, directory);
  const found = await killedAtEachStep(directory, file, async (shop) => {
    const coffees = await coffeesIn(shop);
    expect((await verifyShop(shop)).isSound).toBe(true);
    expect([restored, restored.slice(1)]).toContainEqual(coffees);
    return coffees.length === restored.length ? "new" : "old";
  });
  expect(found).toEqual([
    "copied: old",
    "kept aside: old",
    "removed niceties.head: old",
    "placed niceties.db: new",
    "placed niceties.head: new",
    "placed niceties.db.sha256: new",
  ]);
});

test.for<[string, (file: string) => unknown]>([
  ["lost its newest change", (file) => inSqlite(file, "DELETE FROM changes WHERE number = 13")],
  [
    "was altered while it was closed",
    (file) => inSqlite(file, "UPDATE coffees SET text = json_set(text, '$.name', 'mine')"),
  ],
  ["is no database any more", (file) => writeFile(file, "Milk, beans, sugar\n".repeat(1_000))],
  [
    "is no database and has nothing beside it",
    async (file) => {
      await writeFile(file, "Milk, beans, sugar\n".repeat(1_000));
      for (const beside of [`${file}.sha256`, file.replace(/db$/, "head")]) await rm(beside);
    },
  ],
])("a shop that %s is refused or replaced, wherever a restore over it is killed", async ([, damage]) => {
  const { file } = await backUp(directory, backups, at);
  const restored = await coffeesIn(directory);
  await removeFirst();
  await damage(shopFile(directory));
  const found = await killedAtEachStep(directory, file, async (shop) => {
    try {
      expect(await coffeesIn(shop)).toEqual(restored);
      return "new";
    } catch (error) {
      if (error instanceof StoreRefused) return "refused";
      throw error;
    }
  });
  expect(found).toContain("removed niceties.db: refused");
  expect(found.filter((step) => !step.endsWith(": refused"))).toEqual([
    "placed niceties.db: new",
    "placed niceties.db.sha256: new",
  ]);
});

test("the copy that a killed restore kept aside is unaffected by later writes to the shop", async () => {
  const { file } = await backUp(directory, backups, at);
  await run(stepThenDie, directory, file, "kept aside");
  await removeFirst();
  const [kept = ""] = readdirSync(directory).filter((name) => name.startsWith("before-restore-"));
  expect(await verifyShop(join(directory, kept))).toMatchObject({ isSound: true, changes: 12 });
});

test("a restore over a crashed shop is refused while another program reads it", async () => {
  const { file } = await backUp(directory, backups, at);
  await run(crash, directory);
  const reader = new Database(shopFile(directory));
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM coffees").get();
  await expect(restore(file, directory, at)).rejects.toThrow(/^Another program reads .* nothing was restored\.$/);
  reader.close();
  expect(await coffeesIn(directory)).toHaveLength(11);
});

test("a restore that cannot lock the shop reports the reason, not an open shop", async () => {
  const { file } = await backUp(directory, backups, at);
  const lock = join(directory, "niceties.lock");
  await rm(lock);
  await mkdir(lock);
  await expect(restore(file, directory, at)).rejects.toThrow(
    /^Nothing was restored to \S+: permission denied, or not a file\.$/,
  );
});

test("nothing is replaced if the operator does not agree", async () => {
  const { file } = await backUp(directory, backups, at);
  await removeFirst();
  const restored = restore(file, directory, at, {
    agree: async ({ changes }) => Promise.reject(new Error(`not to change ${changes}`)),
  });
  await expect(restored).rejects.toThrow("not to change 12");
  expect(await coffeesIn(directory)).toHaveLength(11);
  expect(readdirSync(directory).filter((name) => name.includes("restore"))).toEqual([]);
});

test("a shop that does not verify is not backed up, and no copy is left", async () => {
  const database = new Database(shopFile(directory));
  database.exec("UPDATE changes SET visitor = 'somebody else' WHERE number = 5");
  database.close();
  await rm(`${shopFile(directory)}.sha256`);
  const words = /^No backup was made, since the shop does not verify: Change 5 does not fit: /;
  await expect(backUp(directory, backups, at)).rejects.toThrow(words);
  expect(readdirSync(backups)).toEqual([]);
});

test("an open backup, with its newest changes in a write-ahead log, is not restored", async () => {
  const elsewhere = join(folder, "elsewhere");
  const store = openStore(elsewhere, [], at);
  await store.add(coffeeText(sampleCoffees[0] ?? emptyFields), by);
  await expect(restore(shopFile(elsewhere), directory, at)).rejects.toThrow(
    / is open, or was cut short, so it may not/,
  );
  await store.close();
  expect(await coffeesIn(directory)).toHaveLength(12);
});

test("a backup can be restored over a shop that is not healed after a failed sync", async () => {
  const { file } = await backUp(directory, backups, at);
  writeFailureNote(shopFile(directory), undefined);
  await writeFile(`${shopFile(directory)}.healed`, "no database");
  await restore(file, directory, at);
  expect(await coffeesIn(directory)).toHaveLength(12);
  expect(readdirSync(directory).filter((name) => /heal|failed/.test(name))).toEqual([]);
});
