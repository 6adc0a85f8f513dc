import Database from "better-sqlite3";
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { StoredChange, Version } from "../../../catalogue/log/change.ts";
import { LogCheck } from "../../../catalogue/log/verify-log.ts";
import { isWritable } from "../../files/durable-files.ts";
import { selectStored } from "../../log/log-rows.ts";
import { isAddition } from "../../is-addition.ts";
import {
  appliedMigrations,
  dataVersionOf,
  pendingMigrations,
  readMigrations,
  type Applied,
  type Migration,
} from "../../read-migrations.ts";
import { StoreRefused } from "../../store-refused.ts";
import { right, wrong, type Finding, type Verification, type VerifyOptions } from "../../log/verification.ts";
import {
  coffeesFinding,
  logFinding,
  receiptFinding,
  verificationOf,
  type LogTable,
  type TableRow,
} from "../../log/verify-rows.ts";
import { readNewestChange } from "./newest-change-file.ts";
import { expansionsTable, migrate, readApplied, whyNotOurs } from "../migrations.ts";
import { filesBeside, reason } from "./open-database.ts";
import { ScopedDatabase } from "./scoped-database.ts";
import { sealFits } from "./seal.ts";
import { SqliteLog } from "../sqlite-log.ts";

const busyTimeoutMs = 5_000;

/**
 * Verifies a shop's SQLite file, which may be open: its seal, its structure, its log, and that the coffees match the
 * log. Reads one snapshot, and writes nothing.
 */
export async function verifyDatabase(file: string, options: VerifyOptions = {}): Promise<Verification> {
  const findings: Finding[] = [sealFinding(file)];
  // Read before the database, which then contains at least this change.
  const newestChange = readNewestChange(filesBeside(file).newestChange);
  const check = new LogCheck();
  try {
    using reader = openForReading(file);
    for await (const finding of findingsIn(reader.database, check, newestChange, file, options)) findings.push(finding);
  } catch (error) {
    const why = reason(error);
    if (!why) throw error;
    const read = check.newest ? ` after change ${check.newest.number}` : "";
    findings.push(wrong("structure", `It cannot be read${read}: ${why}.`));
  }
  return verificationOf(file, statSync(file).size, check, findings);
}

async function* findingsIn(
  database: Database.Database,
  check: LogCheck,
  newestChange: Version | undefined,
  file: string,
  { name = file, receipts = [], onProgress = () => {}, signal }: VerifyOptions,
): AsyncGenerator<Finding> {
  const migrations = readMigrations("sqlite");
  const notOurs = whyNotOurs(database, dataVersionOf(migrations));
  if (notOurs) {
    yield wrong("structure", `It ${notOurs}`);
    return;
  }
  const applied = readApplied(database);
  if (applied.version === 0) {
    yield wrong("structure", "It is empty: there is no shop in it.");
    return;
  }
  yield structureFinding(database, migrations, applied);
  const isOlder = pendingMigrations(migrations, applied).length > 0;
  using reader = isOlder ? migratedCopy(file, migrations) : undefined;
  const current = reader?.database ?? database;
  const log = await logFinding(logTable(current), check, onProgress, signal);
  yield log;
  if (!log.isSound) return;
  yield coffeesFinding(tableRows(current), check);
  yield headFinding(current, check, newestChange);
  yield* nameFindings(check, name);
  for (const receipt of receipts) yield receiptFinding(receipt, hashOf(current, receipt.number));
}

type Reader = Readonly<{ database: Database.Database }> & Disposable;

/**
 * On a read-only disk, SQLite cannot create the index that it needs for reading a write-ahead log. Then a copy is read.
 */
export function openForReading(file: string): Reader {
  try {
    const database = openUnchanged(file);
    return { database, [Symbol.dispose]: () => database.close() };
  } catch (error) {
    if (isWritable(dirname(file))) throw error;
  }
  return openCopy(file, openUnchanged);
}

/** Migrates a copy of a file of an older version, so that there is only one way to read a log. */
function migratedCopy(file: string, migrations: readonly Migration[]): Reader {
  return openCopy(file, (copy) => {
    const database = new Database(copy);
    migrate(database, migrations, () => {});
    return database;
  });
}

