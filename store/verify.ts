import { shopFile, type ShopPlace } from "./open-store.ts";
import { verifyDatabase } from "./sqlite/file/verify-database.ts";
import type { Verification, VerifyOptions } from "./log/verification.ts";

/** Verifies a shop's data, which may be open, and writes nothing. A directory must contain a shop. */
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

/** Verifies a shop's file, such as a backup, and writes nothing. Rejects with `ENOENT` if it does not exist. */
export function verifyFile(file: string, options?: VerifyOptions): Promise<Verification> {
  return verifyDatabase(file, options);
}
