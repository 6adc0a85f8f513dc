import { erasedChange, type ErasedChange } from "../../catalogue/log/erase.ts";
import { describeDatabase } from "./connection/describe-database.ts";
import { Connection } from "./connection/connection.ts";
import { readErasedChanges } from "./log-queries.ts";
import { rethrowAsRefusal } from "./connection/driver-errors.ts";

/** The changes of a shop's database that lost words. Rejects with `StoreRefused` if the database cannot be read. */
export async function readErasedAt(url: string): Promise<ErasedChange[]> {
  return rethrowAsRefusal(describeDatabase(url), async () => {
    const connection = await Connection.open(url);
    try {
      const all: ErasedChange[] = [];
      for (;;) {
        const page = await readErasedChanges(connection, all.at(-1)?.number ?? 0);
        if (page.length === 0) return all;
        all.push(...page.map(erasedChange));
      }
    } finally {
      await connection.close();
    }
  });
}
