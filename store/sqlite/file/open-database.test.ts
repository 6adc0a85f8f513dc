import { copyFileSync, renameSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore, shopFile } from "../../open-store.ts";
import { openDatabase, reason } from "./open-database.ts";

test("an exclusive lock is refused if another program has replaced the open file", async () => {
  const directory = await mkdtemp(join(tmpdir(), "niceties-replaced-"));
  const file = shopFile(directory);
  await openStore(directory, [], new Date()).close();
  const opened = openDatabase(file, () => {});
  expect(opened.tryExclusive()).toBe(true);
  opened.close();

  const replaced = openDatabase(file, () => {});
  copyFileSync(file, `${file}.new`);
  renameSync(`${file}.new`, file);
  expect(() => replaced.tryExclusive()).toThrow(`Another program has replaced ${file}.`);
  replaced.close();
  await rm(directory, { recursive: true });
});

test.for([
  ["ENOSPC", "the disk is full"],
  ["SQLITE_FULL", "the disk is full"],
  ["SQLITE_IOERR_READ", "it cannot be read or written"],
  ["SQLITE_CANTOPEN_ISDIR", "permission denied, or not a file"],
  ["EROFS", "the disk is read-only"],
  ["ESOMETHING", "What the system says."],
])("the code %s is named as: %s", ([code, words]) => {
  expect(reason(Object.assign(new Error("What the system says."), { code }))).toBe(words);
});

test("an error without a code has no explanation", () => {
  expect(reason(new Error("A mistake."))).toBeUndefined();
});
