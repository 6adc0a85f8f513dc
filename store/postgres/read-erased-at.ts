import { leftChange, type LeftChange } from "../../catalogue/erase.ts";
import { describeDatabase } from "./connection/describe-database.ts";
import { Link } from "./connection/connection.ts";
import { readErased } from "./log-queries.ts";
import { refused } from "./connection/refused.ts";

/** The changes of a shop's database that lost words. Rejects with `StoreRefused` where it cannot be read. */
export async function readErasedAt(url: string): Promise<LeftChange[]> {
  return refused(describeDatabase(url), async () => {
    const link = await Link.open(url);
    try {
      const all: LeftChange[] = [];
      for (;;) {
        const page = await readErased(link, all.at(-1)?.number ?? 0);
        if (page.length === 0) return all;
        all.push(...page.map(leftChange));
      }
    } finally {
      await link.close();
    }
  });
}