/** Opens a copy in a temporary directory, which goes when the reader is disposed of. */
function openCopy(file: string, open: (copy: string) => Database.Database): Reader {
  const folder = mkdtempSync(join(tmpdir(), "niceties-verify-"));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    const database = open(copyInto(folder, file));
    const dispose = () => {
      database.close();
      remove();
    };
    return { database, [Symbol.dispose]: dispose };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Throws `StoreRefused` if there is no space for the copy. */
function copyInto(folder: string, file: string): string {
  const copy = join(folder, basename(file));
  try {
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    return copy;
  } catch (cause) {
    const why = reason(cause);
    const message = `${file} cannot be read where it is, nor copied to ${folder} to be verified there: ${why}.`;
    throw why ? new StoreRefused(message, { cause }) : cause;
  }
}

/**
 * Opens a database without changing its files. If there is a write-ahead log, the connection is readonly, because a
 * writing one would copy the log into the file. If there is none, it is a writing one, because a readonly one would
 * create a log and its index.
 */
export function openUnchanged(file: string): ScopedDatabase {
  const options = { readonly: existsSync(`${file}-wal`), fileMustExist: true, timeout: busyTimeoutMs };
  const database = new ScopedDatabase(file, options);
  try {
    database.pragma("query_only = ON");
    database.exec("BEGIN");
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function sealFinding(file: string): Finding {
  const fits = sealFits(file);
  if (fits === undefined)
    return {
      part: "seal",
      isSound: undefined,
      message: "There is none, as while the shop is open or after it was cut short.",
    };
  if (fits) return right("seal", "Every byte is what it was when the file was closed.");
  // If the seal is gone now, a process has opened the shop meanwhile, and the seal says nothing.
  if (sealFits(file) === undefined) return sealFinding(file);
  return wrong("seal", "The file is not what it was when it was closed, or its seal is another's.");
}

function structureFinding(database: Database.Database, migrations: readonly Migration[], applied: Applied): Finding {
  const found = String(database.pragma("integrity_check(1)", { simple: true }));
  if (found !== "ok") return wrong("structure", `SQLite says: ${found.replaceAll(/\s+/g, " ").trim()}.`);
  // The SQL of a newer program's expansion comes from the file itself, so nothing but an addition is executed.
  const isExpected =
    applied.expansions.every(({ sql }) => isAddition(sql)) &&
    schemaOf(database) === expectedSchema(migrations, applied);
  return isExpected
    ? right("structure", "It is whole.")
    : wrong("structure", "Its tables are not those that the shop made; somebody has changed them.");
}

function expectedSchema(migrations: readonly Migration[], applied: Applied): string {
  using database = new ScopedDatabase(":memory:");
  for (const { sql } of appliedMigrations(migrations, applied)) database.exec(sql);
  if (applied.expansions.length > 0) database.exec(expansionsTable);
  return schemaOf(database);
}

function schemaOf(database: Database.Database): string {
  const parts = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").all();
  return JSON.stringify(parts);
}

function headFinding(database: Database.Database, { newest }: LogCheck, newestChange: Version | undefined): Finding {
  const part = "newest change";
  if (!newestChange) return { part, isSound: undefined, message: "None is noted beside the file." };
  if (hashOf(database, newestChange.number) === newestChange.hash)
    return right(part, `Change ${newestChange.number}, as noted, is there.`);
  const last = newest?.number ?? 0;
  if (newestChange.number > last) {
    const message = `Change ${newestChange.number} was acknowledged, but the log ends with change ${last}: its end was cut off.`;
    return { ...wrong(part, message), change: last + 1 };
  }
  const message = `Change ${newestChange.number} is not the one that was acknowledged; the log is another's, or was rewritten.`;
  return { ...wrong(part, message), change: newestChange.number };
}

/** The name of a backup contains the number of its last change. */
function nameFindings({ newest }: LogCheck, file: string): Finding[] {
  const [, named] = /-change-(\d+)\.db$/.exec(basename(file)) ?? [];
  const last = newest?.number ?? 0;
  if (named === undefined || Number(named) === last) return [];
  return [wrong("newest change", `The file's name says change ${named}, but its log ends with change ${last}.`)];
}

function logTable(database: Database.Database): LogTable {
  const select = database.prepare<[number, number], StoredChange>(
    `${selectStored} WHERE number > ? ORDER BY number LIMIT ?`,
  );
  const size = database.prepare<[], { rows: number; last: number | null }>(
    "SELECT count(*) AS rows, max(number) AS last FROM changes",
  );
  return {
    page: async (after, limit) => select.all(after, limit),
    laterErasures: async () => new SqliteLog(database).laterErasures(),
    size: async () => ({ rows: size.get()?.rows ?? 0, last: size.get()?.last ?? 0 }),
  };
}

function tableRows(database: Database.Database): TableRow[] {
  return database.prepare<[], TableRow>("SELECT _id, place, version, text FROM coffees ORDER BY place").all();
}

function hashOf(database: Database.Database, number: number): string | undefined {
  return database.prepare<[number], string>("SELECT hash FROM changes WHERE number = ?").pluck().get(number);
}
