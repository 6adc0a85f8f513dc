import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { isWritable } from "../../files/durable-files.ts";
import { makePrivateFile } from "../../files/private-files.ts";

const waitMs = 5_000;

/**
 * Tells the programs that have one shop's data open of each other. The operating system holds it, so it is gone with the
 * process, however that ends.
 */
export class ShopLock {
  readonly #database: Database.Database;

  /** Shares the lock kept in `file`. Throws `SQLITE_BUSY` while somebody has it alone. */
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

  /** Shares the lock, where it is not held or is held alone. Throws `SQLITE_BUSY` while somebody else has it alone. */
  share(): void {
    if (this.#database.inTransaction) this.#database.exec("COMMIT");
    this.#database.exec("BEGIN");
    this.#database.prepare("SELECT count(*) FROM sqlite_schema").get();
  }

  /**
   * Takes the lock alone, until it is released. False, and not held any more, where somebody else shares it. Throws as the
   * driver does where the disk has no room for it.
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

/** Who has the lock kept in a file; unknown where it cannot be written. */
type Holder = "nobody" | "one alone" | "some who share it" | "unknown";

export function holderOf(file: string): Holder {
  if (!existsSync(file)) return "nobody";
  if (!isWritable(dirname(file))) return "unknown";
  const database = new Database(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return "nobody";
  } catch (error) {
    if (!isBusy(error)) return "unknown";
    return canShare(database) ? "some who share it" : "one alone";
  } finally {
    database.close();
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
