import Database from "better-sqlite3";
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fieldsIn, type StoredChange } from "../../catalogue/log/change.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { copyToDatabase } from "../copies/move.ts";
import { openStore } from "../open-store.ts";
import { openPostgresStore } from "../postgres/postgres-store.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { verifyPostgres } from "../postgres/tables/verify-database.ts";
import { readMigrations } from "../read-migrations.ts";
import type { Verification } from "./verification.ts";
import { verifyFile, verifyShop } from "../verify.ts";

/*
 * A shop with a log of version 1: three samples, two edits, an undone delete, an add with a key and a numeric price,
 * and another delete.
 */
const fixture = fileURLToPath(new URL("../../test/fixtures/version-1", import.meta.url));
const at = new Date("2026-11-23T12:00:00.000Z");
/** Receipts from the shop that wrote the log. */
const receipts = [
  { number: 4, hash: readOld(fixture)[3]?.hash ?? "" },
  { number: 9, hash: "ddd9f2bce8a64c8a567e47b0a1ddf9a520b64f239897236972b38a3ef5b4387a" },
];

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "niceties-version-1-"));
  cpSync(fixture, directory, { recursive: true });
});
afterEach(() => rm(directory, { recursive: true }));

type OldRow = Pick<StoredChange, "number" | "time" | "action" | "before" | "after" | "visitor" | "undoes" | "hash"> &
  Readonly<{ coffee_id: string }>;

function readOld(folder: string): OldRow[] {
  const database = new Database(join(folder, "niceties.db"), { readonly: true });
  const rows = database.prepare<[], OldRow>("SELECT * FROM changes ORDER BY number").all();
  database.close();
  return rows;
}

function faultsOf({ findings }: Verification) {
  return findings.filter(({ isSound }) => isSound === false);
}

/** The members that changes had in version 1. */
async function oldParts(store: CoffeeStore) {
  return (await store.changes(0, 9)).map(({ coffeeId, number, time, action, before, after, visitor, undoes, hash }) => {
    return { number, time, action, coffee_id: coffeeId, before, after, visitor, undoes, hash };
  });
}

/** Checks that a shop of version 1 can still read its old changes, undo one, and write new ones. */
async function useOldShop(store: CoffeeStore): Promise<void> {
  expect(await oldParts(store)).toEqual(readOld(fixture));
  const changes = await store.changes(0, 9);
  expect(changes.map(({ fields }) => fieldsIn(fields))).toEqual([
    ...Array.from({ length: 3 }, () => coffeeFields),
    ["price"],
    ["details", "price"],
    [],
    coffeeFields,
    coffeeFields,
    [],
  ]);
  await store.undo([9], { visitor: "ada", at });
  const { coffees } = await store.list();
  expect(coffees).toHaveLength(4);
  const [newest] = await store.changes(9, 1);
  expect(newest).toMatchObject({ number: 10, action: "add", undoes: 9, salt: expect.stringMatching(/^[0-9a-f]{32}$/) });
}

test("a shop of version 1 opens, can be written and verified, and its receipts stay valid", async () => {
  const store = openStore(directory, [], at);
  await useOldShop(store);
  await store.close();
  const verification = await verifyShop(directory, { receipts });
  expect(faultsOf(verification)).toEqual([]);
  expect(verification).toMatchObject({ isSound: true, changes: 10, coffees: 4 });
});

test("a backup of an older version verifies as it is", async () => {
  const verification = await verifyFile(join(directory, "niceties.db"), { receipts });
  expect(faultsOf(verification)).toEqual([]);
  expect(verification.changes).toBeGreaterThan(0);
});

test("a text of version 1 that was altered is found after the migration", async () => {
  await openStore(directory, [], at).close();
  const database = new Database(join(directory, "niceties.db"));
  database.exec(`UPDATE changes SET visitor = 'bbbbbbbbbbbb' WHERE number = 6`);
  database.close();
  const faults = faultsOf(await verifyFile(join(directory, "niceties.db")));
  expect(faults).toContainEqual(expect.objectContaining({ part: "log", change: 6 }));
});

test("a shop of version 1 moves into PostgreSQL with its hashes", async () => {
  await using server = await TestServer.start();
  const url = await server.newDatabase();
  const source = openStore(directory, [], at);
  await copyToDatabase(source, url);
  await source.close();
  const moved = await openPostgresStore(url, [], at);
  await useOldShop(moved);
  await moved.close();
  expect(faultsOf(await verifyPostgres(url, { receipts }))).toEqual([]);
});

test("a database of version 1 is migrated, verifies, and its receipts stay good", async () => {
  await using server = await TestServer.start();
  const url = await server.newDatabase();
  const client = new Client(url);
  await client.connect();
  for (const { sql } of readMigrations("postgres").slice(0, 3)) await client.query(sql);
  await client.query("CREATE TABLE niceties (one integer PRIMARY KEY CHECK (one = 1), data_version integer NOT NULL)");
  await client.query("INSERT INTO niceties VALUES (1, 3)");
  await insertRows(client, "changes", readOld(directory));
  const old = new Database(join(directory, "niceties.db"), { readonly: true });
  await insertRows(client, "coffees", old.prepare<[], object>("SELECT * FROM coffees").all());
  await insertRows(client, "add_keys", old.prepare<[], object>("SELECT * FROM add_keys").all());
  old.close();
  const { number, hash, time } = readOld(directory).at(-1) ?? { number: 0, hash: "", time: null };
  const lastId = readOld(directory).reduce(
    (greatest, { coffee_id }) => (coffee_id > greatest ? coffee_id : greatest),
    "",
  );
  await client.query("UPDATE head SET number = $1, hash = $2, time = $3, last_id = $4", [number, hash, time, lastId]);
  await client.end();

  const store = await openPostgresStore(url, [], at);
  await useOldShop(store);
  await store.close();
  expect(faultsOf(await verifyPostgres(url, { receipts }))).toEqual([]);
});

async function insertRows(client: Client, table: string, rows: readonly object[]): Promise<void> {
  await client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}
