import type Database from "better-sqlite3";
import { ScopedDatabase } from "./file/scoped-database.ts";

/**
 * Deletes the keys of days before `before`, such as 2026-11-23, and overwrites them in the file. False if there was
 * none.
 */
export function deleteDayKeys(database: Database.Database, before: string): boolean {
  const hasAny = database.prepare("SELECT 1 FROM day_key WHERE day < ?").get(before) !== undefined;
  if (!hasAny) return false; // without this, an empty write would reach the write-ahead log
  database.pragma("secure_delete = ON");
  database.prepare("DELETE FROM day_key WHERE day < ?").run(before);
  return true;
}

/** Deletes the keys of all days from a database that no process has open. False if there was none. */
export function deleteKeptDayKeys(file: string): boolean {
  using database = new ScopedDatabase(file, { fileMustExist: true });
  return hasDayKeys(database) && deleteDayKeys(database, afterAllDays);
}

/** The days, such as 2026-11-23, whose keys are in a database that no process has open. Only reads the file. */
export function daysOfKeys(file: string): string[] {
  using database = new ScopedDatabase(file, { fileMustExist: true }); // opened readonly, SQLite would leave an empty write-ahead log
  database.pragma("query_only = ON");
  return hasDayKeys(database) ? database.prepare<[], string>("SELECT day FROM day_key").pluck().all() : [];
}

/** Greater than every day. */
const afterAllDays = "~";

function hasDayKeys(database: Database.Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'day_key'").get() !== undefined;
}
