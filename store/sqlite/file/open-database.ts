import Database from "better-sqlite3";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { assertDirectoryWritable, makeDirectory } from "../../files/durable-files.ts";
import { makePrivate, makePrivateFile } from "../../files/private-files.ts";
import { dataVersionOf, readMigrations } from "../../read-migrations.ts";
import { StoreRefused } from "../../store-refused.ts";
import { isFullDisk } from "../driver-errors.ts";
import { newestChangeFileOf, isFailureNoted } from "./failure-note.ts";
import { NewestChangeFile, readNewestChange } from "./newest-change-file.ts";
import { migrate, numberPragma, whyNotOurs } from "../migrations.ts";
import { breakSeal, seal, sealFits, sealOf } from "./seal.ts";
import { holderOf, ShopLock } from "./shop-lock.ts";
import { ScopedDatabase } from "./scoped-database.ts";

const busyTimeoutMs = 5_000;

/** The paths beside a database: of its lock, and of the file with the newest change. */
export function filesBeside(file: string) {
  return { lock: file.replace(/\.db$/, "") + ".lock", newestChange: newestChangeFileOf(file) };
}

/** Every path that a shop's database may consist of. Some may not exist. */
function allFilesOf(file: string): string[] {
  const { lock, newestChange } = filesBeside(file);
  return [file, ...["-wal", "-shm", "-journal"].map((end) => file + end), lock, newestChange, sealOf(file)];
}

/**
 * Opens a shop's SQLite file, creating it if needed, and brings its tables up to date. `fill` runs in the transaction
 * that creates the tables, so no shop is ever half filled. With `joins`, if another process has the shop open, the
 * structure is not checked again and the file is not sealed at the end. Throws `StoreRefused`, and leaves the file
 * untouched, if it belongs to something else, was written by a newer version, is damaged, lacks the end of its log, or
 * was not healed after a failed sync.
 */
export function openDatabase(file: string, fill: (database: Database.Database) => void, joins = false): OpenDatabase {
  const migrations = readMigrations("sqlite");
  const opened: { lock?: ShopLock; database?: Database.Database } = {};
  try {
    makeDirectory(dirname(file));
    assertDirectoryWritable(dirname(file));
    for (const path of allFilesOf(file)) makePrivate(path);
    const isShared = holderOf(filesBeside(file).lock) === "some who share it";
    // A sealed file has not been checked since it was closed, even if another process holds the lock now.
    const isJoined = joins && isShared && !existsSync(sealOf(file));
    opened.lock = new ShopLock(filesBeside(file).lock);
    if (isFailureNoted(file)) throw new StoreRefused(`${file} is not healed yet after a failed sync; ${healing}.`);
    if (existsSync(file)) refuseUnsound(file, isJoined);
    else refuseMissingFile(file);
    breakSeal(file);
    makePrivateFile(file);
    const database = new Database(file, { timeout: busyTimeoutMs });
    opened.database = database;
    makeDurable(database);
    // If shared, the other process has done this. A checkpoint now would make its writers wait for its readers.
    if (!isShared) checkpointLog(database);
    migrate(database, migrations, fill);
    return new OpenDatabase(file, database, opened.lock, { isShared, isJoined });
  } catch (error) {
    opened.database?.close();
    opened.lock?.release();
    const why = reason(error);
    throw why ? new StoreRefused(`${file} cannot be opened for writing: ${why}.`, { cause: error }) : error;
  }
}

/** A database that this process has open. The last process to close it seals it, except one that has joined. */
export class OpenDatabase {
  readonly newestChangeFile: NewestChangeFile;
  /** Whether another process had the database open already. */
  readonly isShared: boolean;
  readonly isJoined: boolean;
  readonly #file: string;
  readonly #lock: ShopLock;
  #database: Database.Database;
  #inode: number;
  #isAlone = false;

  constructor(
    file: string,
    database: Database.Database,
    lock: ShopLock,
    { isShared, isJoined }: Readonly<{ isShared: boolean; isJoined: boolean }>,
  ) {
    this.#database = database;
    this.#inode = statSync(file).ino;
    this.newestChangeFile = new NewestChangeFile(filesBeside(file).newestChange);
    this.#file = file;
    this.#lock = lock;
    this.isShared = isShared;
    this.isJoined = isJoined;
  }

  get database(): Database.Database {
    return this.#database;
  }

