import type Database from "better-sqlite3";

/** "Nice" in ASCII: marks a SQLite file as a shop's. */
const applicationId = 0x4e696365;

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
  migrations: readonly string[],
  fill: (database: Database.Database) => void,
): void {
  if (numberPragma(database, "user_version") === migrations.length) return;
  // A migration that rebuilds a table deletes its rows for a moment, while other tables refer to them.
  database.pragma("foreign_keys = OFF");
  const run = database.transaction(() => {
    const applied = numberPragma(database, "user_version");
    for (const sql of migrations.slice(applied)) database.exec(sql);
    if (applied === 0) fill(database);
    const unexplained = database.pragma("foreign_key_check");
    if (!Array.isArray(unexplained) || unexplained.length > 0)
      throw new Error("A migration left rows without their change.");
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${migrations.length}`);
  });
  try {
    run.immediate();
  } finally {
    database.pragma("foreign_keys = ON");
  }
}

/** A pragma's value, as a number. */
export function numberPragma(database: Database.Database, name: string): number {
  return Number(database.pragma(name, { simple: true }));
}
