import type { QueryConfig } from "pg";
import type { StoredChange, Version } from "../../catalogue/log/change.ts";
import type {
  ChangePage,
  ChangeSummary,
  ChangeSelection,
  FollowedChange,
  Freeze,
  IdentifiedCoffee,
  IdempotentAdd,
  LaterErasure,
  ListedRow,
  ChangeWithStatus,
  StoredCoffee,
} from "../../catalogue/coffee-store.ts";
import { selectCatalogueBytes } from "../log/catalogue-size.ts";
import { upgraded, type CoffeeText } from "../../catalogue/coffee-text.ts";
import type { HistoryEntry } from "../../catalogue/log/undo.ts";
import type { LogEnd, NumberedChange } from "../log/log-draft.ts";
import {
  erasureNote,
  isTouchedByErasure,
  changeFromRow,
  laterErasureFromRow,
  readableText,
  coffeeFromRow,
  firstNumberSince,
  insertedColumns,
  insertedMembers,
  lastNumberUntil,
  pageBytes,
  byVisitorCondition,
  listedRow,
  selectChange,
  selectCoffees,
  selectStoredCoffee,
  selectHistory,
  selectAddByKey,
  selectSizes,
  selectState,
  selectStored,
  selectSummary,
  stateFromRow,
  undoneNumbers,
  type ChangeRow,
  type ErasureRow,
  type LaterErasureRow,
  type StoredCoffeeRow,
  type HistoryRow,
  type IdempotentAddRow,
  type StateRow,
  type SummaryRow,
} from "../log/log-rows.ts";
import type { Connection } from "./connection/connection.ts";

/*
 * The log and the coffees that it adds up to, as queries over a link. Those of several queries send them in one go, or
 * inside a transaction of their caller's. A query with a name is prepared once on each connection.
 */

/** For what finds rows by an index: so long it may be silent, however many they are. */
export const quickMs = 2_000;
/** For what may go through all of the catalogue or the log before its first row. */
export const patientMs = 60_000;

/** Told to whoever listens, with each commit. */
export const newsChannel = "niceties_changes";

type EndRow = Version & Readonly<{ time: string | null; last_id: string | null; catalogue_bytes: number }>;

export async function readVersion(connection: Connection, withinMs: number): Promise<Version> {
  const [version] = await connection.query<Version>(
    { name: "version", text: "SELECT number, hash FROM head" },
    withinMs,
  );
  return assertHeadRow(version);
}

/** The newest version, and the hash of the change `number` at that same moment, if there is one. */
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

/** The end of the log, of which this transaction holds the only key from now on. */
export async function lockEnd(connection: Connection, withinMs: number): Promise<LogEnd> {
  const text = "SELECT number, hash, time, last_id, catalogue_bytes FROM head FOR UPDATE";
  const [row] = await connection.query<EndRow>({ name: "lock-end", text }, withinMs);
  const { number, hash, time, last_id, catalogue_bytes: catalogueBytes } = assertHeadRow(row);
  return { version: { number, hash }, time: time ?? undefined, lastId: last_id ?? undefined, catalogueBytes };
}

/** What all coffees count for, as the end of the log says, and as they are counted now. */
export async function readCatalogueBytes(connection: Connection): Promise<{ stored: number; counted: number }> {
  const text = `SELECT catalogue_bytes AS stored, counted.bytes AS counted FROM head, (${selectCatalogueBytes}) AS counted`;
  const [row] = await connection.query<{ stored: number; counted: number }>(text, patientMs);
  return assertHeadRow(row);
}

