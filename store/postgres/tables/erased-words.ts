import { DatabaseError } from "pg";
import { erasedChange, type ErasedChange } from "../../../catalogue/log/erase.ts";
import { withConnection } from "../connection/with-connection.ts";
import { quickMs, readErasedChanges, readUnswept } from "../log-queries.ts";

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
  return withConnection(url, async (connection) => {
    await connection.query("SET lock_timeout = '60s'; SET statement_timeout = 0", quickMs);
    for (const table of await readUnswept(connection)) await connection.query(`VACUUM FULL ${table}`, sweepMs);
    await connection.query("DELETE FROM unswept WHERE pg_relation_filenode(relation::regclass) <> filenode", quickMs);
    await connection.query("CHECKPOINT", sweepMs).catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== notAllowed) throw error;
    });
    return await readUnswept(connection);
  });
}

/** The changes of a shop's database that lost words. Rejects with `StoreRefused` if the database cannot be read. */
export async function readErasedAt(url: string): Promise<ErasedChange[]> {
  return withConnection(url, async (connection) => {
    const all: ErasedChange[] = [];
    for (;;) {
      const page = await readErasedChanges(connection, all.at(-1)?.number ?? 0);
      if (page.length === 0) return all;
      all.push(...page.map(erasedChange));
    }
  });
}
