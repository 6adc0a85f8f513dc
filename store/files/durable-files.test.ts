import { existsSync, realpathSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDirectory } from "./durable-files.ts";
import { openStore, shopFile } from "../open-store.ts";
import { writeFailureNote } from "../sqlite/file/failure-note.ts";
import { syncsAndRenames } from "../../test/syncs-and-renames.ts";

let folder: string;
beforeEach(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), "niceties-durable-")));
});
afterEach(() => rm(folder, { recursive: true }));

test("makeDirectory creates missing parents, and accepts a directory that exists", () => {
  const path = join(folder, "a", "b", "c");
  makeDirectory(path);
  makeDirectory(path);
  expect(existsSync(path)).toBe(true);
});

test("makeDirectory fails with EEXIST if a file is in the way", async () => {
  await writeFile(join(folder, "a"), "mine");
  expect(() => makeDirectory(join(folder, "a", "b"))).toThrow(expect.objectContaining({ code: "EEXIST" }));
});

if (process.platform === "linux") {
  test("each directory that is made is synced into the one above it", () => {
    const program = "module.makeDirectory(process.argv[1])";
    expect(syncsAndRenames(new URL("durable-files.ts", import.meta.url), program, join(folder, "a", "b"))).toEqual([
      `sync ${folder}`,
      `sync ${join(folder, "a")}`,
    ]);
  });

  test("a backup is synced before its rename, and its directory before it is reported", async () => {
    await openStore(folder, [], new Date()).close();
    const backups = join(folder, "backups");
    const program = `console.log((await module.backUp(process.argv[1], process.argv[2], new Date())).file)`;
    const calls = syncsAndRenames(new URL("../copies/backups.ts", import.meta.url), program, folder, backups);
    const named = calls.findIndex((call) => call.endsWith("change-0.db"));
    const [copy = ""] = calls[named]?.split(" → ") ?? [];
    const sealed = calls.findIndex((call) => call.endsWith("change-0.db.sha256.new"));
    expect(calls.slice(sealed - 1)).toEqual([
      `sync ${copy}`,
      expect.stringMatching(/^sync .*\.sha256\.new$/),
      expect.stringMatching(/ → .*\.sha256$/),
      `sync ${backups}`,
      calls[named],
      `sync ${backups}`,
    ]);
  });

  test("a restored shop and its directory are synced before it is reported", async () => {
    const [shop, backup] = [join(folder, "shop"), join(folder, "backup")];
    for (const directory of [shop, backup]) await openStore(directory, [], new Date()).close();
    const program = `await module.restore(process.argv[1], process.argv[2], new Date())`;
    const calls = syncsAndRenames(new URL("../copies/restore.ts", import.meta.url), program, shopFile(backup), shop);
    const named = calls.findIndex((call) => call.endsWith(` → ${shopFile(shop)}`));
    const [copy = ""] = calls[named]?.split(" → ") ?? [];
    expect(calls.slice(0, named)).toContain(`sync ${copy}`);
    expect(calls[named + 1]).toBe(`sync ${shop}`);
  });

  test("a healed shop and its directory are synced around each step that a crash may follow", async () => {
    const file = shopFile(folder);
    await openStore(folder, [], new Date()).close();
    writeFailureNote(file, undefined);
    const healing = new URL("../sqlite/healing/heal-database.ts", import.meta.url);
    const calls = syncsAndRenames(healing, "await module.healDatabase(process.argv[1])", file);
    const copied = calls.indexOf(`${file}.healing → ${file}.healed`);
    expect(calls[copied - 1]).toBe(`sync ${file}.healing`);
    expect(calls.slice(copied + 1)).toEqual([
      `sync ${folder}`, // after the rename of the copy
      `sync ${folder}`, // again, in case an earlier process renamed the copy
      `sync ${folder}`, // after the old write-ahead log was removed
      `${file}.healed → ${file}`,
      `sync ${folder}`, // after the copy replaced the shop's file
      `sync ${folder}`, // after the failure note was removed
    ]);
  });
}
