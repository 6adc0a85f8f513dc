import type { StoredChange, Version } from "../../catalogue/log/change.ts";
import type {
  FollowedChange,
  Freeze,
  IdentifiedCoffee,
  IdempotentAdd,
  LaterErasure,
  ListedRow,
  StoredCoffee,
} from "../../catalogue/coffee-store.ts";
import { selectCatalogueBytes } from "../log/catalogue-size.ts";
import type { CoffeeText } from "../../catalogue/coffee-text.ts";
import type { HistoryEntry } from "../../catalogue/log/undo.ts";
import type { LogEnd, NumberedChange } from "../log/log-draft.ts";
import {
  laterErasureFromRow,
  readableText,
  coffeeFromRow,
  pageBytes,
  listedRow,
  selectCoffees,
  selectStoredCoffee,
  selectHistory,
  selectAddByKey,
  selectState,
  selectStored,
  stateFromRow,
  type ChangeRow,
  type LaterErasureRow,
  type StoredCoffeeRow,
  type HistoryRow,
  type IdempotentAddRow,
  type StateRow,
} from "../log/log-rows.ts";
import type { Connection } from "./connection/connection.ts";

/*
 * Reads of the log and the coffees. A function with several queries sends them in one round trip, or must run inside a
 * transaction of its caller. A query with a name is prepared once for each connection.
 */

/** Silence limit for queries that find rows by an index, however many rows they return. */
export const quickMs = 2_000;

/** Silence limit for queries that may scan the whole catalogue or log before their first row. */
export const patientMs = 60_000;

/** The channel on which each commit sends a notification. */
export const newsChannel = "niceties_changes";

type EndRow = Version & Readonly<{ time: string | null; last_id: string | null; catalogue_bytes: number }>;

export async function readVersion(connection: Connection, withinMs: number): Promise<Version> {
  const [version] = await connection.query<Version>(
    { name: "version", text: "SELECT number, hash FROM head" },
    withinMs,
  );
  return assertHeadRow(version);
}

/** The newest version, and the hash of change `number` in the same snapshot, if there is one. */
export async function readVersionAndHash(
  connection: Connection,
  number: number,
  withinMs: number,
): Promise<{ version: Version; found: string | undefined }> {
  const text = "SELECT number, hash, (SELECT hash FROM changes WHERE number = $1) AS found FROM head";
  const query = { name: "version-and-hash", text, values: [number] };
  const [row] = await connection.query<Version & { found: string | null }>(query, withinMs);
  const { found, ...version } = assertHeadRow(row);
  return { version, found: found ?? undefined };
}

/** The end of the log, locked: until this transaction ends, no other process can write. */
export async function lockEnd(connection: Connection, withinMs: number): Promise<LogEnd> {
  const text = "SELECT number, hash, time, last_id, catalogue_bytes FROM head FOR UPDATE";
  const [row] = await connection.query<EndRow>({ name: "lock-end", text }, withinMs);
  const { number, hash, time, last_id, catalogue_bytes: catalogueBytes } = assertHeadRow(row);
  return { version: { number, hash }, time: time ?? undefined, lastId: last_id ?? undefined, catalogueBytes };
}

/** The bytes that all coffees count for, as stored at the end of the log, and as counted now. */
export async function readCatalogueBytes(connection: Connection): Promise<{ stored: number; counted: number }> {
  const text = `SELECT catalogue_bytes AS stored, counted.bytes AS counted FROM head, (${selectCatalogueBytes}) AS counted`;
  const [row] = await connection.query<{ stored: number; counted: number }>(text, patientMs);
  return assertHeadRow(row);
}

export async function readFreeze(connection: Connection, withinMs: number): Promise<Freeze | undefined> {
  const [freeze] = await connection.query<Freeze>(
    { name: "freeze", text: 'SELECT since, words FROM "freeze"' },
    withinMs,
  );
  return freeze;
}

export async function readHash(connection: Connection, number: number, withinMs: number): Promise<string | undefined> {
  const text = "SELECT hash FROM changes WHERE number = $1";
  const [row] = await connection.query<{ hash: string }>({ name: "hash", text, values: [number] }, withinMs);
  return row?.hash;
}

