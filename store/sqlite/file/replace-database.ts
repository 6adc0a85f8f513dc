import Database from "better-sqlite3";
import {
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeDirectory, sync } from "../../files/durable-files.ts";
import { makePrivate, privateDirectoryMode, privateFileMode } from "../../files/private-files.ts";
import { StoreRefused } from "../../store-refused.ts";
import type { Verification, VerifyOptions } from "../../log/verification.ts";
import { deleteKeptDayKeys } from "../day-keys.ts";
import { failureNoteOf } from "./failure-note.ts";
import { writeNewestChange } from "./newest-change-file.ts";
import { filesBeside, openToCheckpoint, reason, refuseUnsound } from "./open-database.ts";
import { seal, sealOf } from "./seal.ts";
import { ShopLock } from "./shop-lock.ts";
import { verifyDatabase } from "./verify-database.ts";

export type ReplaceOptions = VerifyOptions &
  Readonly<{
    /** Called with the verified backup before anything is replaced. If it rejects, nothing is replaced. */
    agree?: (verified: Verification) => Promise<void>;
    /** Called after each step that changes files. Tests use it. */
    onStep?: (step: string) => void;
  }>;

/**
 * Replaces the database `file` by a verified copy of `backup`, and keeps the old files in the directory `aside`.
 * Whenever the process ends, the old or the new database is there and can be opened. If the old one could not be
 * opened, either the new one is there or none. Rejects with `StoreRefused` if a process has the old one open, or the
 * backup does not verify; with `ENOENT` if there is no backup.
 */
export async function replaceDatabase(
  file: string,
  backup: string,
  aside: string,
  options: ReplaceOptions = {},
): Promise<Verification> {
  statSync(backup);
  makeDirectory(dirname(file));
  const lock = lockAlone(file);
  const unfinished = join(dirname(file), "unfinished-restore");
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: privateDirectoryMode });
    const copy = join(unfinished, basename(file));
    const verified = await copyVerified(backup, copy, options);
    await options.agree?.(verified);
    options.signal?.throwIfAborted();
    swap(copy, file, aside, options.onStep ?? (() => {}));
    return { ...verified, file };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    lock.release();
  }
}

function lockAlone(file: string): ShopLock {
  const open = `The shop in ${dirname(file)} is open. Close it first (Ctrl-C where it runs, or systemctl stop niceties.socket), and end every command that works on it.`;
  let lock: ShopLock | undefined;
  try {
    lock = new ShopLock(filesBeside(file).lock);
    if (lock.tryExclusive()) return lock;
  } catch (error) {
    lock?.release();
    const isBusy = error instanceof Database.SqliteError && error.code === "SQLITE_BUSY";
    if (isBusy) throw new StoreRefused(open, { cause: error });
    const why = reason(error);
    throw why ? new StoreRefused(`Nothing was restored to ${dirname(file)}: ${why}.`, { cause: error }) : error;
  }
  lock.release();
  throw new StoreRefused(open);
}

/**
 * Makes a synced copy with a seal and a newest-change file of its own. The backup's seal and newest-change file are
 * verified with it.
 */
