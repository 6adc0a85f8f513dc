import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { LogDraft } from "../../log/log-draft.ts";
import { readMigrations } from "../../read-migrations.ts";
import { StoreRefused } from "../../store-refused.ts";
import { planAdd } from "../../log/write-plans.ts";
import { BatchState } from "../batch-state.ts";
import type { Connection } from "../connection/connection.ts";
import { withConnection } from "../connection/with-connection.ts";
import { lockEnd, patientMs, quickMs } from "../log-queries.ts";
import { append } from "../log-writes.ts";

/** "Nice" in ASCII. Processes that create or change tables hold this advisory lock. */
const migrationLock = 0x4e696365;

/** Time limit: a migration may rewrite every change of a long log. */
const migrationMs = 3_600_000;

/**
 * Creates a shop's tables, or brings them up to date, in one transaction that only one process at a time can run.
 * `fill` runs once, after they are created. Rejects with `StoreRefused`, and changes nothing, if the database belongs
 * to something else, was written by a newer version, or cannot store every text.
 */
export async function makeTables(
  connection: Connection,
  place: string,
  fill: (connection: Connection) => Promise<void>,
): Promise<void> {
  await assertUtf8(connection, place);
  const migrations = readMigrations("postgres");
  if ((await dataVersion(connection, place, migrations.length)) === migrations.length) return;
  const applied = await beginAlone(connection, place, migrations.length); // another process may have been first
  await applyFrom(applied, migrations, connection);
  if (applied === 0) await fill(connection);
  await connection.commit(patientMs);
}

/**
 * Creates the tables and fills them, in a transaction that is left open. If a shop of any version is there, it changes
 * nothing and resolves to false, unless it `mayBeReplaced`: then the old tables are dropped in the same transaction.
 */
export async function makeFirstTables(
  connection: Connection,
  place: string,
  fill: (connection: Connection) => Promise<void>,
  mayBeReplaced: () => Promise<boolean>,
): Promise<boolean> {
  await assertUtf8(connection, place);
  const migrations = readMigrations("postgres");
  const isTaken = (await beginAlone(connection, place, migrations.length)) > 0;
  if (isTaken && !(await mayBeReplaced())) {
    await connection.query("ROLLBACK", quickMs);
    return false;
  }
  if (isTaken) await dropTables(connection, migrations);
  await applyFrom(0, migrations, connection);
  await fill(connection);
  return true;
}

/**
 * Begins a transaction in which no other process creates or changes tables. Resolves to the number of migrations
 * applied before.
 */
export async function beginAlone(
  connection: Connection,
  place: string,
  supportedVersion = readMigrations("postgres").length,
): Promise<number> {
  await connection.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", quickMs);
  await connection.query(`SELECT pg_advisory_xact_lock(${migrationLock})`, patientMs);
  return dataVersion(connection, place, supportedVersion);
}

async function dropTables(connection: Connection, migrations: readonly string[]): Promise<void> {
  await connection.query(dropStatement(migrations), patientMs);
}

/** The SQL that removes a shop from its database. */
export function dropStatement(migrations: readonly string[] = readMigrations("postgres")): string {
  const names = migrations.flatMap((sql) => [...sql.matchAll(/^CREATE TABLE (\S+)/gm)].map(([, name]) => name));
  return `DROP TABLE IF EXISTS ${[...names, "niceties"].join(", ")}`;
}

async function applyFrom(applied: number, migrations: readonly string[], connection: Connection): Promise<void> {
  for (const sql of migrations.slice(applied)) await connection.query(sql, migrationMs);
  if (applied === 0) {
    await connection.query(
      `CREATE TABLE niceties (one integer PRIMARY KEY CHECK (one = 1), data_version integer NOT NULL)`,
      quickMs,
    );
    await connection.query(`INSERT INTO niceties VALUES (1, ${migrations.length})`, quickMs);
  }
  await connection.query(`UPDATE niceties SET data_version = ${migrations.length}`, quickMs);
}

/**
 * Whether there is a shop in the database. Rejects with `StoreRefused` if there is something that this version cannot
 * read.
 */
export async function hasTables(connection: Connection, place: string): Promise<boolean> {
  return (await dataVersion(connection, place, readMigrations("postgres").length)) > 0;
}

/** Whether there is a shop in the database of a URL. Rejects with `StoreRefused` if that cannot be determined. */
export async function hasShopInDatabase(url: string): Promise<boolean> {
  return withConnection(url, hasTables);
}

/** Rejects with `StoreRefused` if there is no shop, or its tables are older than this version reads. */
export async function assertTables(connection: Connection, place: string): Promise<void> {
  const supportedVersion = readMigrations("postgres").length;
  const version = await dataVersion(connection, place, supportedVersion);
  if (version === 0) throw new StoreRefused(`There is no shop in ${place} yet. npm start opens a new one.`);
  if (version === supportedVersion) return;
  throw new StoreRefused(
    `${place} was written by an older version of Niceties. npm start brings it up to date; end every process of the older version first.`,
  );
}

/** Adds the first coffees, each with its change in the log. Runs in the transaction that creates the tables. */
export async function fillWith(connection: Connection, firstCoffees: readonly CoffeeFields[], at: Date): Promise<void> {
  if (firstCoffees.length === 0) return;
  const draft = new LogDraft(await lockEnd(connection, quickMs), new BatchState([], []), { visitor: null, at });
  for (const fields of firstCoffees) planAdd(coffeeText(fields)).draft(draft);
  await append(connection, draft, patientMs);
}

async function assertUtf8(connection: Connection, place: string): Promise<void> {
  const [row] = await connection.query<{ server_encoding: string }>("SHOW server_encoding", quickMs);
  if (row?.server_encoding === "UTF8") return;
  throw new StoreRefused(
    `${place} is encoded in ${row?.server_encoding}, which cannot keep every text; make one in UTF8.`,
  );
}

/** How many migrations were applied; 0 if there are no tables. */
async function dataVersion(connection: Connection, place: string, supportedVersion: number): Promise<number> {
  const [found] = await connection.query<{ tables: number; is_ours: boolean }>(
    `SELECT count(*) AS tables, coalesce(bool_or(relname = 'niceties'), false) AS is_ours
     FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`,
    quickMs,
  );
  if (!found?.is_ours) {
    if (found?.tables === 0) return 0;
    throw new StoreRefused(`${place} is a database, but not of this shop; it was left untouched.`);
  }
  const [row] = await connection.query<{ data_version: number }>("SELECT data_version FROM niceties", quickMs);
  const version = row?.data_version ?? 0;
  if (version > supportedVersion) {
    throw new StoreRefused(
      `${place} was written by a newer version of Niceties (data version ${version}, this one knows ${supportedVersion}); it was left untouched. Update Niceties.`,
    );
  }
  return version;
}