/** All coffees in the order of the list, and their version. */
export async function readList(connection: Connection): Promise<{ coffees: IdentifiedCoffee[]; version: Version }> {
  const [version, rows] = await inOneMoment(connection, () =>
    Promise.all([
      readVersion(connection, quickMs),
      connection.query<IdentifiedCoffee>(`${selectCoffees} ORDER BY place`, patientMs),
    ]),
  );
  return { coffees: rows.map(coffeeFromRow), version };
}

/** All coffees in the order of the list. */
export async function readStored(connection: Connection): Promise<StoredCoffee[]> {
  return (await connection.query<StoredCoffeeRow>(`${selectStoredCoffee} ORDER BY place`, patientMs)).map(listedRow);
}

/** The coffees with these ids. */
export async function readStoredByIds(
  connection: Connection,
  ids: readonly string[],
  withinMs: number,
): Promise<StoredCoffee[]> {
  const text = `${selectStoredCoffee} WHERE _id = ANY ($1::text[])`;
  return (await connection.query<StoredCoffeeRow>({ name: "stored-by-ids", text, values: [ids] }, withinMs)).map(
    listedRow,
  );
}

export async function readPage(connection: Connection, place: number, limit: number): Promise<ListedRow[]> {
  const text = `
    SELECT id, text, place, number, hash FROM (
      SELECT stored.*, sum(octet_length(text)) OVER (ORDER BY place) - octet_length(text) AS bytes_before
      FROM (${selectStoredCoffee} WHERE place > $1 ORDER BY place LIMIT $2) AS stored
    ) AS page WHERE bytes_before < $3 ORDER BY place`;
  const query = { name: "page", text, values: [place, limit, pageBytes] };
  return (await connection.query<StoredCoffeeRow>(query, quickMs)).map(listedRow);
}

export async function readFollowing(
  connection: Connection,
  { number, hash }: Version,
  limit: number,
): Promise<FollowedChange[]> {
  const text = `
    SELECT number, hash, action, coffee_id AS "coffeeId", after,
      (SELECT min(number) FROM changes AS first WHERE first.coffee_id = changes.coffee_id) AS place
    FROM changes
    WHERE number > $1 AND ($1 = 0 OR EXISTS (SELECT 1 FROM changes WHERE number = $1 AND hash = $2))
    ORDER BY number LIMIT $3`;
  const query = { name: "following", text, values: [number, hash, limit] };
  const changes = await connection.query<FollowedChange>(query, quickMs);
  return changes.map((change) => ({ ...change, after: readableText(change.after) }));
}

export async function readChanges(connection: Connection, after: number, limit: number): Promise<StoredChange[]> {
  const text = `${selectStored} WHERE number > $1 ORDER BY number LIMIT $2`;
  return connection.query<StoredChange>({ name: "changes", text, values: [after, limit] }, quickMs);
}

export async function readIdAfter(connection: Connection, id: string): Promise<string | undefined> {
  const text = `SELECT _id FROM coffees WHERE place > (SELECT place FROM coffees WHERE _id = $1) ORDER BY place LIMIT 1`;
  const [row] = await connection.query<{ _id: string }>({ name: "id-after", text, values: [id] }, quickMs);
  return row?._id;
}

/** The changes of a coffee without their texts, oldest first. */
export async function readHistory(connection: Connection, id: string, limit: number): Promise<HistoryEntry[]> {
  const text =
    "SELECT number, action, undoes, fields FROM changes WHERE coffee_id = $1 AND action <> 'erase' ORDER BY number LIMIT $2";
  return connection.query<HistoryEntry>({ name: "history", text, values: [id, limit] }, quickMs);
}

/** The histories of all coffees that these changes are about. */
export async function readHistoriesOf(
  connection: Connection,
  numbers: readonly number[],
  withinMs: number,
): Promise<HistoryRow[]> {
  const text = `${selectHistory} WHERE coffee_id IN (SELECT coffee_id FROM changes WHERE number = ANY ($1::bigint[])) AND action <> 'erase' ORDER BY number`;
  return connection.query<HistoryRow>({ text, values: [numbers] }, withinMs);
}

