import { DatabaseError } from "pg";
import { describeDatabase } from "../connection/describe-database.ts";
import { Connection } from "../connection/connection.ts";
import { quickMs, readUnswept } from "../log-queries.ts";
import { rethrowAsRefusal } from "../connection/driver-errors.ts";

/** Time limit: VACUUM FULL rewrites a table and locks it meanwhile. */
const sweepMs = 600_000;
/** SQLSTATE for a command that only a superuser or a member of pg_checkpoint may run. */
const notAllowed = "42501";

/**
 * Rewrites the tables that lost words, so that no dead row holds the words. Resolves to the tables that could not be
 * rewritten. Writes wait meanwhile. Rejects with `StoreRefused` if the database cannot be reached, or does not allow
 * it.
 */
export async function sweepTables(url: string): Promise<string[]> {
  return rethrowAsRefusal(describeDatabase(url), async () => {
    const connection = await Connection.open(url);
    try {
      await connection.query("SET lock_timeout = '60s'; SET statement_timeout = 0", quickMs);
      for (const table of await readUnswept(connection)) await connection.query(`VACUUM FULL ${table}`, sweepMs);
      await connection.query("DELETE FROM unswept WHERE pg_relation_filenode(relation::regclass) <> filenode", quickMs);
      await connection.query("CHECKPOINT", sweepMs).catch((error: unknown) => {
        if (!(error instanceof DatabaseError) || error.code !== notAllowed) throw error;
      });
      return await readUnswept(connection);
    } finally {
      await connection.close();
    }
  });
}
