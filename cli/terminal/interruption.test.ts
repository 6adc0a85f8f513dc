import Database from "better-sqlite3";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, watch } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { openStore } from "../../store/open-store.ts";
import { restore } from "../../store/copies/restore.ts";
import { verifyShop } from "../../store/verify.ts";
import { Interrupted, interruptible } from "./interruption.ts";
import { ended, Workplace } from "../../test/run-niceties.ts";
import { writeWhole, writeWholeFolder } from "../../operations/write-whole.ts";

let place: Workplace;
beforeEach(async () => {
  place = new Workplace();
  await openStore(place.data, sampleCoffees, new Date()).close();
});
afterEach(() => place[Symbol.asyncDispose]());

/** Locks the shop, so that commands wait in the middle of their work, until it is closed. */
function hold(file: string): Database.Database {
  const holder = new Database(file);
  holder.exec("BEGIN EXCLUSIVE");
  return holder;
}

const stopped = { code: 130, err: "Stopped. Nothing is left half done.\n" };

test("Ctrl-C in the middle of a backup leaves no copy", async () => {
  const folder = join(place.path, "elsewhere");
  await mkdir(folder);
  const holder = hold(join(place.data, "niceties.db"));
  const watcher = watch(folder);
  const begun = once(watcher, "change");
  const child = place.start("backup", "--to", folder);
  const end = ended(child);
  await begun;
  watcher.close();
  child.kill("SIGINT");
  holder.close();
  expect(await end).toMatchObject({ ...stopped, out: "" });
  expect(readdirSync(folder)).toEqual([]);
});

test("Ctrl-C during a restore into a new directory leaves only the lock file there", async () => {
  const { file } = JSON.parse((await place.run("backup", "--json")).out);
  const directory = join(place.path, "new");
  const restored = interruptible((signal) =>
    restore(join(place.path, file), directory, new Date(), { signal, onStep: () => process.emit("SIGINT", "SIGINT") }),
  );
  await expect(restored).rejects.toEqual(new Interrupted("SIGINT"));
  expect(readdirSync(directory)).toEqual(["niceties.lock"]);
});

/** An import whose progress callback kills the process half-way. */
const importer = `
  const [module, directory, signal] = process.argv.slice(1);
  const { openStore } = await import(module);
  const store = openStore(directory, [], new Date());
  const { coffees } = await store.list();
  const rows = coffees.map(({ text }) => ({ id: undefined, text }));
  await store.importAll(rows, { visitor: "operator", at: new Date() }, true, {
    onProgress: (done) => {
      if (done === 6) process.kill(process.pid, signal);
    },
  });`;

test.for(["SIGINT", "SIGKILL"] as const)("%s in the middle of an import leaves nothing imported", async (signal) => {
  const module = new URL("../../store/open-store.ts", import.meta.url).href;
  const args = ["--input-type=module", "--eval", importer, module, place.data, signal];
  expect(await once(spawn(process.execPath, args), "exit")).toEqual([null, signal]);
  expect(await verifyShop(place.data)).toMatchObject({ isSound: true, changes: 12, coffees: 12 });
});

test("an interrupted write keeps the earlier file and leaves no unfinished one", async () => {
  const file = join(place.path, "coffees.json");
  await writeFile(file, "before");
  const written = interruptible((signal) => writeWhole(file, interruptedPieces(), signal));
  await expect(written).rejects.toEqual(new Interrupted("SIGINT"));
  expect(await readFile(file, "utf8")).toBe("before");
  expect(readdirSync(place.path).filter((name) => name.includes("unfinished"))).toEqual([]);
});

test("an interrupted write of a folder leaves none, not even an unfinished one", async () => {
  const folder = join(place.path, "out");
  const written = interruptible((signal) =>
    writeWholeFolder(folder, (unfinished) => writeWhole(join(unfinished, "a"), interruptedPieces(), signal), signal),
  );
  await expect(written).rejects.toEqual(new Interrupted("SIGINT"));
  expect(readdirSync(place.path)).toEqual(["data"]);
});

const long = '"'.repeat(10_000);
const heavy = coffeeText({
  name: long,
  chef: long,
  supplier: long,
  taste: long,
  category: long,
  details: long,
  photo: "",
  price: "1",
});

test.for([["export"], ["as-of", "412"]] as const)(
  "Ctrl-C during %s keeps the earlier file and leaves no other",
  async ([command, ...moment]) => {
    const store = openStore(place.data, [], new Date());
    const rows = Array.from({ length: 400 }, () => ({ id: undefined, text: heavy }));
    await store.importAll(rows, { visitor: "operator", at: new Date() }, true);
    await store.close();
    const folder = join(place.path, "out");
    await mkdir(folder);
    await writeFile(join(folder, "coffees.json"), "before");
    const watcher = watch(folder);
    const begun = once(watcher, "change");
    const [file, out] = [join("out", "coffees.json"), command === "export" ? [] : ["--out"]];
    const child = place.start(command, ...moment, ...out, file);
    const end = ended(child);
    await Promise.race([begun, end]);
    watcher.close();
    child.kill("SIGINT");
    expect(await end).toMatchObject({ ...stopped, out: "" });
    expect(readdirSync(folder)).toEqual(["coffees.json"]);
    expect(await readFile(join(folder, "coffees.json"), "utf8")).toBe("before");
  },
);

/** Work that ignores its signal. If the second signal does not end the process, it exits with code 1. */
const endless = `
  const { interruptible } = await import(process.argv[1]);
  const work = interruptible((signal) => {
    signal.addEventListener("abort", () => console.log("stopping"));
    return new Promise(() => {});
  });
  let signals = 0;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => ++signals === 2 && process.exit(1));
  console.log("working");
  await Promise.all([work, new Promise((resolve) => setInterval(resolve, 3_600_000))]);`;

test.for([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)(
  "after Ctrl-C, a second signal, %s, ends a command that does not stop by itself",
  async ([second, code]) => {
    const module = new URL("interruption.ts", import.meta.url).href;
    const args = ["--input-type=module", "--eval", endless, module];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const end = once(child, "exit");
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      child.kill(line === "working" ? "SIGINT" : second);
    }
    expect(await end).toEqual([code, null]);
    expect(lines).toEqual(["working", "stopping"]);
  },
);

function* interruptedPieces(): Generator<string> {
  yield "half";
  process.emit("SIGINT", "SIGINT");
  yield "done";
}
