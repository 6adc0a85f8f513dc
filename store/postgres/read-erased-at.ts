import type { StoredChange } from "../../catalogue/change.ts";
import { describeDatabase } from "./describe-database.ts";
import { Link } from "./link.ts";
import { patientMs } from "./log-queries.ts";
import { refused } from "./refused.ts";

/** The changes of a shop's database that lost words. Rejects with `StoreRefused` where it cannot be read. */
export async function readErasedAt(url: string): Promise<Pick<StoredChange, "number" | "hash" | "before" | "after">[]> {
  return refused(describeDatabase(url), async () => {
    const link = await Link.open(url);
    try {
      return await link.ask("SELECT number, hash, before, after FROM changes WHERE own IS NOT NULL", patientMs);
    } finally {
      await link.close();
    }
  });
}
