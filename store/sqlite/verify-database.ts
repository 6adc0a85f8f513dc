import Database from "better-sqlite3";
import { existsSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Change, Version } from "../../catalogue/change.ts";
import { coffeeFields } from "../../catalogue/coffee.ts";
import { receiptOf } from "../../catalogue/receipt.ts";
import type { Replayed } from "../../catalogue/replay.ts";
import { LogCheck } from "../../catalogue/verify-log.ts";
import type { Finding, Verification, VerifiedPart, VerifyOptions } from "../verification.ts";
import { readHead } from "./head.ts";
import { numberPragma, readMigrations, whyNotOurs } from "./migrations.ts";
import { filesBeside, reason } from "./open-database.ts";
import { sealFits } from "./seal.ts";
import {
  changeFromRow,
  coffeeColumns,
  rowFromFields,
  selectChange,
  type ChangeRow,
  type CoffeeRow,
} from "./sqlite-log.ts";

const pageChanges = 1_000;
const busyTimeoutMs = 5_000;

/** A coffee as its table holds it. */
type TableRow = CoffeeRow & Readonly<{ place: number; version: number }>;

/**
 * Checks a shop's SQLite file whole, whether or not somebody has it open: its seal, its structure, its log, and that the
 * coffees are what the log adds up to. Reads one moment of it, and writes nothing.
 */
export async function verifyDatabase(file: string, options: VerifyOptions = {}): Promise<Verification> {
  const findings: Finding[] = [sealFinding(file)];
  // Before the database: what is noted by now is in what is read from now on.
  const noted = readHead(filesBeside(file).head);
  const check = new LogCheck();
  let database: Database.Database | undefined;
  try {
    database = openForReading(file);
    for await (const finding of findingsIn(database, check, noted, options)) findings.push(finding);
  } catch (error) {
    const why = reason(error);
    if (!why) throw error;
    const read = check.newest ? ` after change ${check.newest.number}` : "";
    findings.push(wrong("structure", `It cannot be read${read}: ${why}.`));
  } finally {
    database?.close();
  }
  return {
    file,
    isSound: findings.every(({ isSound }) => isSound !== false),
    bytes: statSync(file).size,
    changes: check.newest?.number ?? 0,
    coffees: check.replay.coffees().length,
    newest: check.newest,
    findings,
  };
}

async function* findingsIn(
  database: Database.Database,
  check: LogCheck,
  noted: Version | undefined,
  { receipts = [], onProgress = () => {}, signal }: VerifyOptions,
): AsyncGenerator<Finding> {
  const migrations = readMigrations();
  const notOurs = whyNotOurs(database, migrations.length);
  const version = numberPragma(database, "user_version");
  if (notOurs) yield wrong("structure", `It ${notOurs}`);
  else if (version === 0) yield wrong("structure", "It is empty: there is no shop in it.");
  if (notOurs || version === 0) return;
  yield structureFinding(database, migrations.slice(0, version));
  const log = await logFinding(database, check, onProgress, signal);
  yield log;
  if (!log.isSound) return;
  yield coffeesFinding(database, check);
  yield headFinding(database, check, noted);
  for (const receipt of receipts) yield receiptFinding(database, receipt);
}

/**
 * A reader alone would leave a write-ahead log and its index behind where there were none, a writer would copy what they
 * hold into the file: so it is opened as the one of the two that changes nothing.
 */
function openForReading(file: string): Database.Database {
  const options = { readonly: existsSync(`${file}-wal`), fileMustExist: true, timeout: busyTimeoutMs };
  const database = new Database(file, options);
  database.pragma("query_only = ON");
  database.exec("BEGIN");
  return database;
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
  // Somebody who opens the shop takes the seal away before the first byte changes.
  if (sealFits(file) === undefined) return sealFinding(file);
  return wrong("seal", "The file is not what it was when it was closed, or its seal is another's.");
}

function structureFinding(database: Database.Database, migrations: readonly string[]): Finding {
  const found = String(database.pragma("integrity_check(1)", { simple: true }));
  if (found !== "ok") return wrong("structure", `SQLite says: ${found.replaceAll(/\s+/g, " ").trim()}.`);
  const meant = new Database(":memory:");
  for (const sql of migrations) meant.exec(sql);
  const isMeant = schemaOf(database) === schemaOf(meant);
  meant.close();
  return isMeant
    ? right("structure", "It is whole.")
    : wrong("structure", "Its tables are not those that the shop made; somebody has changed them.");
}

function schemaOf(database: Database.Database): string {
  const parts = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").all();
  return JSON.stringify(parts);
}

