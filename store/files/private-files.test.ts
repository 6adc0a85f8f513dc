import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { backUp } from "../copies/backups.ts";
import { openShop, openStore } from "../open-store.ts";
import { isExposed, makePrivate } from "./private-files.ts";
import { restore } from "../copies/restore.ts";
import { breakSeal, sealOf } from "../sqlite/file/seal.ts";
import { newTestPlace, type TestPlace } from "../../test/test-place.ts";

const monday = new Date("2026-11-23T08:00:00.000Z");
const by = { visitor: "0f3c", at: monday };

let place: TestPlace;
let data: string;
let umask: number;
beforeEach(async () => {
  place = await newTestPlace("");
  data = join(place.directory, "data");
  umask = process.umask(0);
});
afterEach(async () => {
  process.umask(umask);
  await place[Symbol.asyncDispose]();
});

/** `data` and everything in it that another account may read, write or enter. */
function exposed(): string[] {
  return globSync("**", { cwd: data })
    .map((name) => join(data, name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
}

/** The files in `data` that contain a text. */
function filesWith(text: string): string[] {
  return globSync("**/*.*", { cwd: data }).filter((name) => readFileSync(join(data, name)).includes(text));
}

test("with any umask, only the shop's account may read its data and what restores kept", async () => {
  const store = await openShop({ directory: data, databaseUrl: "" }, [emptyFields], monday);
  await store.add(coffeeText(emptyFields), by);
  await store.dayKey("2026-11-23");
  expect(globSync("*", { cwd: data }).toSorted()).toEqual([
    "niceties.db",
    "niceties.db-shm",
    "niceties.db-wal",
    "niceties.head",
    "niceties.lock",
  ]);
  expect(exposed()).toEqual([]);
  const { file } = await backUp(data, join(data, "backups"), monday);
  expect(exposed()).toEqual([]);
  await store.close();
  expect(exposed()).toEqual([]);
  await restore(file, data, monday);
  expect(exposed()).toEqual([]);
});

test("a backup that anybody may read becomes a shop that only its own account may read", async () => {
  const store = openStore(data, [emptyFields], monday);
  await store.close();
  const { file } = await backUp(data, join(data, "backups"), monday);
  for (const path of globSync("backups/*", { cwd: data })) chmodSync(join(data, path), 0o644);
  const target = join(data, "restored");
  await restore(file, target, monday);
  expect(exposed().filter((path) => path.startsWith(target))).toEqual([]);
});

test("opening an old shop removes other accounts' access to its files", async () => {
  mkdirSync(data);
  const store = openStore(data, [emptyFields], monday);
  for (const name of globSync("*", { cwd: data })) chmodSync(join(data, name), 0o644);
  const again = openStore(data, [], monday);
  expect(exposed()).toEqual([data]);
  await again.close();
  await store.close();
});

test("making a file private or breaking a seal works while another program removes the file", async () => {
  mkdirSync(data);
  const file = join(data, "niceties.db");
  const removing = `const { rmSync, writeFileSync } = require("node:fs");
    for (;;) { writeFileSync(process.argv[1], "", { mode: 0o644 }); rmSync(process.argv[1], { force: true }); }`;
  const other = spawn(process.execPath, ["-e", removing, sealOf(file)]);
  await once(other, "spawn");
  try {
    const seen = new Set<boolean>();
    while (seen.size < 2) seen.add(existsSync(sealOf(file)));
    for (let round = 0; round < 5_000; round++) {
      makePrivate(sealOf(file));
      breakSeal(file);
    }
  } finally {
    other.kill();
    await once(other, "exit");
  }
  expect(isExposed(join(data, "never"))).toBe(false);
});

test("a directory that its group may use is exposed, unless the group is root's, as in a container", () => {
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o770);
  expect(isExposed(data)).toBe(statSync(data).gid !== 0);
  chmodSync(data, 0o705);
  expect(isExposed(data)).toBe(true);
});

test("the key of a day is in no byte of the files once the day is over", async () => {
  const store = await openShop({ directory: data, databaseUrl: "" }, [emptyFields], monday);
  const key = await store.dayKey("2026-11-23");
  expect(filesWith(key)).not.toEqual([]);
  await store.forgetDayKeys("2026-11-23");
  expect(await store.dayKey("2026-11-23")).toBe(key);
  await store.forgetDayKeys("2026-11-24");
  expect(filesWith(key)).toEqual([]);
  const fresh = await store.dayKey("2026-11-24");
  expect(fresh).not.toBe(key);
  await store.dayKey("2026-11-25");
  await store.forgetDayKeys("2026-11-25");
  expect(filesWith(fresh)).toEqual([]);
  await store.close();
});

test("a shop that was closed on another day forgets that day's key when it opens", async () => {
  const store = openStore(data, [emptyFields], monday);
  const key = await store.dayKey("2026-11-23");
  await store.close();
  await openStore(data, [], new Date("2026-11-23T23:59:00.000Z")).close();
  expect(filesWith(key)).not.toEqual([]);
  await openStore(data, [], new Date("2026-11-24T08:00:00.000Z")).close();
  expect(filesWith(key)).toEqual([]);
});

test("what a restore keeps aside holds no key of a day", async () => {
  const store = openStore(data, [emptyFields], monday);
  const key = await store.dayKey("2026-11-23");
  await store.close();
  const { file } = await backUp(data, join(data, "backups"), monday);
  await restore(file, data, monday);
  expect(filesWith(key)).toEqual([]);
});
