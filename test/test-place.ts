import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { ShopPlace } from "../store/open-store.ts";

export type TestPlace = ShopPlace & AsyncDisposable;

/**
 * An empty place for the shop of one test, gone when it is disposed of: a folder, and, where `DATABASE_URL` is in the
 * environment, a schema of that PostgreSQL database. A test that is about one of the two names `databaseUrl` itself: ""
 * for the folder, or a database that is taken as it is.
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
  await ask(server, `CREATE SCHEMA ${name}`);
  const url = new URL(server);
  url.searchParams.set("options", `-csearch_path=${name}`);
  return { url: url.href, drop: () => ask(server, `DROP SCHEMA ${name} CASCADE`) };
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
