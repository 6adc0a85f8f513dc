import type { QueryConfig } from "pg";
import type { StoredChange } from "../../catalogue/log/change.ts";
import type { IdentifiedCoffee, IdempotentAdd, LaterErasure } from "../../catalogue/coffee-store.ts";
import { selectCatalogueBytes } from "../log/catalogue-size.ts";
import { upgraded } from "../../catalogue/coffee-text.ts";
import type { LogEnd } from "../log/log-draft.ts";
import { insertedColumns, insertedMembers } from "../log/log-rows.ts";
import type { Connection } from "./connection/connection.ts";
import { patientMs, newsChannel } from "./log-queries.ts";

/** Counts the catalogue's size again and stores it at the end of the log, after writes that `append` did not make. */
export async function recountCatalogue(connection: Connection): Promise<void> {
  await connection.query(`UPDATE head SET catalogue_bytes = (${selectCatalogueBytes})`, patientMs);
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

/** What to write: changes, the idempotency keys of their adds, and the end of the log after them. */
export type LogAppend = Readonly<{
  changes: readonly StoredChange[];
  keys: readonly IdempotentAdd[];
  end: LogEnd;
}>;

/** Appends changes to the log and updates their coffees. The transaction must hold the lock of `lockEnd`. */
export async function append(
  connection: Connection,
  { changes, keys, end }: LogAppend,
  withinMs: number,
): Promise<void> {
  const writing = changes.filter(({ action }) => action !== "erase");
  const last = new Map(writing.map((change) => [change.coffeeId, change]));
  const deletedIds = [...last.values()].flatMap(({ coffeeId, after }) => (after === null ? [coffeeId] : []));
  const presentCoffees = [...last.values()].flatMap(({ coffeeId, number, after }) =>
    after === null ? [] : [{ id: coffeeId, number, text: upgraded(after) }],
  );
  const queries = [
    insertChanges(changes),
    ...(keys.length > 0 ? [insertKeys(keys)] : []),
    ...(deletedIds.length > 0 ? [deleteCoffees(deletedIds)] : []),
    ...(presentCoffees.length > 0 ? [writeCoffees(presentCoffees)] : []),
    writeEnd(end),
  ];
  await Promise.all(queries.map((query) => connection.query(query, withinMs)));
}

/** Replaces changes in the log by what an erasure leaves of them. The transaction must hold the lock of `lockEnd`. */
export async function rewrite(
  connection: Connection,
  changes: readonly StoredChange[],
  withinMs: number,
): Promise<void> {
  const queries = [eraseChanges(changes), deleteKeys(changes), noteUnswept];
  await Promise.all(queries.map((query) => connection.query(query, withinMs)));
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

/** Deletes the idempotency keys of erased adds. An add that is sent again then adds a coffee again. */
function deleteKeys(changes: readonly StoredChange[]): QueryConfig {
  const text = "DELETE FROM add_keys WHERE number = ANY ($1::bigint[])";
  return { text, values: [changes.map(({ number }) => number)] };
}

/**
 * Remembers the files that these tables have now, since their dead rows hold erased words. `pg_statistic` is among them
 * if ANALYZE ran before migration 10.
 */
const noteUnswept: QueryConfig = {
  text: `
    INSERT INTO unswept (relation, filenode)
    SELECT name, pg_relation_filenode(name::regclass)
    FROM unnest (ARRAY['changes', 'coffees', 'add_keys', 'pg_statistic']) AS name
    ON CONFLICT (relation) DO UPDATE SET filenode = excluded.filenode`,
};

function insertKeys(keys: readonly IdempotentAdd[]): QueryConfig {
  const text = "INSERT INTO add_keys (key, number) SELECT * FROM unnest ($1::text[], $2::bigint[])";
  return { name: "insert-keys", text, values: [keys.map(({ key }) => key), keys.map(({ number }) => number)] };
}

function deleteCoffees(ids: readonly string[]): QueryConfig {
  return { name: "delete-coffees", text: "DELETE FROM coffees WHERE _id = ANY ($1::text[])", values: [ids] };
}

/** A new coffee's place is the number of the change that first added it, even if it was deleted in between. */
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
