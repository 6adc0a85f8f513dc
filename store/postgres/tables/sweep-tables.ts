import { DatabaseError } from "pg";
import { describeDatabase } from "../connection/describe-database.ts";
import { Link } from "../connection/connection.ts";
import { quickMs, readUnswept } from "../log-queries.ts";
import { refused } from "../connection/refused.ts";

/** A table is written anew, and locked meanwhile. */
const sweepMs = 600_000;
/** Of what only a superuser or a member of pg_checkpoint may do. */
const notAllowed = "42501";

/**
 * Writes the tables anew from which words were erased, so that no dead row of theirs holds them. Resolves to those that are
 * left. Writes wait meanwhile. Rejects with `StoreRefused` where the database cannot be reached, or does not let it.
 */
export async function sweepTables(url: string): Promise<string[]> {
  return refused(describeDatabase(url), async () => {
    const link = await Link.open(url);
    try {
      await link.ask("SET lock_timeout = '60s'; SET statement_timeout = 0", quickMs);
      for (const table of await readUnswept(link)) await link.ask(`VACUUM FULL ${table}`, sweepMs);
      await link.ask("DELETE FROM unswept WHERE pg_relation_filenode(relation::regclass) <> filenode", quickMs);
      await link.ask("CHECKPOINT", sweepMs).catch((error: unknown) => {
        if (!(error instanceof DatabaseError) || error.code !== notAllowed) throw error;
      });
      return await readUnswept(link);
    } finally {
      await link.close();
    }
  });
}
