import { DatabaseError } from "pg";
import { openingCommand } from "../../../program/files.ts";
import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { LogDraft } from "../../log/log-draft.ts";
import {
  dataVersionOf,
  pendingMigrations,
  readMigrations,
  type Applied,
  type Migration,
  type RecordedExpansion,
} from "../../read-migrations.ts";
import { StoreRefused } from "../../store-refused.ts";
import { planAdd } from "../../log/write-plans.ts";
import { BatchState } from "../batch-state.ts";
import type { Connection } from "../connection/connection.ts";
import { passes, reason } from "../connection/driver-errors.ts";
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
  migrations = readMigrations("postgres"),
): Promise<void> {
  await assertUtf8(connection, place);
  if (pendingMigrations(migrations, await readApplied(connection, place, migrations)).length === 0) return;
  const applied = await beginAlone(connection, place, migrations); // another process may have been first
  await applyPending(connection, place, migrations, applied);
  if (applied.version === 0) await fill(connection);
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
  const { version, expansions } = await beginAlone(connection, place, migrations);
  const isTaken = version > 0;
  if (isTaken && !(await mayBeReplaced())) {
    await connection.query("ROLLBACK", quickMs);
    return false;
  }
  if (isTaken) await connection.query(dropStatement([...migrations, ...expansions]), patientMs);
  await applyPending(connection, place, migrations, nothingApplied);
  await fill(connection);
  return true;
}

/**
 * Begins a transaction in which no other process creates or changes tables. Resolves to what was applied before; the
 * version is 0 if there are no tables.
 */
export async function beginAlone(
  connection: Connection,
  place: string,
  migrations = readMigrations("postgres"),
): Promise<Applied> {
  await connection.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", quickMs);
  await connection.query(`SELECT pg_advisory_xact_lock(${migrationLock})`, patientMs);
  return readApplied(connection, place, migrations);
}

/** The SQL that removes a shop from its database. */
export function dropStatement(migrations: readonly RecordedExpansion[] = readMigrations("postgres")): string {
  const names = migrations.flatMap(({ sql }) => [...sql.matchAll(/^CREATE TABLE (\S+)/gim)].map(([, name]) => name));
  return `DROP TABLE IF EXISTS ${[...new Set(names), "expansions", "niceties"].join(", ")}`;
}

async function applyPending(
  connection: Connection,
  place: string,
  migrations: readonly Migration[],
  applied: Applied,
): Promise<void> {
  for (const { name, sql, isExpansion } of pendingMigrations(migrations, applied)) {
    await connection.query(sql, migrationMs).catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || passes(error) || reason(error) !== undefined) throw error;
      const message = `Migration ${name} of ${place} failed: ${error.message}. The database was left as it was.`;
      throw new StoreRefused(message, { cause: error });
    });
    if (isExpansion) await recordExpansion(connection, { name, sql });
  }
  const version = dataVersionOf(migrations);
  if (applied.version === 0) {
    await connection.query(
      `CREATE TABLE niceties (one integer PRIMARY KEY CHECK (one = 1), data_version integer NOT NULL)`,
      quickMs,
    );
    await connection.query(`INSERT INTO niceties VALUES (1, ${version})`, quickMs);
  }
  await connection.query(`UPDATE niceties SET data_version = ${version}`, quickMs);
}

async function recordExpansion(connection: Connection, { name, sql }: RecordedExpansion): Promise<void> {
  const table = `CREATE TABLE IF NOT EXISTS expansions
    (name text COLLATE "C" PRIMARY KEY, sql text COLLATE "C" NOT NULL)`;
  await connection.query(table, quickMs);
  const text = "INSERT INTO expansions (name, sql) VALUES ($1, $2)";
  await connection.query({ text, values: [name, sql] }, quickMs);
}

/**
 * Whether there is a shop in the database. Rejects with `StoreRefused` if there is something that this version cannot
 * read.
 */
export async function hasTables(connection: Connection, place: string): Promise<boolean> {
  return (await readApplied(connection, place, readMigrations("postgres"))).version > 0;
}

/** Whether there is a shop in the database of a URL. Rejects with `StoreRefused` if that cannot be determined. */
export async function hasShopInDatabase(url: string): Promise<boolean> {
  return withConnection(url, hasTables);
}

/** Rejects with `StoreRefused` if there is no shop, or its tables are older than this version reads. */
export async function assertTables(connection: Connection, place: string): Promise<void> {
  const migrations = readMigrations("postgres");
  const applied = await readApplied(connection, place, migrations);
  if (applied.version === 0)
    throw new StoreRefused(`There is no shop in ${place} yet. ${openingCommand} opens a new one.`);
  if (pendingMigrations(migrations, applied).length === 0) return;
  throw new StoreRefused(
    `${place} was written by an older version of Niceties. ${openingCommand} brings it up to date; end every process of the older version first.`,
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

/** The data version of a shop's database; 0 if there is no shop. */
export async function readDataVersion(url: string): Promise<number> {
  return withConnection(url, async (connection, place) => {
    return (await readApplied(connection, place, readMigrations("postgres"))).version;
  });
}

const nothingApplied: Applied = { version: 0, expansions: [] };

/** What was applied to the database, by this program or by one that is newer by expansions only. */
async function readApplied(connection: Connection, place: string, migrations: readonly Migration[]): Promise<Applied> {
  const [found] = await connection.query<{ tables: number; is_ours: boolean; has_expansions: boolean }>(
    `SELECT count(*) AS tables, coalesce(bool_or(relname = 'niceties'), false) AS is_ours,
       coalesce(bool_or(relname = 'expansions'), false) AS has_expansions
     FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`,
    quickMs,
  );
  if (!found?.is_ours) {
    if (found?.tables === 0) return nothingApplied;
    throw new StoreRefused(`${place} is a database, but not of this shop; it was left untouched.`);
  }
  const [row] = await connection.query<{ data_version: number }>("SELECT data_version FROM niceties", quickMs);
  const version = row?.data_version ?? 0;
  const supportedVersion = dataVersionOf(migrations);
  if (version > supportedVersion) {
    throw new StoreRefused(
      `${place} was written by a newer version of Niceties (data version ${version}, this one knows ${supportedVersion}); it was left untouched. Update Niceties.`,
    );
  }
  const select = "SELECT name, sql FROM expansions ORDER BY name";
  const expansions = found.has_expansions ? await connection.query<RecordedExpansion>(select, quickMs) : [];
  return { version, expansions };
}
