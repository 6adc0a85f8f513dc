import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Version } from "../catalogue/log/change.ts";
import { listBackups } from "../store/copies/backups.ts";
import { restore } from "../store/copies/restore.ts";
import type { CopyOptions } from "../store/log/read-log.ts";
import { joinShop, openStore, type ShopPlace } from "../store/open-store.ts";
import { StoreRefused } from "../store/store-refused.ts";
import { OperationRefused } from "./operation-refused.ts";

/** How many changes the backup is behind the shop, or why it cannot be restored. */
export type DrillOutcome = Readonly<{ changesBehind: number }> | Readonly<{ why: string }>;

/** The newest backup in a folder. Throws `OperationRefused` if there is none. */
export function newestBackup(folder: string): Readonly<{ file: string; at: Date }> {
  const [backup] = listBackups(folder);
  if (!backup) throw new OperationRefused(`There is no backup in ${folder}. niceties backup makes one.`);
  return backup;
}

/** Restores a backup into a temporary directory, opens it there, and compares it with the shop. The shop is only read. */
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

/** Opens the store as the server opens it. */
async function versionIn(directory: string): Promise<Version> {
  const store = openStore(directory, [], new Date());
  try {
    return (await store.list()).version;
  } finally {
    await store.close();
  }
}

async function compareWithShop({ number, hash }: Version, place: ShopPlace): Promise<DrillOutcome> {
  const store = await joinShop(place);
  try {
    const newest = await store.version();
    const [same] = await store.changes(number - 1, 1);
    if (number === 0 || same?.hash === hash) return { changesBehind: newest.number - number };
    return { why: `It is not a backup of this shop: change ${number} of the shop is a different one.` };
  } finally {
    await store.close();
  }
}
