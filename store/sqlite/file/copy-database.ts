import type { CopyOptions } from "../../log/read-log.ts";
import { makePrivateFile } from "../../files/private-files.ts";
import { faultOf } from "../driver-errors.ts";
import { openDatabase } from "./open-database.ts";
import { ScopedDatabase } from "./scoped-database.ts";

const pagesAtOnce = 500;

/**
 * Copies a snapshot of a shop's database, which may be open and written meanwhile, into the new file `copy`. Leaves out
 * the key of the day and the record of moves. The copy is a single file. Throws `StoreRefused` as `openDatabase` does.
 */
export async function copyDatabase(file: string, copy: string, { onProgress, signal }: CopyOptions): Promise<void> {
  const opened = openDatabase(file, () => {}, true); // joins: the copy is verified anyway
  const { database } = opened;
  try {
    // Holds the snapshot. Without it, each write by another process would restart the copying.
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

/** Turns a closed database into a single file, without a write-ahead log, and empties some of its tables. */
export function makeSingleFile(copy: string, emptied: readonly string[] = ["day_key"]): void {
  using database = new ScopedDatabase(copy);
  database.pragma("journal_mode = DELETE");
  database.pragma("secure_delete = ON");
  for (const table of emptied) database.exec(`DELETE FROM ${table}`);
}