async function copyVerified(backup: string, copy: string, options: ReplaceOptions): Promise<Verification> {
  if ((statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new StoreRefused(
      `${backup} is open, or was cut short, so it may not be whole. Make a copy with niceties backup.`,
    );
  }
  const writing = createWriteStream(copy, { flush: true, mode: privateFileMode });
  await pipeline(createReadStream(backup), writing, { signal: options.signal });
  const { newestChange } = filesBeside(copy);
  if (existsSync(filesBeside(backup).newestChange)) {
    copyFileSync(filesBeside(backup).newestChange, newestChange);
    makePrivate(newestChange);
  }
  const isSealed = existsSync(sealOf(backup));
  if (isSealed) {
    const text = readFileSync(sealOf(backup), "utf8");
    const renamed = text.replace(`  ${basename(backup)}\n`, `  ${basename(copy)}\n`);
    writeFileSync(sealOf(copy), renamed, { flush: true, mode: privateFileMode });
  }
  const verified = await verifyDatabase(copy, { ...options, name: backup });
  const faults = verified.findings.filter(({ isSound }) => isSound === false).map(({ message }) => message);
  if (faults.length > 0) {
    throw new StoreRefused(
      `${backup} does not verify, so nothing was restored: ${faults.join(" ")} Try an older backup.`,
    );
  }
  if (!isSealed) seal(copy);
  if (verified.newest) writeNewestChange(newestChange, verified.newest);
  options.onStep?.("copied");
  return verified;
}

/**
 * Two cases, by whether the old database is sound.
 *
 * A sound one first absorbs its write-ahead log. It can then be opened without its seal and newest-change file. These
 * are removed before the rename that replaces the database, and the new ones are put in place after it. So neither pair
 * ever stands beside the other database, and the rename alone decides.
 *
 * A broken one could look sound once its log, its seal or its newest-change file is gone. So it is removed first, and
 * the new newest-change file is placed before the new database. In between, opening is refused: the shop is missing,
 * and the message says what to do.
 */
function swap(copy: string, file: string, aside: string, onStep: (step: string) => void): void {
  const standsAlone = absorbLog(file);
  const { newestChange } = filesBeside(file);
  const beside = [
    ...["-wal", "-journal", "-shm", ".healing", ".healed"].map((end) => file + end),
    failureNoteOf(file), // removed after the file that it is about
  ];
  const old = [file, newestChange, sealOf(file), ...beside].filter((path) => existsSync(path));
  if (old.length > 0) copyAside(old, join(dirname(copy), "kept"), aside, standsAlone ? [file] : []);
  onStep("kept aside");

  const remove = (path: string) => {
    if (!existsSync(path)) return;
    rmSync(path);
    sync(dirname(path));
    onStep(`removed ${basename(path)}`);
  };
  const place = (path: string) => {
    const fresh = join(dirname(copy), basename(path));
    if (!existsSync(fresh)) return remove(path);
    renameSync(fresh, path);
    sync(dirname(path));
    onStep(`placed ${basename(path)}`);
  };
  if (standsAlone) {
    for (const path of [...beside, sealOf(file), newestChange]) remove(path);
    for (const path of [file, newestChange, sealOf(file)]) place(path);
  } else {
    const isNoted = existsSync(newestChange); // otherwise a missing database would look like a new shop
    if (!isNoted) place(newestChange);
    remove(file);
    if (isNoted) place(newestChange);
    for (const path of [...beside, sealOf(file)]) remove(path);
    for (const path of [file, sealOf(file)]) place(path);
  }
}

/**
 * Checkpoints what a crash left in the write-ahead log. False, and nothing is changed, if the database cannot be
 * opened. Throws `StoreRefused` if another process or the disk prevents it.
 */
function absorbLog(file: string): boolean {
  try {
    if (!existsSync(file) || !canBeOpened(file)) return false;
    const database = openToCheckpoint(file);
    const isBusy = database.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 1;
    database.close();
    if (isBusy) throw new StoreRefused(`Another program reads ${file}. End it first; nothing was restored.`);
    return true;
  } catch (error) {
    const why = reason(error);
    throw why ? new StoreRefused(`${file} cannot be replaced: ${why}.`, { cause: error }) : error;
  }
}

function canBeOpened(file: string): boolean {
  try {
    refuseUnsound(file);
    return true;
  } catch (error) {
    const isBroken = error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
    if (isBroken || error instanceof StoreRefused) return false;
    throw error;
  }
}

/**
 * Copies the old files; links would change with them if the old database were written after all. Day keys are deleted
 * from copies of databases that can be opened.
 */
function copyAside(paths: readonly string[], unfinished: string, aside: string, sound: readonly string[]): void {
  mkdirSync(unfinished, { mode: privateDirectoryMode });
  const placeOf = (path: string) => join(unfinished, basename(path));
  for (const path of paths) {
    copyFileSync(path, placeOf(path), constants.COPYFILE_FICLONE);
    makePrivate(placeOf(path));
  }
  for (const copy of sound.map(placeOf)) if (deleteKeptDayKeys(copy) && existsSync(sealOf(copy))) seal(copy);
  for (const path of paths) sync(placeOf(path));
  sync(unfinished);
  renameSync(unfinished, aside);
  sync(dirname(aside));
}