  /**
   * Tries to get the shop for this process alone, so that the file can be replaced. False while another process has it
   * open. Throws if another process has replaced the file.
   */
  tryExclusive(): boolean {
    if (this.#isAlone) return true;
    this.#isAlone = this.#lock.tryExclusive();
    if (!this.#isAlone) this.#lock.share();
    if (statSync(this.#file).ino !== this.#inode) throw new StoreRefused(`Another program has replaced ${this.#file}.`);
    return this.#isAlone;
  }

  /** Opens the file that has replaced the opened one. */
  openReplacement(): Database.Database {
    const database = new Database(this.#file, { fileMustExist: true, timeout: busyTimeoutMs });
    makeDurable(database);
    return database;
  }

  /** Switches to a connection from `openReplacement`, and lets other processes open the shop again. */
  replaceWith(database: Database.Database): void {
    // SQLite notices that its file was replaced, and leaves the files beside the new one alone.
    this.#database.close();
    this.#database = database;
    this.#inode = statSync(this.#file).ino;
    this.#isAlone = false;
    this.#lock.share();
  }

  close(): void {
    if (!this.database.open) return;
    this.database.close();
    this.newestChangeFile.close();
    if (!this.isJoined) sealOrLeave(this.#file, this.#lock);
    this.#lock.release();
  }
}

function sealOrLeave(file: string, lock: ShopLock): void {
  try {
    // The last connection to close empties the write-ahead log. If it could not, the log is still there.
    if (lock.tryExclusive() && !existsSync(`${file}-wal`)) seal(file);
  } catch {
    // If there is no space for a seal, the next opening checks the whole structure instead.
  }
}

/** Refuses to create a new shop if files beside it show that there was one. */
function refuseMissingFile(file: string): void {
  const { newestChange } = filesBeside(file);
  const witness = [newestChange, sealOf(file), `${file}-wal`].find(
    (each) => (statSync(each, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  if (witness === undefined) return;
  throw new StoreRefused(
    `${file} is missing, though ${witness} speaks of a shop. niceties restore brings a backup back; for a new shop, remove ${witness}.`,
  );
}

/**
 * Throws `StoreRefused`, or the driver's error, if an existing database cannot be opened as it is; writes nothing. With
 * `isJoined`, another process has checked the structure.
 */
export function refuseUnsound(file: string, isJoined = false): void {
  const fits = isJoined || sealFits(file);
  using database = new ScopedDatabase(file, { readonly: true, timeout: busyTimeoutMs });
  const why = whyNotOurs(database, dataVersionOf(readMigrations("sqlite")));
  if (why) throw new StoreRefused(`${file} ${why}`);
  refuseDamaged(database, file, fits);
  refuseTruncatedLog(database, file);
}

const healing = "a shop that is open heals it by itself, otherwise start the shop. Try again in a moment";
const remedy = "it was left untouched. niceties verify says more; niceties restore brings a backup back";

/**
 * If the seal fits, the file is unchanged since it was closed. If there is no seal, SQLite checks the whole structure.
 */
function refuseDamaged(database: Database.Database, file: string, sealFitsIt: boolean | undefined): void {
  if (sealFitsIt) return;
  if (sealFitsIt === false) {
    throw new StoreRefused(
      `${file} is not what it was when the shop was closed; ${remedy}. If you changed it yourself, remove ${file}.sha256.`,
    );
  }
  const finding = damage(database);
  if (finding) throw new StoreRefused(`${file} is damaged (${finding}); ${remedy}.`);
}

function damage(database: Database.Database): string | undefined {
  const found = String(database.pragma("quick_check(1)", { simple: true }));
  return found === "ok" ? undefined : found.replaceAll(/\s+/g, " ").trim();
}

function refuseTruncatedLog(database: Database.Database, file: string): void {
  const newest = readNewestChange(filesBeside(file).newestChange);
  if (!newest) return;
  const isFilled = numberPragma(database, "user_version") > 0;
  const storedHash =
    isFilled && database.prepare("SELECT hash FROM changes WHERE number = ?").pluck().get(newest.number);
  if (storedHash !== newest.hash) {
    throw lostChangeRefusal(file, newest.number);
  }
}

/** The refusal of a database whose log lacks an acknowledged change. */
export function lostChangeRefusal(file: string, number: number): StoreRefused {
  return new StoreRefused(`${file} has lost change ${number}, which was acknowledged; ${remedy}.`);
}

/** Makes commits survive a power cut; on macOS this needs F_FULLFSYNC. Later syncs are done by the store. */
export function makeDurable(database: Database.Database): void {
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  syncToPlatter(database);
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON");
}

/** Opens a database to checkpoint it, with F_FULLFSYNC on macOS. */
export function openToCheckpoint(file: string): Database.Database {
  const database = new Database(file, { fileMustExist: true });
  syncToPlatter(database);
  return database;
}

/** Makes macOS wait until the drive has written its cache, in checkpoints too. No effect on other systems. */
function syncToPlatter(database: Database.Database): void {
  database.pragma("fullfsync = ON");
  database.pragma("checkpoint_fullfsync = ON");
}

/** Checkpoints and syncs the write-ahead log. After a failed sync, its end may be in memory only. */
function checkpointLog(database: Database.Database): void {
  database.pragma("wal_checkpoint(TRUNCATE)");
}

/** The reason for an error of the system or the driver, by its code; undefined for any other error. */
export function reason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const code = String(error.code);
  if (isFullDisk(code)) return "the disk is full";
  if (code.startsWith("SQLITE_IOERR")) return "it cannot be read or written";
  return reasons.get(code.replace(/^(SQLITE_[A-Z]+)_.*/, "$1")) ?? error.message;
}

const reasons = new Map([
  ["EACCES", "permission denied"],
  ["EEXIST", "a file stands where the directory should be"],
  ["ENOENT", "there is no such place"],
  ["ENOTDIR", "a file stands where the directory should be"],
  ["EROFS", "the disk is read-only"],
  ["SQLITE_BUSY", "another program holds it"],
  ["SQLITE_CORRUPT", "it is damaged; niceties verify says more, niceties restore brings a backup back"],
  ["SQLITE_CANTOPEN", "permission denied, or not a file"],
  ["SQLITE_NOTADB", "it is not a database"],
  ["SQLITE_READONLY", "it may only be read"],
]);
