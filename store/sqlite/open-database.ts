import Database from "better-sqlite3";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreRefused } from "../store-refused.ts";

const migrationsFolder = new URL("../migrations/", import.meta.url);

/** "Nice" in ASCII: marks a SQLite file as a shop's. */
const applicationId = 0x4e696365;
const busyTimeoutMs = 5_000;

/**
 * Opens a shop's SQLite file, made where there is none, and brings its tables up to date. `fill` runs once, in the
 * transaction that makes a new file's tables, so that a shop is never found half filled.
 * Throws `StoreRefused`, and leaves the file untouched, where it is not a shop's or was written by a newer version.
 */
export function openDatabase(file: string, fill: (database: Database.Database) => void): Database.Database {
  const migrations = readMigrations();
  let database: Database.Database | undefined;
  try {
    makeDirectory(dirname(file));
    if (existsSync(file)) refuseWhatIsNotOurs(file, migrations.length);
    database = new Database(file, { timeout: busyTimeoutMs });
    makeDurable(database);
    migrate(database, migrations, fill);
    return database;
  } catch (error) {
    database?.close();
    const why = reason(error);
    throw why ? new StoreRefused(`${file} cannot be opened for writing: ${why}.`, { cause: error }) : error;
  }
}

/** Node's own recursive way never comes back from places such as /proc. */
function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  if (!existsSync(path)) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isDirectory(path)) throw error; // else another program was quicker
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readMigrations(): string[] {
  const names = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  return names.toSorted().map((name) => readFileSync(new URL(name, migrationsFolder), "utf8"));
}

function refuseWhatIsNotOurs(file: string, known: number): void {
  const database = new Database(file, { readonly: true, timeout: busyTimeoutMs });
  try {
    const version = numberPragma(database, "user_version");
    const empty = database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
    if (!empty && numberPragma(database, "application_id") !== applicationId) {
      throw new StoreRefused(`${file} is a database, but not of this shop; it was left untouched.`);
    }
    if (version > known) {
      throw new StoreRefused(
        `${file} was written by a newer version of Niceties (data version ${version}, this one knows ${known}); it was left untouched. Update Niceties.`,
      );
    }
  } finally {
    database.close();
  }
}

/** An acknowledged write must survive a power cut: WAL is synced at each commit, on macOS down to the platter. */
function makeDurable(database: Database.Database): void {
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("fullfsync = ON");
  database.pragma("checkpoint_fullfsync = ON");
  database.pragma("foreign_keys = ON");
}

function migrate(
  database: Database.Database,
  migrations: readonly string[],
  fill: (database: Database.Database) => void,
): void {
  const run = database.transaction(() => {
    const applied = numberPragma(database, "user_version");
    for (const sql of migrations.slice(applied)) database.exec(sql);
    if (applied === 0) fill(database);
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${migrations.length}`);
  });
  run.immediate();
}

function numberPragma(database: Database.Database, name: string): number {
  return Number(database.pragma(name, { simple: true }));
}

/** By the code of the system or the driver; undefined for what is no trouble with the file. */
function reason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const code = String(error.code);
  return reasons.get(code) ?? (code.startsWith("SQLITE_IOERR") ? "it cannot be read or written" : error.message);
}

const reasons = new Map([
  ["EACCES", "permission denied"],
  ["EEXIST", "a file stands where the directory should be"],
  ["ENOENT", "there is no such place"],
  ["ENOTDIR", "a file stands where the directory should be"],
  ["ENOSPC", "the disk is full"],
  ["EROFS", "the disk is read-only"],
  ["SQLITE_BUSY", "another program holds it"],
  ["SQLITE_CANTOPEN", "permission denied, or not a file"],
  ["SQLITE_FULL", "the disk is full"],
  ["SQLITE_NOTADB", "it is not a database"],
  ["SQLITE_READONLY", "it may only be read"],
]);
