import { existsSync, readdirSync, statSync, watch } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../catalogue/coffee-store.ts";
import { emptyFields } from "../catalogue/coffee.ts";
import { exactFields } from "../catalogue/exact-coffee.ts";
import { openStore } from "../store/open-store.ts";
import { verifyShop } from "../store/verify.ts";
import { Interrupted, interruptible } from "./interruption.ts";
import { ended, Workplace, type Ended } from "./run-niceties.ts";
import { writeWhole } from "./write-whole.ts";

/** So many that every command on them takes long enough to be met in the middle. */
const coffeeCount = 12_000;
const at = new Date("2026-11-21T08:00:00.000Z");

const place = new Workplace();
const coffees = Array.from({ length: coffeeCount }, (_, index) => ({
  _id: undefined,
  fields: exactFields({ ...emptyFields, name: `coffee ${index}`, details: "long and slow ".repeat(20) }),
}));
let backup: string;

beforeAll(async () => {
  const store = openStore(place.data, [], at);
  await store.bring(coffees, { visitor: operator, at }, false);
  await store.close();
  const { out } = await place.run("backup", "--json");
  backup = JSON.parse(out).file;
}, 30_000);
afterAll(() => place[Symbol.asyncDispose]());

/** Runs a command, and sends it the signal as soon as something in `directory` shows that it is in the middle. */
async function runInto(
  signal: "SIGINT" | "SIGKILL",
  directory: string,
  isInTheMiddle: () => boolean,
  ...words: readonly string[]
): Promise<Ended> {
  const child = place.start(...words);
  const watcher = watch(directory, () => {
    if (isInTheMiddle()) child.kill(signal);
  });
  try {
    return await ended(child);
  } finally {
    watcher.close();
  }
}

const stopped = { code: 130, out: "", err: "Stopped. Nothing is left half done.\n" };

test("Ctrl-C in the middle of a backup leaves no copy", async () => {
  const folder = join(place.path, "elsewhere");
  await mkdir(folder);
  const isCopying = () => readdirSync(folder).some((name) => name.startsWith("unfinished-"));
  expect(await runInto("SIGINT", folder, isCopying, "backup", "--to", folder)).toMatchObject(stopped);
  expect(readdirSync(folder)).toEqual([]);
});

test("Ctrl-C in the middle of restoring leaves an empty directory empty", async () => {
  const directory = join(place.path, "new");
  await mkdir(directory);
  const isCopying = () => existsSync(join(directory, "unfinished-restore"));
  expect(await runInto("SIGINT", directory, isCopying, "restore", backup, "--to", directory)).toMatchObject({
    ...stopped,
    out: expect.stringMatching(/^The backup verifies: 12,000 changes/),
  });
  expect(readdirSync(directory)).toEqual(["niceties.lock"]);
});

test.for(["SIGINT", "SIGKILL"] as const)("%s in the middle of an import brings nothing in", async (signal) => {
  const rows = coffees.map(({ fields }) => fields);
  await writeFile(join(place.path, "more.json"), JSON.stringify(rows));
  const log = join(place.data, "niceties.db-wal");
  const isWriting = () => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000;
  const { code, signal: endedBy } = await runInto(signal, place.data, isWriting, "import", "more.json");
  expect({ code, endedBy }).toEqual({ code: null, endedBy: signal });
  expect(await verifyShop(place.data)).toMatchObject({ isSound: true, changes: coffeeCount, coffees: coffeeCount });
});

function* interruptedPieces(): Generator<string> {
  yield "half";
  process.emit("SIGINT", "SIGINT");
  yield "done";
}

test("a file that is stopped in the middle of writing is not there, and what had its name is as it was", async () => {
  const file = join(place.path, "coffees.json");
  await writeFile(file, "before");
  const written = interruptible((signal) => writeWhole(file, interruptedPieces(), signal));
  await expect(written).rejects.toEqual(new Interrupted("SIGINT"));
  expect(await readFile(file, "utf8")).toBe("before");
  expect(readdirSync(place.path).filter((name) => name.includes("unfinished"))).toEqual([]);
});
