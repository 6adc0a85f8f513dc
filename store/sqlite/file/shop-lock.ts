import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { isWritable } from "../../files/durable-files.ts";
import { makePrivateFile } from "../../files/private-files.ts";
import { ScopedDatabase } from "./scoped-database.ts";

const waitMs = 5_000;

/**
 * A lock that processes share while they have the same shop open. The operating system releases it when a process ends.
 */
export class ShopLock {
  readonly #database: Database.Database;

  /** Shares the lock kept in `file`. Throws `SQLITE_BUSY` while another process has it exclusively. */
  constructor(file: string) {
    makePrivateFile(file);
    this.#database = new Database(file, { timeout: waitMs });
    try {
      this.share();
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Shares the lock, from any state. Throws `SQLITE_BUSY` while another process has it exclusively. */
  share(): void {
    if (this.#database.inTransaction) this.#database.exec("COMMIT");
    this.#database.exec("BEGIN");
    this.#database.prepare("SELECT count(*) FROM sqlite_schema").get();
  }

  /**
   * Tries to get the lock exclusively, until `release`. If another process shares it, this returns false and no longer
   * holds it. Throws the driver's error if the disk is full.
   */
  tryExclusive(): boolean {
    this.#database.pragma("busy_timeout = 0");
    if (this.#database.inTransaction) this.#database.exec("COMMIT");
    try {
      this.#database.exec("BEGIN EXCLUSIVE");
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  release(): void {
    this.#database.close();
  }
}

/** Who holds the lock kept in a file; unknown if the file cannot be written. */
type Holder = "nobody" | "one alone" | "some who share it" | "unknown";

export function holderOf(file: string): Holder {
  if (!existsSync(file)) return "nobody";
  if (!isWritable(dirname(file))) return "unknown";
  using database = new ScopedDatabase(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return "nobody";
  } catch (error) {
    if (!isBusy(error)) return "unknown";
    return canShare(database) ? "some who share it" : "one alone";
  }
}

function canShare(database: Database.Database): boolean {
  try {
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return true;
  } catch {
    return false;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
