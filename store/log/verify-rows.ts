import { setImmediate } from "node:timers/promises";
import { sizeOf } from "./catalogue-size.ts";
import type { StoredChange, Version } from "../../catalogue/log/change.ts";
import { fieldsOf } from "../../catalogue/coffee-text.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import type { LaterErasure } from "../../catalogue/coffee-store.ts";
import { receiptOf } from "../../catalogue/log/receipt.ts";
import type { ReplayedCoffee } from "../../catalogue/log/replay.ts";
import type { LogCheck } from "../../catalogue/log/verify-log.ts";
import { right, wrong, type Finding, type Verification } from "./verification.ts";

/** This many of the largest coffees take about 50 MB of memory. */
const pageChanges = 200;

/** A row of the table of coffees. */
export type TableRow = Readonly<{ _id: string; place: number; version: number; text: string }>;

/** The rows of the log, read from one snapshot. */
export type LogTable = Readonly<{
  /** The rows after a number, in the order of their numbers, at most `limit`. */
  page: (after: number, limit: number) => Promise<readonly StoredChange[]>;
  /** How many rows there are, and the greatest number. */
  size: () => Promise<Readonly<{ rows: number; last: number }>>;
  /** The erasures that vouch for rows of this log and are not rows of it. */
  laterErasures: () => Promise<readonly LaterErasure[]>;
}>;

/** Passes the log to `check`, change by change from the first, until one is wrong. */
export async function logFinding(
  table: LogTable,
  check: LogCheck,
  onProgress: (done: number, all: number) => void,
  signal: AbortSignal | undefined,
): Promise<Finding> {
  const { rows, last } = await table.size();
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = await table.page(after, pageChanges);
    for (const row of page) {
      const why = check.checkNext(row);
      if (why) return { ...wrong("log", `Change ${row.number} does not fit: ${why}.`), change: row.number };
      after = row.number;
    }
    onProgress(Math.max(0, after), last);
    if (page.length < pageChanges) return finishLog(rows, check, await table.laterErasures());
    await setImmediate(); // so that signals are handled
    signal?.throwIfAborted();
  }
}

/** Counts the rows, too. Otherwise a row whose number is below every number that is read would go unnoticed. */
function finishLog(rows: number, check: LogCheck, later: readonly LaterErasure[]): Finding {
  const mismatch = check.findMismatch(later);
  if (mismatch) {
    const { number, why } = mismatch;
    return { ...wrong("log", `Change ${number} does not fit: ${why}.`), change: number };
  }
  if (rows === (check.newest?.number ?? 0)) return right("log", describeLog(check));
  return wrong("log", `It has ${rows} rows, but its changes end with ${check.newest?.number ?? 0}.`);
}

function describeLog({ newest, erasedCount: erased }: LogCheck): string {
  if (!newest) return "It has no changes yet.";
  const fits = `Each of its ${newest.number.toLocaleString("en")} changes fits the one before.`;
  if (erased === 0) return fits;
  return `${fits} The shop erased words from ${erased.toLocaleString("en")} of them, and what remains is what it left.`;
}

/**
 * Compares the coffees, in the order of their places, with the state that results from the log. Call it after
 * `logFinding`.
 */
export function coffeesFinding(rows: readonly TableRow[], check: LogCheck): Finding {
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  const expected = check.replay.entries().filter(([, { after }]) => after !== null);
  for (const [id, replayed] of expected) {
    const why = difference(rowsById.get(id), replayed);
    if (why) return { ...wrong("coffees", `Coffee ${id} ${why}.`), change: replayed.version };
  }
  const expectedIds = new Set(expected.map(([id]) => id));
  const unknown = rows.find(({ _id }) => !expectedIds.has(_id));
  if (unknown) return wrong("coffees", `Coffee ${unknown._id} is there, but by the log it should not be.`);
  const bytes = expected.reduce((sum, [, { after }]) => sum + sizeOf(after), 0);
  const [count, size] = [rows.length, bytes].map((number) => number.toLocaleString("en"));
  return right("coffees", `All ${count} are what the log adds up to, in its order. They count for ${size} bytes.`);
}

function difference(row: TableRow | undefined, { place, version, after }: ReplayedCoffee): string | undefined {
  if (!row) return `is missing; change ${version} made or kept it`;
  const altered = alteredFields(row.text, after);
  if (altered.length > 0) return `is not what change ${version} made it: ${altered.join(", ")}`;
  if (row.place !== place) return `is not at its place in the list, which is that of change ${place}`;
  return row.version === version ? undefined : `does not name change ${version}, which last wrote it`;
}

/** The fields in which a stored text differs from the log; all fields if it is not the text of a coffee. */
function alteredFields(text: string, expected: string | null): readonly CoffeeField[] {
  if (expected === null) return coffeeFields;
  try {
    const [stored, logged] = [fieldsOf(text), fieldsOf(expected)];
    return coffeeFields.filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(logged[field]));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return coffeeFields;
    throw error;
  }
}

/**
 * Whether a receipt belongs to this log. `hash` is that of the log's change with the receipt's number, if there is one.
 */
export function receiptFinding(receipt: Version, hash: string | undefined): Finding {
  const name = `${receiptOf(receipt).slice(0, 16)}…`;
  if (hash === receipt.hash) return right("receipts", `${name} is of this log.`);
  const why = hash === undefined ? "the log ends before it" : `change ${receipt.number} is another one`;
  return { ...wrong("receipts", `${name} is not of this log: ${why}.`), change: receipt.number };
}

/** The result of verifying `file`, from what `check` has read and all findings. */
export function verificationOf(
  file: string,
  bytes: number,
  { newest, replay }: LogCheck,
  findings: readonly Finding[],
): Verification {
  const isSound = findings.every((finding) => finding.isSound !== false);
  return { file, isSound, bytes, changes: newest?.number ?? 0, coffees: replay.coffees().length, newest, findings };
}
