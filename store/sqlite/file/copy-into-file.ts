import { rmSync } from "node:fs";
import type { CoffeeStore } from "../../../catalogue/coffee-store.ts";
import { readLog, type CopyOptions } from "../../log/read-log.ts";
import { makeSingleFile } from "./copy-database.ts";
import { faultOf } from "../driver-errors.ts";
import { writeMoves } from "../move-marks.ts";
import { openDatabase } from "./open-database.ts";
import { sealOf } from "./seal.ts";
import { SqliteLog } from "../sqlite-log.ts";

/** Copies a shop's whole log and its coffees into the new file `copy`, for stores that are not a file. */
export async function copyIntoFile(source: CoffeeStore, copy: string, options: CopyOptions = {}): Promise<void> {
  const opened = openDatabase(copy, () => {});
  const { database } = opened;
  try {
    database.pragma("synchronous = OFF"); // the caller syncs the finished file
    const log = new SqliteLog(database);
    for await (const { changes, keys } of readLog(source, await source.version(), options)) {
      database.transaction(() => log.append(changes, log.lastId(), keys)).immediate();
    }
    log.addLaterErasures(await source.laterErasures());
    const freeze = await source.currentFreeze();
    if (freeze) {
      database.prepare("INSERT INTO freeze (only, since, words) VALUES (1, ?, ?)").run(freeze.since, freeze.words);
    }
    if (options.from) writeMoves(database, { to: undefined, from: options.from });
  } catch (error) {
    throw faultOf(copy, error) ?? error;
  } finally {
    opened.close();
  }
  rmSync(sealOf(copy), { force: true });
  makeSingleFile(copy);
}
