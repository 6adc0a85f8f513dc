import Database from "better-sqlite3";
import type { CopyOptions } from "../../log/read-log.ts";
import { makePrivateFile } from "../../files/private-files.ts";
import { faultOf } from "../driver-errors.ts";
import { openDatabase } from "./open-database.ts";

const pagesAtOnce = 500;

/**
 * Copies one moment of a shop's database, which may be open and written meanwhile, into the new file `copy`: without its
 * key of the day, without what it tells of moves, which is not the copy's, and as one file that needs no other beside it. Throws `StoreRefused` as `openDatabase` does.
 */
export async function copyDatabase(file: string, copy: string, { onProgress, signal }: CopyOptions): Promise<void> {
  const opened = openDatabase(file, () => {}, true); // the copy is verified whole
  const { database } = opened;
  try {
    // Holds on to this moment; without it, each write by another process would begin the copying anew.
    database.exec("BEGIN");
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    makePrivateFile(copy);
    await database.backup(copy, {
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted();
        onProgress?.(totalPages - remainingPages, totalPages);
        return pagesAtOnce;
      },
    });
    makeSingleFile(copy, ["day_key", "moves"]);
  } catch (error) {
    throw faultOf(copy, error) ?? error;
  } finally {
    opened.close();
  }
}

/** Makes a closed database one file that needs no other beside it, and empties some of its tables. */
export function makeSingleFile(copy: string, emptied: readonly string[] = ["day_key"]): void {
  const database = new Database(copy);
  try {
    database.pragma("journal_mode = DELETE");
    database.pragma("secure_delete = ON");
    for (const table of emptied) database.exec(`DELETE FROM ${table}`);
  } finally {
    database.close();
  }
}
