import Database from "better-sqlite3";
import { chmodSync, chownSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Version } from "../../../catalogue/log/change.ts";
import { sync } from "../../files/durable-files.ts";
import { makePrivateFile } from "../../files/private-files.ts";
import { StoreRefused } from "../../store-refused.ts";
import { readAcknowledged, failureNoteOf, isFailureNoted, newestOf, writeFailureNote } from "../file/failure-note.ts";
import { filesBeside, lostChangeRefusal } from "../file/open-database.ts";
import { sealOf } from "../file/seal.ts";
import { ShopLock } from "../file/shop-lock.ts";
import { SqliteLog } from "../sqlite-log.ts";
import { verifyDatabase } from "../file/verify-database.ts";
import { ScopedDatabase } from "../file/scoped-database.ts";

const busyTimeoutMs = 5_000;

/**
 * Replaces a database whose sync has failed by a new file. The new file holds the log up to the newest acknowledged
 * change: `acknowledged`, or a later one noted beside the database. The hash of that change is known, so the chain
 * proves every byte of the log that is read from the old file. The caller holds the shop's lock exclusively.
 *
 * If the process ends in between, the next call continues: a file named `niceties.db.healed` is complete and synced,
 * and the old file is no longer used. Rejects with errors of the disk or the driver, and may then be called again; with
 * `StoreRefused` if the file lacks acknowledged changes.
 */
export async function healDatabase(file: string, acknowledged?: Version): Promise<void> {
  const healed = healedFileOf(file);
  if (!existsSync(healed)) await copyAcknowledged(file, healed, newestOf(acknowledged, readAcknowledged(file)));
  swap(healed, file);
}

/** Heals a database that no process has open, if a sync of it had failed. Rejects with `StoreRefused` if it cannot. */
export async function healClosedDatabase(file: string): Promise<void> {
  if (!isFailureNoted(file)) return;
  const lock = new ShopLock(filesBeside(file).lock);
  try {
    if (lock.tryExclusive()) await healDatabase(file);
  } catch (error) {
    const why = error instanceof StoreRefused ? undefined : isPassing(error) && String(error);
    throw why ? new StoreRefused(`${file} cannot be healed after a failed sync: ${why}`, { cause: error }) : error;
  } finally {
    lock.release();
  }
}

/** Whether an error is about the disk, and may pass, rather than about the data. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  return code.startsWith("SQLITE_") ? /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|READONLY)/.test(code) : "errno" in error;
}

function healedFileOf(file: string): string {
  return `${file}.healed`;
}

async function copyAcknowledged(file: string, healed: string, end: Version | undefined): Promise<void> {
  writeFailureNote(file, end); // this fails early if the disk still fails
  const copy = `${file}.healing`;
  rmSync(copy, { force: true });
  try {
    copyUpTo(file, copy, end);
    const { findings } = await verifyDatabase(copy);
    const faults = findings.filter(({ isSound }) => isSound === false).map(({ message }) => message);
    if (faults.length > 0) {
      throw new StoreRefused(
        `${file} cannot be healed after a failed sync: ${faults.join(" ")} niceties restore brings a backup back.`,
      );
    }
    sync(copy);
    renameSync(copy, healed);
    sync(dirname(file));
  } catch (error) {
    for (const path of [copy, healed]) rmSync(path, { force: true });
    throw error;
  }
}

/** Copies row by row, so that damaged indexes and free pages are left behind. */
function copyUpTo(file: string, copy: string, end: Version | undefined): void {
  makePrivateFile(copy);
  const source = new Database(file, { readonly: true, timeout: busyTimeoutMs });
  try {
    source.pragma("temp_store = MEMORY");
    source.prepare("VACUUM INTO ?").run(copy);
  } finally {
    source.close();
  }
  const { mode, uid, gid } = statSync(file);
  chmodSync(copy, mode);
  if (process.getuid?.() === 0) chownSync(copy, uid, gid);
  using database = new ScopedDatabase(copy);
  database.pragma("journal_mode = MEMORY");
  database.pragma("synchronous = OFF"); // the whole file is synced after it is verified
  database.pragma("secure_delete = ON");
  const log = new SqliteLog(database);
  if (end) database.transaction(() => log.cutAfter(end.number)).immediate();
  if (end && log.version().hash !== end.hash) throw lostChangeRefusal(file, end.number);
  database.pragma("journal_mode = WAL"); // so that opening it writes nothing
}

/**
 * The old write-ahead log must never stand beside the new file, and must not be removed while the old file is in use.
 * Until the rename, a process that opens the shop finds `.healed` and continues here.
 */
function swap(healed: string, file: string): void {
  const directory = dirname(file);
  sync(directory);
  for (const path of [`${file}-wal`, `${file}-shm`, sealOf(file)]) rmSync(path, { force: true });
  sync(directory);
  renameSync(healed, file);
  sync(directory);
  rmSync(failureNoteOf(file), { force: true });
  sync(directory);
}
