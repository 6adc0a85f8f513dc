import Database from "better-sqlite3";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Checkpointer } from "./checkpointer.ts";

const enough = 2_000;

async function temporaryDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "niceties-checkpoint-"));
  const file = join(folder, "shop.db");
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.exec("CREATE TABLE texts (text TEXT)");
  return {
    file,
    database,
    async [Symbol.asyncDispose]() {
      database.close();
      await rm(folder, { recursive: true });
    },
  };
}

test("repeated checkpoints copy commits into the file, keep the log small, and cause no warnings", async () => {
  await using shop = await temporaryDatabase();
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const checkpointer = new Checkpointer(shop.file, shop.database);
  for (let round = 0; round < 20; round++) {
    shop.database.prepare("INSERT INTO texts VALUES (?)").run("x".repeat(50_000));
    checkpointer.noteCommit(enough);
    await checkpointer.makeRoom();
  }
  await checkpointer.close();
  expect(statSync(shop.file).size).toBeGreaterThan(1_000_000);
  expect(statSync(`${shop.file}-wal`).size).toBeLessThan(500_000);
  expect(warnings).toEqual([]);
});

test("a checkpoint thread that fails blocks no write and causes no unhandled rejection", async () => {
  await using shop = await temporaryDatabase();
  const missing = join(shop.file, "missing.db");
  const failures: unknown[] = [];
  const fail = (reason: unknown) => void failures.push(reason);
  process.on("unhandledRejection", fail);
  onTestFinished(() => void process.off("unhandledRejection", fail));
  const checkpointer = new Checkpointer(missing, shop.database);
  for (let round = 0; round < 3; round++) {
    checkpointer.noteCommit(enough);
    await checkpointer.makeRoom();
  }
  await checkpointer.close();
  expect([failures, existsSync(missing)]).toEqual([[], false]);
});
