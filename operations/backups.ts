import { realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Version } from "../catalogue/log/change.ts";
import { backUp, backUpStore, listBackups, listUnfinished, type BackupOptions } from "../store/copies/backups.ts";
import { restoreToDatabase } from "../store/copies/move.ts";
import { restore, type RestoreResult } from "../store/copies/restore.ts";
import type { CopyOptions } from "../store/log/read-log.ts";
import type { Verification } from "../store/log/verification.ts";
import { hasShop, joinShop, openStore, shopFile, type ShopPlace } from "../store/open-store.ts";
import type { ReplaceOptions } from "../store/sqlite/file/replace-database.ts";
import { StoreRefused } from "../store/store-refused.ts";
import { OperationRefused } from "./operation-refused.ts";
import { backUpPhotos, keepReplacedPhotos, prunePhotosOfBackups, restorePhotos } from "./photos.ts";

/**
 * Makes a verified and sealed backup of a shop, which may be open, in `folder`, with the photos that it names. Rejects
 * with `StoreRefused` if the shop cannot be opened or does not verify.
 */
export async function backUpShop(
  place: ShopPlace,
  folder: string,
  at: Date,
  options: CopyOptions = {},
): Promise<Verification> {
  const finish = async (copy: string) => backUpPhotos(copy, place, folder, options.signal);
  const withPhotos = { ...options, finish };
  const verification = await copyShop(place, folder, at, withPhotos);
  // Another backup that is being made may have copied photos that no finished one names.
  if (listUnfinished(folder, at).length === 0) await prunePhotosOfBackups(folder);
  return verification;
}

async function copyShop(place: ShopPlace, folder: string, at: Date, options: BackupOptions): Promise<Verification> {
  if (place.databaseUrl === "") return backUp(place.directory, folder, at, options);
  await using store = await joinShop(place);
  return await backUpStore(store, folder, at, options);
}

/**
 * Makes a backup the shop in `place`. In a directory, a copy of what was there is kept; a database must be empty.
 * Rejects with `OperationRefused` if the backup is the shop's own file, and with `StoreRefused` if it does not verify.
 */
export async function restoreShop(
  backup: string,
  place: ShopPlace,
  at: Date,
  options: ReplaceOptions,
): Promise<RestoreResult> {
  if (place.databaseUrl !== "") {
    const verified = await restoreToDatabase(backup, place.databaseUrl, at, options);
    await restorePhotos(backup, place, options.signal);
    return { verified, before: undefined };
  }
  const { directory } = place;
  if (hasShop(directory) && realpathSync(backup) === realpathSync(shopFile(directory))) {
    throw new OperationRefused(`${backup} is the shop's own file. Name a backup of it; niceties backup makes one.`);
  }
  const restored = await restore(backup, directory, at, options);
  if (restored.before !== undefined) await keepReplacedPhotos(restored.before, backup, place, options.signal);
  await restorePhotos(backup, place, options.signal);
  return restored;
}

/** How many changes the backup is behind the shop, or why it cannot be restored. */
export type DrillOutcome = Readonly<{ changesBehind: number }> | Readonly<{ why: string }>;

/** The newest backup in a folder. Throws `OperationRefused` if there is none. */
export function newestBackup(folder: string): Readonly<{ file: string; at: Date }> {
  const [backup] = listBackups(folder);
  if (!backup) throw new OperationRefused(`There is no backup in ${folder}. niceties backup makes one.`);
  return backup;
}

/**
 * Restores a backup into a temporary directory, opens it there, and compares it with the shop. The shop is only read.
 */
export async function drillBackup(
  file: string,
  place: ShopPlace,
  { signal, onProgress }: Pick<CopyOptions, "signal" | "onProgress"> = {},
): Promise<DrillOutcome> {
  const directory = await mkdtemp(join(tmpdir(), "niceties-drill-"));
  try {
    await restore(file, directory, new Date(), { ...(signal && { signal }), ...(onProgress && { onProgress }) });
    const version = await versionIn(directory);
    signal?.throwIfAborted();
    const outcome = await compareWithShop(version, place);
    signal?.throwIfAborted();
    return outcome;
  } catch (error) {
    if (error instanceof StoreRefused) return { why: error.message };
    throw error;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The newest version of the shop in a directory, opened as the server opens it. */
async function versionIn(directory: string): Promise<Version> {
  await using store = openStore(directory, [], new Date());
  return (await store.list()).version;
}

async function compareWithShop({ number, hash }: Version, place: ShopPlace): Promise<DrillOutcome> {
  await using store = await joinShop(place);
  const newest = await store.version();
  const [same] = await store.changes(number - 1, 1);
  if (number === 0 || same?.hash === hash) return { changesBehind: newest.number - number };
  return { why: `It is not a backup of this shop: change ${number} of the shop is a different one.` };
}