/** The texts of coffees after the changes with these numbers. */
export async function readStatesOf(
  connection: Connection,
  numbers: readonly number[],
  withinMs: number,
): Promise<[number, CoffeeText | null][]> {
  const text = `${selectState} WHERE number = ANY ($1::bigint[])`;
  return (await connection.query<StateRow>({ text, values: [numbers] }, withinMs)).map(stateFromRow);
}

/** The coffee of each change with one of these numbers. */
export async function readCoffeesOfChanges(
  connection: Connection,
  numbers: readonly number[],
  withinMs: number,
): Promise<NumberedChange[]> {
  const text = `SELECT number, coffee_id AS "coffeeId" FROM changes WHERE number = ANY ($1::bigint[]) ORDER BY number`;
  return connection.query<NumberedChange>({ text, values: [numbers] }, withinMs);
}

/** See `CoffeeStore.storedChanges`. */
export async function readStoredOf(connection: Connection, coffeeId: string, after: number): Promise<StoredChange[]> {
  const values = [after, mostOnPage, pageBytes, coffeeId];
  return connection.query<StoredChange>({ name: "stored-of", text: pageOfStored("coffee_id = $4"), values }, patientMs);
}

/** See `CoffeeStore.erasedChanges`. */
export async function readErasedChanges(connection: Connection, after: number): Promise<StoredChange[]> {
  const values = [after, mostOnPage, pageBytes];
  return connection.query<StoredChange>({ name: "erased", text: pageOfStored("own IS NOT NULL"), values }, patientMs);
}

/** The most sizes that are added up to find the end of a page. */
const mostOnPage = 256;

/**
 * The changes after number $1, at most $2, ending with the one that brings their texts to $3 bytes. Sizes are added up
 * without reading texts.
 */
function pageOfStored(condition: string): string {
  const bytes = "coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)";
  return `${selectStored} WHERE number IN (
      SELECT number FROM (
        SELECT number, sum(bytes) OVER (ORDER BY number) - bytes AS bytes_before FROM (
          SELECT number, ${bytes} AS bytes FROM changes WHERE ${condition} AND number > $1 ORDER BY number LIMIT $2
        ) AS sizes
      ) AS summed WHERE bytes_before < $3
    ) ORDER BY number`;
}

export async function readLaterErasures(connection: Connection): Promise<LaterErasure[]> {
  const rows = await connection.query<LaterErasureRow>("SELECT previous, change FROM later_erasures", quickMs);
  return rows.map(laterErasureFromRow);
}

/** The adds that were sent with one of these idempotency keys, by key. */
export async function readAddsByKey(
  connection: Connection,
  keys: readonly string[],
  withinMs: number,
): Promise<Map<string, ChangeRow>> {
  const text = `${selectAddByKey} WHERE key = ANY ($1::text[])`;
  const rows = await connection.query<IdempotentAddRow>({ name: "keyed", text, values: [keys] }, withinMs);
  return new Map(rows.map(({ key, ...change }) => [key, change]));
}

/** The idempotency keys of the adds after number `after` and up to number `last`, by number. */
export async function readKeys(connection: Connection, after: number, last: number): Promise<IdempotentAdd[]> {
  const text = "SELECT key, number FROM add_keys WHERE number > $1 AND number <= $2 ORDER BY number";
  return connection.query<IdempotentAdd>({ text, values: [after, last] }, quickMs);
}

/** Reads from one snapshot, so concurrent writes are seen either completely or not at all. */
async function inOneMoment<T>(connection: Connection, read: () => Promise<T>): Promise<T> {
  const begin = connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", quickMs);
  const [, result] = await Promise.all([begin, read()]);
  await connection.commit(quickMs);
  return result;
}

/** The tables whose dead rows may still hold erased words. */
export async function readUnswept(connection: Connection): Promise<string[]> {
  const text =
    "SELECT relation FROM unswept WHERE pg_relation_filenode(relation::regclass) = filenode ORDER BY relation";
  return (await connection.query<{ relation: string }>(text, quickMs)).map(({ relation }) => relation);
}

function assertHeadRow<T>(row: T | undefined): T {
  if (!row) throw new Error("The table head has lost its row.");
  return row;
}
