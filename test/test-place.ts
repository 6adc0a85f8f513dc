import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import type { ShopPlace } from "../store/open-store.ts";

export type TestPlace = ShopPlace & AsyncDisposable;

/**
 * Makes an empty place for the shop of one test: a folder, and, if `DATABASE_URL` is in the environment, a schema of
 * that PostgreSQL database. Disposing of the place removes both. A test about one of the two sets `databaseUrl` itself:
 * "" for the folder, or a database, which is used as it is.
 */
export async function newTestPlace(databaseUrl?: string): Promise<TestPlace> {
  const directory = await mkdtemp(join(tmpdir(), "niceties-"));
  const server = databaseUrl === undefined ? process.env["DATABASE_URL"] : undefined;
  const schema = server ? await newSchema(server) : undefined;
  return {
    directory,
    databaseUrl: schema?.url ?? databaseUrl ?? "",
    async [Symbol.asyncDispose]() {
      await schema?.drop();
      await rm(directory, { recursive: true });
    },
  };
}

async function newSchema(server: string) {
  const name = `niceties_test_${randomBytes(8).toString("hex")}`;
  const pool = poolOf(server);
  await pool.query(`CREATE SCHEMA ${name}`);
  const url = new URL(server);
  url.searchParams.set("options", `-csearch_path=${name}`);
  return { url: url.href, drop: () => pool.query(`DROP SCHEMA ${name} CASCADE`) };
}

const pools = new Map<string, Pool>();

/** One connection for all tests of a process, because opening one takes longer than the statement. */
function poolOf(connectionString: string): Pool {
  const pool = pools.get(connectionString) ?? new Pool({ connectionString, max: 1, allowExitOnIdle: true });
  if (!pools.has(connectionString)) pool.on("error", () => {}); // the server may end before this process
  pools.set(connectionString, pool);
  return pool;
}
