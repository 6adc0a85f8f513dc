import type Database from "better-sqlite3";
import { setTimeout as delay } from "node:timers/promises";
import { findTexts, type FoundText } from "../../copies/find-texts.ts";
import { StoreRefused } from "../../store-refused.ts";
import { makeDurable, reason } from "./open-database.ts";
import { ScopedDatabase } from "./scoped-database.ts";

const busyTimeoutMs = 5_000;
const retryEveryMs = 50;
/** Time limit: other processes read for a moment at a time. */
const checkpointMs = 30_000;

/**
 * Removes erased texts from the bytes of a shop's file, which other processes may have open. Checkpoints the
 * write-ahead log, and rewrites the whole file if one of `texts` is still found, or if `texts` are not all that was
 * erased. Resolves to the texts that are found after that. The caller must have the shop open too; otherwise a seal
 * would no longer fit. Rejects with `StoreRefused` while another process prevents it.
 */
export async function sweepFile(file: string, texts: readonly string[], areAll = true): Promise<FoundText[]> {
  using database = new ScopedDatabase(file, { fileMustExist: true, timeout: busyTimeoutMs });
  try {
    makeDurable(database);
    await emptyLog(database, file);
    if (areAll && texts.length > 0 && findIn(file, texts).length === 0) return [];
    database.exec("VACUUM");
    await emptyLog(database, file);
    return findIn(file, texts);
  } catch (error) {
    const why = reason(error);
    throw why ? new StoreRefused(`The bytes of ${file} could not be swept: ${why}.`, { cause: error }) : error;
  }
}

function findIn(file: string, texts: readonly string[]): FoundText[] {
  return findTexts([file, `${file}-wal`, `${file}-shm`, `${file}-journal`], texts);
}

async function emptyLog(database: Database.Database, file: string): Promise<void> {
  for (const until = performance.now() + checkpointMs; ;) {
    const isBusy = database.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 1;
    if (!isBusy) return;
    if (performance.now() > until)
      throw new StoreRefused(
        `Somebody has been reading ${file} for half a minute, so its write-ahead log still holds what was erased. End that program, and run the same command again.`,
      );
    await delay(retryEveryMs);
  }
}
