import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../open-store.ts";
import { backUp } from "./backups.ts";
import { findUnerased, removeUnfinished } from "./erased-backups.ts";

const at = new Date("2026-11-23T12:00:00.000Z");

let backups: string;
beforeEach(() => {
  backups = mkdtempSync(join(tmpdir(), "niceties-erased-"));
});
afterEach(() => rmSync(backups, { recursive: true }));

test("a backup that cannot be read is reported with the reason, as it may hold erased words", async () => {
  const directory = join(backups, "shop");
  await openStore(directory, [], at).close();
  const { file } = await backUp(directory, backups, at);
  writeFileSync(file, "Milk, beans, sugar");
  const erased = [{ number: 1, hash: "0", coffeeId: "a", texts: "1" }];
  expect(findUnerased({ backups, directories: [] }, erased)).toEqual([
    { file, changes: 0, problem: "it is not a database" },
  ]);
});

test("the copy of a killed erase is removed at once; a recent one of another command stays", () => {
  const [rewriting, copying] = ["unfinished-erase-a", "unfinished-a"].map((name) => join(backups, name));
  for (const path of [rewriting, copying]) mkdirSync(path ?? "");
  expect(removeUnfinished({ backups, directories: [] }, new Date())).toEqual([rewriting]);
  expect([rewriting, copying].map((path) => existsSync(path ?? ""))).toEqual([false, true]);
});
