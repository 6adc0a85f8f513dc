import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { isWritable } from "../durable-files.ts";

const waitMs = 5_000;

/**
 * Tells the programs that have one shop's data open of each other. The operating system holds it, so it is gone with the
 * process, however that ends.
 */
export class ShopLock {
  readonly #database: Database.Database;

  /** Shares the lock kept in `file`. Throws `SQLITE_BUSY` while somebody has it alone. */
  constructor(file: string) {
    this.#database = new Database(file, { timeout: waitMs });
    try {
      this.#database.exec("BEGIN");
      this.#database.prepare("SELECT count(*) FROM sqlite_schema").get();
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Takes the lock alone, until it is released. False, and not held any more, where somebody else shares it. */
  takeAlone(): boolean {
    this.#database.pragma("busy_timeout = 0");
    this.#database.exec("COMMIT");
    try {
      this.#database.exec("BEGIN EXCLUSIVE");
      return true;
    } catch {
      return false;
    }
  }

  release(): void {
    this.#database.close();
  }
}

/** Whether somebody has the lock kept in `file`, shared or alone; undefined where it cannot be written, which tells nothing. */
export function isLocked(file: string): boolean | undefined {
  if (!existsSync(file)) return false;
  if (!isWritable(dirname(file))) return undefined;
  const database = new Database(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}
