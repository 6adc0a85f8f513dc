import { shopFile, type ShopPlace } from "./open-store.ts";
import { verifyDatabase } from "./sqlite/file/verify-database.ts";
import type { Verification, VerifyOptions } from "./log/verification.ts";

/** Checks the data of a shop, whether or not it is open, and writes nothing. In a directory there must be a shop. */
export async function verifyPlace(
  { directory, databaseUrl }: ShopPlace,
  options?: VerifyOptions,
): Promise<Verification> {
  if (databaseUrl === "") return verifyShop(directory, options);
  const { verifyPostgres } = await import("./postgres/tables/verify-database.ts");
  return verifyPostgres(databaseUrl, options);
}

/** `verifyPlace` of a directory. */
export function verifyShop(directory: string, options?: VerifyOptions): Promise<Verification> {
  return verifyDatabase(shopFile(directory), options);
}

/** Checks a shop's file, a backup or any other, and writes nothing. Rejects with `ENOENT` where there is none. */
export function verifyFile(file: string, options?: VerifyOptions): Promise<Verification> {
  return verifyDatabase(file, options);
}
