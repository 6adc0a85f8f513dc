import Database from "better-sqlite3";

/** Deletes the keys of days before `before`, as 2026-11-23, and overwrites them in the file. False where there was none. */
export function deleteDayKeys(database: Database.Database, before: string): boolean {
  const hasAny = database.prepare("SELECT 1 FROM day_key WHERE day < ?").get(before) !== undefined;
  if (!hasAny) return false; // a write would be one of the log's for no reason
  database.pragma("secure_delete = ON");
  database.prepare("DELETE FROM day_key WHERE day < ?").run(before);
  return true;
}

/** Deletes the key of any day from a database that nobody has open. False where there was none, or no table of keys. */
export function deleteKeptDayKeys(file: string): boolean {
  const database = new Database(file, { fileMustExist: true });
  try {
    return hasDayKeys(database) && deleteDayKeys(database, afterAllDays);
  } finally {
    database.close();
  }
}

/** The days, as 2026-11-23, whose keys are in a file that nobody has open; only reads it. */
export function daysOfKeys(file: string): string[] {
  const database = new Database(file, { fileMustExist: true }); // as readonly it would leave an empty log behind
  try {
    database.pragma("query_only = ON");
    return hasDayKeys(database) ? database.prepare<[], string>("SELECT day FROM day_key").pluck().all() : [];
  } finally {
    database.close();
  }
}

/** Sorts behind every day. */
const afterAllDays = "~";

function hasDayKeys(database: Database.Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'day_key'").get() !== undefined;
}
