import type { FoundText } from "./find-texts.ts";
import { shopFile, type ShopPlace } from "../open-store.ts";
import { sweepFile } from "../sqlite/file/sweep-file.ts";

/** What is left of erased words: texts in files, and tables with dead rows. */
export type SweepResult = Readonly<{ found: readonly FoundText[]; tables: readonly string[] }>;

/** Takes what was erased out of the bytes in which a shop is kept, as `sweepFile` and `sweepTables` do. */
export async function sweepShop(
  { directory, databaseUrl }: ShopPlace,
  texts: readonly string[],
  areAll: boolean,
): Promise<SweepResult> {
  if (databaseUrl === "") return { found: await sweepFile(shopFile(directory), texts, areAll), tables: [] };
  const { sweepTables } = await import("../postgres/tables/sweep-tables.ts");
  return { found: [], tables: await sweepTables(databaseUrl) };
}
