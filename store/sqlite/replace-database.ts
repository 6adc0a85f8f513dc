import Database from "better-sqlite3";
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeDirectory, sync } from "../durable-files.ts";
import { StoreRefused } from "../store-refused.ts";
import type { Verification, VerifyOptions } from "../verification.ts";
import { writeHead } from "./head.ts";
import { filesBeside } from "./open-database.ts";
import { seal, sealOf } from "./seal.ts";
import { ShopLock } from "./shop-lock.ts";
import { verifyDatabase } from "./verify-database.ts";

export type ReplaceOptions = VerifyOptions &
  Readonly<{
    /** Hears of each step that leaves something else on the disk, for whoever watches. */
    onStep?: (step: string) => void;
  }>;

/**
 * Puts a copy of `backup`, verified, in the place of the database `file`. What was there is kept in the directory
 * `aside`. Whenever the process ends, the old database or the new one is there and can be opened. Throws `StoreRefused`
 * while somebody has the old one open, and where the backup does not verify.
 */
export async function replaceDatabase(
  file: string,
  backup: string,
  aside: string,
  options: ReplaceOptions = {},
): Promise<Verification> {
  makeDirectory(dirname(file));
  const lock = lockAlone(file);
  const unfinished = join(dirname(file), "unfinished-restore");
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    const verified = await copyVerified(backup, join(unfinished, basename(file)), options);
    options.signal?.throwIfAborted();
    swap(join(unfinished, basename(file)), file, aside, options.onStep ?? (() => {}));
    return { ...verified, file };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    lock.release();
  }
}

function lockAlone(file: string): ShopLock {
  const open = `The shop in ${dirname(file)} is open. Close it first (Ctrl-C where it runs, or systemctl stop niceties), and end every command that works on it.`;
  let lock;
  try {
    lock = new ShopLock(filesBeside(file).lock);
  } catch (error) {
    const isBusy = error instanceof Database.SqliteError && error.code === "SQLITE_BUSY";
    throw isBusy ? new StoreRefused(open, { cause: error }) : error;
  }
  if (lock.takeAlone()) return lock;
  lock.release();
  throw new StoreRefused(open);
}

/** A copy with its own seal and note of the newest change, on the disk. */
async function copyVerified(backup: string, copy: string, options: ReplaceOptions): Promise<Verification> {
  if ((statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new StoreRefused(
      `${backup} is open, or was cut short, so it may not be whole. Make a copy with niceties backup.`,
    );
  }
  await pipeline(createReadStream(backup), createWriteStream(copy, { flush: true }), { signal: options.signal });
  const verified = await verifyDatabase(copy, options);
  const fault = verified.findings.find(({ isSound }) => isSound === false);
  if (fault) throw new StoreRefused(`${backup} cannot be restored: ${fault.message}`);
  seal(copy);
  if (verified.newest) writeHead(filesBeside(copy).head, verified.newest);
  options.onStep?.("copied");
  return verified;
}

/**
 * Each step leaves a database that can be opened: a seal and a note may be missing, but never be those of another. The
 * one step that matters, a rename, happens whole or not at all.
 */
function swap(copy: string, file: string, aside: string, onStep: (step: string) => void): void {
  settle(file);
  const old = [sealOf(file), filesBeside(file).head, `${file}-wal`, `${file}-shm`, file].filter((path) =>
    existsSync(path),
  );
  if (old.length > 0) keepAside(old, aside);
  onStep("kept aside");
  for (const path of old) {
    if (path === file) continue;
    rmSync(path);
    onStep(`removed ${basename(path)}`);
  }
  sync(dirname(file));
  renameSync(copy, file);
  sync(dirname(file));
  onStep("replaced");
  for (const beside of [(path: string) => filesBeside(path).head, sealOf]) {
    if (existsSync(beside(copy))) renameSync(beside(copy), beside(file));
    onStep(`placed ${basename(beside(file))}`);
  }
  sync(dirname(file));
}

/** Takes what a crash left in the write-ahead log into the file, so that it can stand alone. */
function settle(file: string): void {
  if (!existsSync(`${file}-wal`)) return;
  try {
    const database = new Database(file);
    database.pragma("wal_checkpoint(TRUNCATE)");
    database.close();
  } catch {
    // It is damaged: it goes aside with its log, as it is.
  }
}

/** By second names for the same files, which stay where they are; by copies where the disk knows no second names. */
function keepAside(paths: readonly string[], aside: string): void {
  mkdirSync(aside);
  for (const path of paths) {
    const kept = join(aside, basename(path));
    try {
      linkSync(path, kept);
    } catch {
      copyFileSync(path, kept);
      sync(kept);
    }
  }
  sync(aside);
  sync(dirname(aside));
}
