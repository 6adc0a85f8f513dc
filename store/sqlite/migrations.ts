import type Database from "better-sqlite3";
import {
  dataVersionOf,
  pendingMigrations,
  type Applied,
  type Migration,
  type RecordedExpansion,
} from "../read-migrations.ts";

/** "Nice" in ASCII: marks a SQLite file as a shop's. */
const applicationId = 0x4e696365;

/** Made with the first expansion. Its SQL stays as it is, because the structure of files is compared with it. */
export const expansionsTable =
  "CREATE TABLE IF NOT EXISTS expansions (name TEXT PRIMARY KEY, sql TEXT NOT NULL) STRICT, WITHOUT ROWID";

/**
 * Why this version cannot read a file as a shop's, as the end of a sentence that begins with the file's name. Undefined
 * if it can.
 */
export function whyNotOurs(database: Database.Database, supportedVersion: number): string | undefined {
  const version = numberPragma(database, "user_version");
  const empty = database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
  if (!empty && numberPragma(database, "application_id") !== applicationId) {
    return "is a database, but not of this shop; it was left untouched.";
  }
  if (version > supportedVersion) {
    return `was written by a newer version of Niceties (data version ${version}, this one knows ${supportedVersion}); it was left untouched. Update Niceties.`;
  }
  return undefined;
}

/** Applies the migrations that a database lacks. `fill` runs once, after the tables are created. */
export function migrate(
  database: Database.Database,
  migrations: readonly Migration[],
  fill: (database: Database.Database) => void,
): void {
  if (pendingMigrations(migrations, readApplied(database)).length === 0) return;
  // A migration that rebuilds a table deletes its rows for a moment, while other tables refer to them.
  database.pragma("foreign_keys = OFF");
  const run = database.transaction(() => {
    const applied = readApplied(database);
    for (const migration of pendingMigrations(migrations, applied)) applyMigration(database, migration);
    if (applied.version === 0) fill(database);
    const unexplained = database.pragma("foreign_key_check");
    if (!Array.isArray(unexplained) || unexplained.length > 0)
      throw new Error("A migration left rows without their change.");
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${dataVersionOf(migrations)}`);
  });
  try {
    run.immediate();
  } finally {
    database.pragma("foreign_keys = ON");
  }
}

function applyMigration(database: Database.Database, { name, sql, isExpansion }: Migration): void {
  database.exec(sql);
  if (!isExpansion) return;
  database.exec(expansionsTable);
  database.prepare("INSERT INTO expansions (name, sql) VALUES (?, ?)").run(name, sql);
}

/** What was applied to a database, by this program or by a newer one. */
export function readApplied(database: Database.Database): Applied {
  const hasExpansions = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'expansions'").get() !== undefined;
  const select = "SELECT name, sql FROM expansions ORDER BY name";
  const expansions = hasExpansions ? database.prepare<[], RecordedExpansion>(select).all() : [];
  return { version: numberPragma(database, "user_version"), expansions };
}

/** A pragma's value, as a number. */
export function numberPragma(database: Database.Database, name: string): number {
  return Number(database.pragma(name, { simple: true }));
}
