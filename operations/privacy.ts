import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { isExposed, makePrivate } from "../store/files/private-files.ts";
import { daysOfKeys, deleteKeptDayKeys } from "../store/sqlite/day-keys.ts";
import { seal, sealFits } from "../store/sqlite/file/seal.ts";

/** What other accounts of this machine can learn that visitors cannot. */
export type Exposure = Readonly<{
  /** The shop's files and directories that another account may read, write or enter. */
  open: readonly string[];
  /** Databases that a restore kept and that still hold the key of their last day. */
  withKeys: readonly string[];
}>;

/**
 * Checks the shop's own files in the data directory and the directory of backups. Other files there are the operator's.
 */
export function findExposure(directory: string, backups: string): Exposure {
  return {
    open: pathsOf(directory, backups).filter(isExposed),
    withKeys: databasesKeptByRestores(directory).filter((file) => daysIn(file).length > 0),
  };
}

/** Corrects what `findExposure` finds. Returns what is left, which belongs to another account. */
export function mendExposure(directory: string, backups: string): Exposure {
  const { open, withKeys } = findExposure(directory, backups);
  for (const file of withKeys) {
    const isSealed = sealFits(file);
    if (deleteKeptDayKeys(file) && isSealed) seal(file);
  }
  for (const path of open) makePrivate(path);
  return findExposure(directory, backups);
}

const ofTheShop = [
  "niceties.{db,db-wal,db-shm,db-journal,db.sha256,head,lock}",
  "share-pictures{,/*}",
  "before-restore-*{,/*}",
];
const ofBackups = "niceties-*.{db,db.sha256}";

function pathsOf(directory: string, backups: string): string[] {
  const found = [
    ...globSync(ofTheShop, { cwd: directory }).map((name) => join(directory, name)),
    ...globSync(ofBackups, { cwd: backups }).map((name) => join(backups, name)),
  ];
  return [directory, ...(existsSync(backups) ? [backups] : []), ...found];
}

/** The databases that restores kept, if they were sound. Others, which have a write-ahead log, are kept unchanged. */
function databasesKeptByRestores(directory: string): string[] {
  const names = globSync("before-restore-*/niceties.db", { cwd: directory });
  return names.map((name) => join(directory, name)).filter((file) => !existsSync(`${file}-wal`));
}

/** Empty if the file is not a readable database. */
function daysIn(file: string): string[] {
  try {
    return daysOfKeys(file);
  } catch {
    return [];
  }
}
