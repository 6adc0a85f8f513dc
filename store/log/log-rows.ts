import type { Change, StoredChange, Version } from "../../catalogue/log/change.ts";
import { erasedFields, readErasure } from "../../catalogue/log/erase.ts";
import type {
  ChangeSelection,
  ChangeSummary,
  ChangeWithStatus,
  ErasureNote,
  IdempotentAdd,
  LaterErasure,
  IdentifiedCoffee,
  ListedRow,
} from "../../catalogue/coffee-store.ts";
import type { HistoryEntry } from "../../catalogue/log/undo.ts";
import { upgraded, type CoffeeText } from "../../catalogue/coffee-text.ts";

/*
 * The rows of the tables of coffees and changes, the same in both databases.
 */

export const selectCoffees = "SELECT _id AS id, text FROM coffees";

const changeColumns = `number, time, action, coffee_id AS "coffeeId", before, after, visitor, browser, undoes, hash`;
/** Changes as readers see them, without the columns that only hashes need. */
export const selectChange = `SELECT ${changeColumns} FROM changes`;
export type ChangeRow = Change;

/** The sizes of changes, without reading their texts. */
export const selectSizes = `SELECT number, coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0) AS bytes FROM changes`;
export type SizeRow = Readonly<{ number: number; bytes: number }>;

/** Changes without their texts. */
export const selectSummary = `SELECT number, time, action, coffee_id AS "coffeeId", visitor, undoes,
  coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0) AS bytes FROM changes`;
export type SummaryRow = Omit<ChangeSummary, "isUndone">;

/**
 * SQL: the condition for the changes of a visitor. `name` is the placeholder of the visitor's name: that of a browser,
 * or of an address whose browser sent no key.
 */
function byVisitorCondition(name: string): string {
  return `number IN (
    SELECT number FROM changes WHERE browser = ${name}
    UNION ALL SELECT number FROM changes WHERE visitor = ${name} AND browser IS NULL)`;
}

/**
 * The conditions of a selection: for each a name, its SQL with a ? for each place of the value, and the value.
 * `numbered` is the condition for a number that is one of several.
 */
export function selectionConditions(selection: ChangeSelection, numbered: string) {
  const { numbers, coffeeId, visitor, network, since, until, before, after } = selection;
  const conditions = [
    ["numbers", numbered, numbers],
    ["coffee", "coffee_id = ?", coffeeId],
    ["visitor", byVisitorCondition("?"), visitor],
    ["network", "visitor = ?", network],
    ["since", `number >= ${firstNumberSince("?")}`, since?.toISOString()],
    ["until", `number <= ${lastNumberUntil("?")}`, until?.toISOString()],
    ["before", "number < ?", before],
    ["after", "number > ?", after],
  ] as const;
  return conditions.filter(([, , value]) => value !== undefined);
}

/** SQL: leaves out the entries of erasures, unless the selection has `withErasures`. */
export function actionCondition({ withErasures }: ChangeSelection): string {
  return withErasures ? "true" : "action <> 'erase'";
}

/** Changes exactly as stored, with every column that their hashes cover. */
export const selectStored = `SELECT ${changeColumns}, salt, own, erasure, fields FROM changes`;
/** The members of a stored change, in the order of `insertedColumns`. */
export const insertedMembers = [
  "number",
  "time",
  "action",
  "coffeeId",
  "fields",
  "undoes",
  "visitor",
  "browser",
  "salt",
  "own",
  "erasure",
  "hash",
  "before",
  "after",
] as const satisfies readonly (keyof StoredChange)[];
export const insertedColumns =
  "number, time, action, coffee_id, fields, undoes, visitor, browser, salt, own, erasure, hash, before, after";

/** The changes of a coffee without their texts. */
export const selectHistory = `SELECT coffee_id AS "coffeeId", number, action, undoes, fields FROM changes`;
export type HistoryRow = HistoryEntry & Readonly<{ coffeeId: string }>;

/** The texts of coffees after changes. */
export const selectState = "SELECT number, after FROM changes";
export type StateRow = Readonly<{ number: number; after: string | null }>;

export function stateFromRow({ number, after }: StateRow): [number, CoffeeText | null] {
  return [number, readableText(after)];
}

