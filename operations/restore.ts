import { realpathSync } from "node:fs";
import { restoreToDatabase } from "../store/copies/move.ts";
import { restore, type RestoreResult } from "../store/copies/restore.ts";
import { hasShop, shopFile, type ShopPlace } from "../store/open-store.ts";
import type { ReplaceOptions } from "../store/sqlite/file/replace-database.ts";
import { OperationRefused } from "./operation-refused.ts";

/**
 * Makes a backup the shop in `place`. In a directory, a copy of what was there is kept; a database must be empty. Rejects with
 * `OperationRefused` if the backup is the shop's own file, and with `StoreRefused` if it does not verify.
 */
export async function restoreShop(
  backup: string,
  place: ShopPlace,
  at: Date,
  options: ReplaceOptions,
): Promise<RestoreResult> {
  if (place.databaseUrl !== "") {
    return { verified: await restoreToDatabase(backup, place.databaseUrl, at, options), before: undefined };
  }
  const { directory } = place;
  if (hasShop(directory) && realpathSync(backup) === realpathSync(shopFile(directory))) {
    throw new OperationRefused(`${backup} is the shop's own file. Name a backup of it; niceties backup makes one.`);
  }
  return restore(backup, directory, at, options);
}
