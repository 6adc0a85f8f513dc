import { backUp, backUpStore } from "../store/copies/backups.ts";
import type { CopyOptions } from "../store/log/read-log.ts";
import type { Verification } from "../store/log/verification.ts";
import { joinShop, type ShopPlace } from "../store/open-store.ts";

/**
 * Makes a verified and sealed backup of a shop, which may be open, in `folder`. Rejects with `StoreRefused` if the shop cannot
 * be opened or does not verify.
 */
export async function backUpShop(
  place: ShopPlace,
  folder: string,
  at: Date,
  options: CopyOptions = {},
): Promise<Verification> {
  if (place.databaseUrl === "") return backUp(place.directory, folder, at, options);
  const store = await joinShop(place);
  try {
    return await backUpStore(store, folder, at, options);
  } finally {
    await store.close();
  }
}