async function logFinding(
  database: Database.Database,
  check: LogCheck,
  onProgress: (done: number, all: number) => void,
  signal: AbortSignal | undefined,
): Promise<Finding> {
  const select = database.prepare<[number, number], ChangeRow>(
    `${selectChange} WHERE number > ? ORDER BY number LIMIT ?`,
  );
  const all = Number(database.prepare("SELECT max(number) FROM changes").pluck().get());
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = select.all(after, pageChanges);
    for (const row of page) {
      const why = whyNot(check, row);
      if (why) return { ...wrong("log", `Change ${row.number} does not fit: ${why}.`), change: row.number };
      after = row.number;
    }
    onProgress(Math.max(0, after), all);
    if (page.length < pageChanges) return right("log", told(check.newest));
    await setImmediate(); // or no signal would be heard
    signal?.throwIfAborted();
  }
}

function told(newest: Change | undefined): string {
  if (!newest) return "It has no changes yet.";
  return `Each of its ${newest.number.toLocaleString("en")} changes fits the one before.`;
}

function whyNot(check: LogCheck, row: ChangeRow): string | undefined {
  const change = readRow(row);
  return change ? check.take(change) : "what it says about the coffee is not as the shop writes it";
}

/** Undefined where the texts of a row are not, to the letter, what the shop writes. */
function readRow(row: ChangeRow): Change | undefined {
  try {
    const change = changeFromRow(row);
    const isExact = [change.before, change.after].every(
      (fields, place) => (fields && JSON.stringify(fields)) === [row.before, row.after][place],
    );
    return isExact ? change : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function coffeesFinding(database: Database.Database, check: LogCheck): Finding {
  const rows = database
    .prepare<[], TableRow>(`SELECT _id, place, version, ${coffeeColumns} FROM coffees ORDER BY place`)
    .all();
  const kept = new Map(rows.map((row) => [row._id, row]));
  const expected = check.replay.entries().filter(([, { fields }]) => fields);
  for (const [id, replayed] of expected) {
    const why = difference(kept.get(id), replayed);
    if (why) return { ...wrong("coffees", `Coffee ${id} ${why}.`), change: replayed.version };
  }
  const known = new Set(expected.map(([id]) => id));
  const unknown = rows.find(({ _id }) => !known.has(_id));
  if (unknown) return wrong("coffees", `Coffee ${unknown._id} is there, but by the log it should not be.`);
  return right("coffees", `All ${rows.length.toLocaleString("en")} are what the log adds up to, in its order.`);
}

function difference(row: TableRow | undefined, { place, version, fields }: Replayed): string | undefined {
  if (!row) return `is missing; change ${version} made or kept it`;
  const expected = fields && rowFromFields(fields);
  const altered = coffeeFields.filter((field) => expected?.[field] !== row[field]);
  if (altered.length > 0) return `is not what change ${version} made it: ${altered.join(", ")}`;
  if (row.place !== place) return `is not at its place in the list, which is that of change ${place}`;
  return row.version === version ? undefined : `does not name change ${version}, which last wrote it`;
}

function headFinding(database: Database.Database, { newest }: LogCheck, noted: Version | undefined): Finding {
  const part = "newest change";
  if (!noted) return { part, isSound: undefined, message: "None is noted beside the file." };
  if (hashOf(database, noted.number) === noted.hash) return right(part, `Change ${noted.number}, as noted, is there.`);
  const last = newest?.number ?? 0;
  if (noted.number > last) {
    const message = `Change ${noted.number} was acknowledged, but the log ends with change ${last}: its end was cut off.`;
    return { ...wrong(part, message), change: last + 1 };
  }
  const message = `Change ${noted.number} is not the one that was acknowledged; the log is another's, or was rewritten.`;
  return { ...wrong(part, message), change: noted.number };
}

function receiptFinding(database: Database.Database, receipt: Version): Finding {
  const name = `${receiptOf(receipt).slice(0, 16)}…`;
  const hash = hashOf(database, receipt.number);
  if (hash === receipt.hash) return right("receipts", `${name} is of this log.`);
  const why = hash === undefined ? "the log ends before it" : `change ${receipt.number} is another one`;
  return { ...wrong("receipts", `${name} is not of this log: ${why}.`), change: receipt.number };
}

function hashOf(database: Database.Database, number: number): string | undefined {
  return database.prepare<[number], string>("SELECT hash FROM changes WHERE number = ?").pluck().get(number);
}

function right(part: VerifiedPart, message: string): Finding {
  return { part, isSound: true, message };
}

function wrong(part: VerifiedPart, message: string): Finding {
  return { part, isSound: false, message };
}
