import { shopFile } from "./open-store.ts";
import { verifyDatabase } from "./sqlite/verify-database.ts";
import type { Verification, VerifyOptions } from "./verification.ts";

/** Checks the data in `directory`, whether or not the shop is open, and writes nothing. There must be a shop. */
export function verifyShop(directory: string, options?: VerifyOptions): Promise<Verification> {
  return verifyDatabase(shopFile(directory), options);
}

/** Checks a shop's file, a backup or any other, and writes nothing. Rejects with `ENOENT` where there is none. */
export function verifyFile(file: string, options?: VerifyOptions): Promise<Verification> {
  return verifyDatabase(file, options);
}