/** Puts right what the end of the log says of the catalogue's size, for writes that `append` does not make. */
export async function recountCatalogue(connection: Connection): Promise<void> {
  await connection.query(`UPDATE head SET catalogue_bytes = (${selectCatalogueBytes})`, patientMs);
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

/** All coffees in their order, and the version that they are of. */
export async function readList(connection: Connection): Promise<{ coffees: IdentifiedCoffee[]; version: Version }> {
  const [version, rows] = await inOneMoment(connection, () =>
    Promise.all([
      readVersion(connection, quickMs),
      connection.query<IdentifiedCoffee>(`${selectCoffees} ORDER BY place`, patientMs),
    ]),
  );
  return { coffees: rows.map(coffeeFromRow), version };
}

/** All coffees in their order. */
export async function readStored(connection: Connection): Promise<StoredCoffee[]> {
  return (await connection.query<StoredCoffeeRow>(`${selectStoredCoffee} ORDER BY place`, patientMs)).map(listedRow);
}

/** The coffees that have one of these ids. */
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

/** The same of all coffees that changes with these numbers are about. */
export async function readHistoriesOf(
  connection: Connection,
  numbers: readonly number[],
  withinMs: number,
): Promise<HistoryRow[]> {
  const text = `${selectHistory} WHERE coffee_id IN (SELECT coffee_id FROM changes WHERE number = ANY ($1::bigint[])) AND action <> 'erase' ORDER BY number`;
  return connection.query<HistoryRow>({ text, values: [numbers] }, withinMs);
}

/** What changes of these numbers left of their coffees. */
export async function readStatesOf(
  connection: Connection,
  numbers: readonly number[],
  withinMs: number,
): Promise<[number, CoffeeText | null][]> {
  const text = `${selectState} WHERE number = ANY ($1::bigint[])`;
  return (await connection.query<StateRow>({ text, values: [numbers] }, withinMs)).map(stateFromRow);
}

/** The coffees that changes with these numbers are about. */
export async function readCoffeesOfChanges(
  connection: Connection,
  numbers: readonly number[],
  withinMs: number,
): Promise<NumberedChange[]> {
  const text = `SELECT number, coffee_id AS "coffeeId" FROM changes WHERE number = ANY ($1::bigint[]) ORDER BY number`;
  return connection.query<NumberedChange>({ text, values: [numbers] }, withinMs);
}

/** As `CoffeeStore.stored` promises. */
export async function readStoredOf(connection: Connection, coffeeId: string, after: number): Promise<StoredChange[]> {
  const values = [after, mostOnPage, pageBytes, coffeeId];
  return connection.query<StoredChange>({ name: "stored-of", text: pageOfStored("coffee_id = $4"), values }, patientMs);
}

/** As `CoffeeStore.erasedChanges` promises. */
export async function readErasedChanges(connection: Connection, after: number): Promise<StoredChange[]> {
  const values = [after, mostOnPage, pageBytes];
  return connection.query<StoredChange>({ name: "erased", text: pageOfStored("own IS NOT NULL"), values }, patientMs);
}

/** So many sizes are added up for a page. */
const mostOnPage = 256;

/** The changes after number $1, at most $2, up to the one with which their texts come to $3 bytes: sizes are read without texts. */
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

export async function addLaterErasures(connection: Connection, later: readonly LaterErasure[]): Promise<void> {
  const text = `
    INSERT INTO later_erasures (hash, previous, change) SELECT * FROM unnest ($1::text[], $2::text[], $3::text[])
    ON CONFLICT (hash) DO NOTHING`;
  const columns = [
    later.map(({ change }) => change.hash),
    later.map(({ previous }) => previous),
    later.map(({ change }) => JSON.stringify(change)),
  ];
  if (later.length > 0) await connection.query({ text, values: columns }, patientMs);
}

/** The adds that were given one of these keys, each by its key. */
export async function readAddsByKey(
  connection: Connection,
  keys: readonly string[],
  withinMs: number,
): Promise<Map<string, ChangeRow>> {
  const text = `${selectAddByKey} WHERE key = ANY ($1::text[])`;
  const rows = await connection.query<IdempotentAddRow>({ name: "keyed", text, values: [keys] }, withinMs);
  return new Map(rows.map(({ key, ...change }) => [key, change]));
}

/** The keys of adds after number `after` and up to number `last`, by number. */
export async function readKeys(connection: Connection, after: number, last: number): Promise<IdempotentAdd[]> {
  const text = "SELECT key, number FROM add_keys WHERE number > $1 AND number <= $2 ORDER BY number";
  return connection.query<IdempotentAdd>({ text, values: [after, last] }, quickMs);
}

export async function readSelection(
  connection: Connection,
  selection: ChangeSelection,
  limit: number,
): Promise<readonly ChangeWithStatus[]> {
  return (await readSelectionUpTo(connection, selection, limit, Number.MAX_SAFE_INTEGER)).changes;
}

/** As `CoffeeStore.selectPage` promises. */
export async function readSelectionPage(
  connection: Connection,
  selection: ChangeSelection,
  limit: number,
): Promise<ChangePage> {
  return readSelectionUpTo(connection, selection, limit, pageBytes);
}

/** As `CoffeeStore.summarise` promises. */
export async function readSummaries(
  connection: Connection,
  selection: ChangeSelection,
  limit: number,
): Promise<ChangeSummary[]> {
  const selected = await readSelected<SummaryRow>(connection, selectSummary, selection, limit, Number.MAX_SAFE_INTEGER);
  return selected.rows.map((row) => ({ ...row, isUndone: selected.undone.has(row.number) }));
}

async function readSelectionUpTo(
  connection: Connection,
  selection: ChangeSelection,
  limit: number,
  mostBytes: number,
): Promise<ChangePage> {
  const { rows, undone, hasMore } = await readSelected<ChangeRow>(
    connection,
    selectChange,
    selection,
    limit,
    mostBytes,
  );
  const changes = rows.map(changeFromRow);
  const touched = changes.filter(isTouchedByErasure);
  const erasures = await readErasuresOf(connection, [...new Set(touched.map(({ coffeeId }) => coffeeId))]);
  const withStatus = changes.map((change) => {
    const note = touched.includes(change) ? erasureNote(change.number, erasures.get(change.coffeeId) ?? []) : undefined;
    return { ...change, isUndone: undone.has(change.number), ...(note && { erased: note }) };
  });
  return { changes: withStatus, hasMore };
}

/** A change with an undo of its coffee. Where `isSelected` is false, the columns of the change are null. */
type SelectedRow<Row> = Row &
  Readonly<{ isSelected: boolean; undoNumber: number | null; undoneNumber: number | null; selectedCount: number }>;

/**
 * The changes of a selection, at most `limit`, up to the one with which their texts come to `mostBytes`; and the numbers of
 * the changes of their coffees that are undone at present. One query, so that all of it is of one moment.
 */
async function readSelected<Row extends object>(
  connection: Connection,
  columns: string,
  selection: ChangeSelection,
  limit: number,
  mostBytes: number,
) {
  const order = selection.after === undefined ? "DESC" : "ASC";
  const { name, where, values } = conditionsOf(selection);
  const [selectedAtMost, bytesAtMost, atMost] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const text = `
    WITH selected AS MATERIALIZED (
      ${selectSizes} WHERE ${where} ORDER BY number ${order} LIMIT ${selectedAtMost}
    ), page AS (
      SELECT number FROM (
        SELECT number, sum(bytes) OVER (ORDER BY number ${order}) - bytes AS bytes_before FROM selected
      ) AS summed WHERE bytes_before < ${bytesAtMost} ORDER BY number ${order} LIMIT ${atMost}
    ), picked AS (
      ${columns} JOIN page USING (number)
    ), undo AS (
      SELECT number, undoes FROM changes
      WHERE undoes IS NOT NULL AND coffee_id IN (SELECT "coffeeId" FROM picked)
    )
    SELECT picked.*, picked.number IS NOT NULL AS "isSelected", undo.number AS "undoNumber", undo.undoes AS "undoneNumber",
      (SELECT count(*) FROM selected) AS "selectedCount"
    FROM picked FULL JOIN undo ON undo.number = picked.number
    ORDER BY coalesce(picked.number, undo.number) DESC`;
  const kind = columns === selectChange ? "changes" : "summaries";
  const query = { name: `${kind} ${name}`, text, values: [...values, limit + 1, mostBytes, limit] };
  const found = await connection.query<SelectedRow<Row>>(query, patientMs);
  const rows = [];
  const undos = [];
  let count = 0;
  for (const { isSelected, selectedCount, undoNumber: number, undoneNumber: undoes, ...row } of found) {
    count = selectedCount;
    if (isSelected) rows.push(row);
    if (number !== null && undoes !== null) undos.push({ number, undoes });
  }
  if (order === "ASC") rows.reverse();
  return { rows, undone: undoneNumbers(undos), hasMore: count > rows.length };
}

/** The erasures of these coffees, oldest first; those that are not in this log come last. */
async function readErasuresOf(connection: Connection, ids: readonly string[]): Promise<Map<string, ErasureRow[]>> {
  if (ids.length === 0) return new Map();
  const text = `
    SELECT number, coffee_id AS "coffeeId", time, erasure FROM changes
    WHERE coffee_id = ANY ($1::text[]) AND action = 'erase' ORDER BY number`;
  const rows = await connection.query<ErasureRow>({ text, values: [ids] }, patientMs);
  const later = (await readLaterErasures(connection)).map(({ change }) => change);
  return Map.groupBy([...rows, ...later], ({ coffeeId }) => coffeeId);
}

/** What is to be written: changes, the keys that adds among them were given, and where the log ends with them. */
export type LogAppend = Readonly<{
  changes: readonly StoredChange[];
  keys: readonly IdempotentAdd[];
  end: LogEnd;
}>;

/** Appends changes to the log, and makes their coffees what the log now says that they are. Only with the key of `lockEnd`. */
export async function append(
  connection: Connection,
  { changes, keys, end }: LogAppend,
  withinMs: number,
): Promise<void> {
  const writing = changes.filter(({ action }) => action !== "erase");
  const last = new Map(writing.map((change) => [change.coffeeId, change]));
  const gone = [...last.values()].flatMap(({ coffeeId, after }) => (after === null ? [coffeeId] : []));
  const there = [...last.values()].flatMap(({ coffeeId, number, after }) =>
    after === null ? [] : [{ id: coffeeId, number, text: upgraded(after) }],
  );
  const queries = [
    insertChanges(changes),
    ...(keys.length > 0 ? [insertKeys(keys)] : []),
    ...(gone.length > 0 ? [deleteCoffees(gone)] : []),
    ...(there.length > 0 ? [writeCoffees(there)] : []),
    writeEnd(end),
  ];
  await Promise.all(queries.map((query) => connection.query(query, withinMs)));
}

/** Makes changes that are in the log what an erasure leaves of them. Only with the key of `lockEnd`. */
export async function rewrite(
  connection: Connection,
  changes: readonly StoredChange[],
  withinMs: number,
): Promise<void> {
  const queries = [eraseChanges(changes), deleteKeys(changes), noteUnswept];
  await Promise.all(queries.map((query) => connection.query(query, withinMs)));
}

/** Reads of one snapshot: nothing that is written meanwhile shows in a part of them. */
async function inOneMoment<T>(connection: Connection, read: () => Promise<T>): Promise<T> {
  const begin = connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", quickMs);
  const [, made] = await Promise.all([begin, read()]);
  await connection.commit(quickMs);
  return made;
}

/** The condition of a selection, its parameters, and a name for all selections with the same condition. */
function conditionsOf(selection: ChangeSelection): Readonly<{ name: string; where: string; values: unknown[] }> {
  const { numbers, coffeeId, visitor, network, since, until, before, after, withErasures = false } = selection;
  const wanted = [
    ["numbers", "number = ANY ($::bigint[])", numbers],
    ["coffee", "coffee_id = $", coffeeId],
    ["visitor", byVisitorCondition("$"), visitor],
    ["network", "visitor = $", network],
    ["since", `number >= ${firstNumberSince("$")}`, since?.toISOString()],
    ["until", `number <= ${lastNumberUntil("$")}`, until?.toISOString()],
    ["before", "number < $", before],
    ["after", "number > $", after],
  ] as const;
  const conditionsWithValue = wanted.filter(([, , value]) => value !== undefined);
  const conditions = conditionsWithValue.map(([, condition], place) =>
    condition.replaceAll("$", () => `$${place + 1}`),
  );
  return {
    name: [...conditionsWithValue.map(([name]) => name), ...(withErasures ? ["erasures"] : [])].join(" "),
    where: [withErasures ? "true" : "action <> 'erase'", ...conditions].join(" AND "),
    values: conditionsWithValue.map(([, , value]) => value),
  };
}

const columnTypes: Partial<Record<keyof StoredChange, string>> = {
  number: "bigint",
  fields: "integer",
  undoes: "bigint",
};

function insertChanges(changes: readonly StoredChange[]): QueryConfig {
  const arrays = insertedMembers.map((member, at) => `$${at + 1}::${columnTypes[member] ?? "text"}[]`);
  const text = `INSERT INTO changes (${insertedColumns}) SELECT * FROM unnest (${arrays.join(", ")})`;
  const values = insertedMembers.map((member) => changes.map((change) => change[member]));
  return { name: "insert-changes", text, values };
}

function eraseChanges(changes: readonly StoredChange[]): QueryConfig {
  const text = `
    UPDATE changes SET before = erased.before, after = erased.after, salt = erased.salt, own = erased.own
    FROM unnest ($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[]) AS erased (number, before, after, salt, own)
    WHERE changes.number = erased.number`;
  const members = ["number", "before", "after", "salt", "own"] as const;
  return { text, values: members.map((member) => changes.map((change) => change[member])) };
}

/** Whoever sends an add that was erased again adds it anew. */
function deleteKeys(changes: readonly StoredChange[]): QueryConfig {
  const text = "DELETE FROM add_keys WHERE number = ANY ($1::bigint[])";
  return { text, values: [changes.map(({ number }) => number)] };
}

/**
 * Dead rows with the erased words are in the files that these tables have now; in that of `pg_statistic`, where ANALYZE was
 * run before migration 10.
 */
const noteUnswept: QueryConfig = {
  text: `
    INSERT INTO unswept (relation, filenode)
    SELECT name, pg_relation_filenode(name::regclass)
    FROM unnest (ARRAY['changes', 'coffees', 'add_keys', 'pg_statistic']) AS name
    ON CONFLICT (relation) DO UPDATE SET filenode = excluded.filenode`,
};

/** The tables of which dead rows may still hold erased words. */
export async function readUnswept(connection: Connection): Promise<string[]> {
  const text =
    "SELECT relation FROM unswept WHERE pg_relation_filenode(relation::regclass) = filenode ORDER BY relation";
  return (await connection.query<{ relation: string }>(text, quickMs)).map(({ relation }) => relation);
}

function insertKeys(keys: readonly IdempotentAdd[]): QueryConfig {
  const text = "INSERT INTO add_keys (key, number) SELECT * FROM unnest ($1::text[], $2::bigint[])";
  return { name: "insert-keys", text, values: [keys.map(({ key }) => key), keys.map(({ number }) => number)] };
}

function deleteCoffees(ids: readonly string[]): QueryConfig {
  return { name: "delete-coffees", text: "DELETE FROM coffees WHERE _id = ANY ($1::text[])", values: [ids] };
}

/** A coffee that is new here finds its place by the log: where it was added first, however often it was gone since. */
function writeCoffees(rows: readonly (IdentifiedCoffee & Readonly<{ number: number }>)[]): QueryConfig {
  const text = `
    INSERT INTO coffees (_id, version, text, place)
    SELECT *, (SELECT min(number) FROM changes WHERE coffee_id = written._id)
    FROM unnest ($1::text[], $2::bigint[], $3::text[]) AS written (_id, version, text)
    ON CONFLICT (_id) DO UPDATE SET version = excluded.version, text = excluded.text`;
  const values = [rows.map(({ id }) => id), rows.map(({ number }) => number), rows.map((row) => row.text)];
  return { name: "write-coffees", text, values };
}

function writeEnd({ version: { number, hash }, time, lastId, catalogueBytes }: LogEnd): QueryConfig {
  const text = `
    WITH told AS (SELECT pg_notify('${newsChannel}', ''))
    UPDATE head SET number = $1, hash = $2, time = $3, last_id = $4, catalogue_bytes = $5 FROM told`;
  return { name: "write-end", text, values: [number, hash, time, lastId, catalogueBytes] };
}

function assertHeadRow<T>(row: T | undefined): T {
  if (!row) throw new Error("The table head has lost its row.");
  return row;
}
