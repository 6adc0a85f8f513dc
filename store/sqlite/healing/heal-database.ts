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

const busyTimeoutMs = 5_000;

/**
 * Puts a new file in the place of a database whose sync has failed. The new file holds the log up to the newest change that
 * was acknowledged, which is `acknowledged` or a later one that is noted beside the database. Its hash is known, so the
 * chain proves every byte of the log that is read from the old file. The caller holds the shop's lock alone.
 *
 * Whenever the process ends, the next call goes on: a new file under the name `niceties.db.healed` is whole and on the disk,
 * and the old one counts no more. Rejects as the disk or the driver does, and then may be called again; with
 * `StoreRefused` where what is there is not what was acknowledged.
 */
export async function healDatabase(file: string, acknowledged?: Version): Promise<void> {
  const healed = healedFileOf(file);
  if (!existsSync(healed)) await copyAcknowledged(file, healed, newestOf(acknowledged, readAcknowledged(file)));
  swap(healed, file);
}

/** Heals a database that nobody has open, where a sync of it had failed. Rejects with `StoreRefused` where it cannot. */
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

/** Whether an error speaks of the disk, which may be well again later, and not of what is on it. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  return code.startsWith("SQLITE_") ? /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|READONLY)/.test(code) : "errno" in error;
}

function healedFileOf(file: string): string {
  return `${file}.healed`;
}

async function copyAcknowledged(file: string, healed: string, end: Version | undefined): Promise<void> {
  writeFailureNote(file, end); // this also tells a disk that still fails, before much is copied
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

/** Reads row by row: what the failed sync has left of indexes and free pages is not taken over. */
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
  const database = new Database(copy);
  try {
    database.pragma("journal_mode = MEMORY");
    database.pragma("synchronous = OFF"); // the whole file is synced once it is verified
    database.pragma("secure_delete = ON");
    const log = new SqliteLog(database);
    if (end) database.transaction(() => log.cutAfter(end.number)).immediate();
    if (end && log.version().hash !== end.hash) throw lostChangeRefusal(file, end.number);
    database.pragma("journal_mode = WAL"); // so that opening it writes nothing
  } finally {
    database.close();
  }
}

/**
 * The write-ahead log of the old file must never stand beside the new one, nor be gone while the old file counts. Until the
 * new file has its name, whoever opens the shop finds it under its own, and comes here first.
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