/** Adds that were sent with an idempotency key, each with its key. */
export const selectAddByKey = `SELECT key, ${changeColumns} FROM add_keys JOIN changes USING (number)`;
export type IdempotentAddRow = ChangeRow & IdempotentAdd;

/*
 * Times in the log never go back, so a range of times is a range of numbers. A query by time alone would scan from the
 * newest change to the other end of the range.
 */

/** SQL: the number of the first change at or after a time; null if there is none. */
function firstNumberSince(time: string): string {
  return `(SELECT number FROM changes WHERE time >= ${time} ORDER BY time, number LIMIT 1)`;
}

/** SQL: the number of the last change at or before a time; null if there is none. */
function lastNumberUntil(time: string): string {
  return `(SELECT number FROM changes WHERE time <= ${time} ORDER BY time DESC, number DESC LIMIT 1)`;
}

/** A page of coffees or changes ends once its texts have this many bytes. */
export const pageBytes = 1_000_000;

/** A coffee with its place in the list and the change that last wrote it. */
export const selectStoredCoffee = `SELECT _id AS id, text, place, number, hash FROM coffees JOIN changes ON number = version`;
export type StoredCoffeeRow = IdentifiedCoffee & Version & Readonly<{ place: number }>;

export function listedRow({ id, text, place, number, hash }: StoredCoffeeRow): ListedRow {
  return { id, text: upgraded(text), version: { number, hash }, place };
}

export function coffeeFromRow({ id, text }: IdentifiedCoffee): IdentifiedCoffee {
  return { id, text: upgraded(text) };
}

/**
 * A change as readers see it, without what only other changes show: whether it is undone, and why words were erased.
 */
export function changeFromRow(row: ChangeRow): Omit<ChangeWithStatus, "isUndone" | "erased"> {
  const [erasedBefore, erasedAfter] = [erasedFields(row.before), erasedFields(row.after)];
  return {
    ...row,
    ...(erasedBefore.length > 0 && { erasedBefore }),
    ...(erasedAfter.length > 0 && { erasedAfter }),
    before: readableText(row.before),
    after: readableText(row.after),
  };
}

/**
 * The selection of a page that starts with the changes of these sizes, and whether changes are left for the next page.
 */
export function pageOf(
  sizes: readonly SizeRow[],
  limit: number,
  { after }: ChangeSelection,
): Readonly<{ selection: ChangeSelection; hasMore: boolean }> {
  let bytes = 0;
  let count = 0;
  for (; count < Math.min(limit, sizes.length) && bytes < pageBytes; count++) bytes += sizes[count]?.bytes ?? 0;
  const numbers = sizes.slice(0, count).map(({ number }) => number);
  return { selection: { numbers, ...(after !== undefined && { after }) }, hasMore: count < sizes.length };
}

/** Whether an erasure took words out of this change, or it is the entry of an erasure. */
export function isTouchedByErasure({ erasedBefore, erasedAfter, action }: Omit<Change, "before" | "after">): boolean {
  return action === "erase" || erasedBefore !== undefined || erasedAfter !== undefined;
}

/** A stored text as clients read it today. Erased fields, and fields that did not exist yet, are empty. */
export function readableText(text: string | null): CoffeeText | null {
  return text === null ? null : upgraded(text);
}

export type LaterErasureRow = Readonly<{ previous: string; change: string }>;

export function laterErasureFromRow({ previous, change }: LaterErasureRow): LaterErasure {
  const stored: StoredChange = JSON.parse(change);
  return { previous, change: stored };
}

/** The entry of an erasure: when it was made and why. */
export type ErasureRow = Readonly<{ number: number; coffeeId: string; time: string; erasure: string | null }>;

/** When words of a change were last erased, and why. `erasures` are those of its coffee, oldest first. */
export function erasureNote(number: number, erasures: readonly ErasureRow[]): ErasureNote | undefined {
  for (const { number: own, time, erasure } of erasures.toReversed()) {
    const read = readErasure(erasure);
    if (read && (own === number || Object.hasOwn(read.remains, number))) return { time, reason: read.reason };
  }
  return undefined;
}

/** From the undos of a coffee, newest first: the numbers of the changes that are undone now. */
export function undoneNumbers(undos: readonly Readonly<{ number: number; undoes: number }>[]): Set<number> {
  const undone = new Set<number>();
  for (const { number, undoes } of undos) if (!undone.has(number)) undone.add(undoes);
  return undone;
}
