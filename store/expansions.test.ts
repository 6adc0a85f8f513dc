import Database from "better-sqlite3";
import { rmSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import type { Move } from "../catalogue/coffee-store.ts";
import { coffeeText } from "../catalogue/coffee-text.ts";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { TestServer } from "../test/servers/postgres-server.ts";
import { backUp } from "./copies/backups.ts";
import { copyToDatabase } from "./copies/move.ts";
import { restore } from "./copies/restore.ts";
import { openStore } from "./open-store.ts";
import { withConnection } from "./postgres/connection/with-connection.ts";
import { openPostgresStore } from "./postgres/postgres-store.ts";
import { makeTables, readDataVersion } from "./postgres/tables/make-tables.ts";
import { verifyPostgres } from "./postgres/tables/verify-database.ts";
import { dataVersionOf, readMigrations, type DatabaseKind, type Migration } from "./read-migrations.ts";
import { migrate } from "./sqlite/migrations.ts";
import { verifyFile } from "./verify.ts";

const at = new Date("2026-11-30T12:00:00.000Z");
const by = { visitor: null, at };
const coffee = coffeeText({ ...emptyFields, name: "New" });
const nothing = () => {};

/** A newer program has this one's migrations and these. */
const expansion: Migration = {
  name: "9001-notes",
  sql: "CREATE TABLE notes (id integer PRIMARY KEY);\nALTER TABLE coffees ADD COLUMN noted integer DEFAULT 0;\n",
  isExpansion: true,
};
const contraction: Migration = { name: "9002-no-notes", sql: "DROP TABLE notes", isExpansion: false };
const expanded = (kind: DatabaseKind) => [...readMigrations(kind), expansion];
const contracted = (kind: DatabaseKind) => [...expanded(kind), contraction];

/** Opens a database as a program with these migrations does. */
function openWith(url: string, migrations: readonly Migration[]): Promise<void> {
  return withConnection(url, (connection, place) => makeTables(connection, place, async () => {}, [...migrations]));
}

describe("in SQLite", () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "niceties-expansions-"));
    file = join(directory, "niceties.db");
    await openStore(directory, sampleCoffees, at).close();
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Runs SQL on the file and removes its seal, so that the seal does not reveal the change. */
  function inFile(act: (database: Database.Database) => void): void {
    const database = new Database(file);
    act(database);
    database.close();
    rmSync(`${file}.sha256`, { force: true });
  }

  async function faults(): Promise<string[]> {
    const { findings } = await verifyFile(file);
    return findings.filter(({ isSound }) => isSound === false).map(({ message }) => message);
  }

  test("an open program goes on while a newer one expands its file, and opens it again", async () => {
    const open = openStore(directory, [], at);
    const newer = new Database(file);
    migrate(newer, expanded("sqlite"), nothing);
    const added = await open.add(coffee, by);
    await open.close();
    newer.close();
    const again = openStore(directory, [], at);
    expect(await again.find(added.coffeeId)).toMatchObject({ text: coffee });
    await again.remove(added.coffeeId, by);
    await again.close();
    expect(await faults()).toEqual([]);
  });

  test("a file with a newer program's expansion verifies, is backed up and restored", async () => {
    inFile((database) => migrate(database, expanded("sqlite"), nothing));
    const { file: backup } = await backUp(directory, join(directory, "backups"), at);
    await restore(backup, directory, at);
    expect(await faults()).toEqual([]);
    inFile((database) => {
      expect(database.prepare("SELECT name FROM expansions").pluck().all()).toEqual(["9001-notes"]);
    });
  });

  test("an expansion is applied once, and does not raise the data version", () => {
    inFile((database) => {
      migrate(database, expanded("sqlite"), nothing);
      migrate(database, readMigrations("sqlite"), nothing);
      migrate(database, expanded("sqlite"), nothing);
      expect(database.pragma("user_version", { simple: true })).toBe(dataVersionOf(readMigrations("sqlite")));
    });
  });

  test("once the contract step has run, an older program refuses the file", () => {
    inFile((database) => migrate(database, contracted("sqlite"), nothing));
    expect(() => openStore(directory, [], at)).toThrow(
      / was written by a newer version of Niceties \(data version 8, /,
    );
  });

  test("a new file gets every migration, in the order of their numbers", async () => {
    const fresh = new Database(join(directory, "fresh.db"));
    migrate(fresh, contracted("sqlite"), nothing);
    expect(fresh.prepare("SELECT noted FROM coffees").all()).toEqual([]);
    expect(fresh.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'notes'").all()).toEqual([]);
    fresh.close();
  });

  test.for([
    ["a table that no expansion explains", "CREATE TABLE other (id INTEGER)"],
    ["a recorded expansion whose table is gone", "DROP TABLE notes"],
    ["an expansion that no program recorded", "DELETE FROM expansions"],
    ["a record whose SQL does more than add", `UPDATE expansions SET sql = 'ATTACH ''other.db'' AS other;' || sql`],
  ])("verify names %s as a changed structure", async ([, sql = ""]) => {
    inFile((database) => {
      migrate(database, expanded("sqlite"), nothing);
      database.exec(sql);
    });
    expect(await faults()).toEqual(["Its tables are not those that the shop made; somebody has changed them."]);
  });

  test("a copy from before an expansion verifies and opens", async () => {
    const copy = join(directory, "copy.db");
    await copyFile(file, copy);
    inFile((database) => migrate(database, expanded("sqlite"), nothing));
    expect((await verifyFile(copy)).isSound).toBe(true);
  });
});

describe("in PostgreSQL", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("an open program goes on while a newer one expands its database, and opens it again", async () => {
    const url = await server.newSchema();
    const open = await openPostgresStore(url, sampleCoffees, at);
    const before = await readDataVersion(url);
    await openWith(url, expanded("postgres"));
    const added = await open.add(coffee, by);
    await open.close();
    const again = await openPostgresStore(url, [], at, { joins: true });
    expect(await again.find(added.coffeeId)).toMatchObject({ text: coffee });
    await again.close();
    await openWith(url, expanded("postgres"));
    expect(await server.ask(url, "SELECT name FROM expansions")).toEqual([{ name: "9001-notes" }]);
    expect(await readDataVersion(url)).toBe(before);
    expect((await verifyPostgres(url)).isSound).toBe(true);
  });

  test("once the contract step has run, an older program refuses the database", async () => {
    const url = await server.newSchema();
    await openWith(url, contracted("postgres"));
    await expect(openPostgresStore(url, [], at)).rejects.toThrow(/ was written by a newer version of Niceties /);
  });

  test("if a migration fails, the database is as before, and the refusal names the migration and the reason", async () => {
    const url = await server.newSchema();
    const open = await openPostgresStore(url, sampleCoffees, at);
    const before = await readDataVersion(url);
    const sql = "CREATE TABLE halfway (id integer);\nALTER TABLE nothing ADD x integer;";
    const opening = openWith(url, [...expanded("postgres"), { name: "9003-broken", sql, isExpansion: false }]);
    await expect(opening).rejects.toThrow(
      /^Migration 9003-broken of postgres:\S+ failed: relation "nothing" does not exist\. The database was left as it was\.$/,
    );
    expect(await readDataVersion(url)).toBe(before);
    expect(await server.ask(url, "SELECT to_regclass('halfway') AS halfway, to_regclass('notes') AS notes")).toEqual([
      { halfway: null, notes: null },
    ]);
    await open.add(coffee, by);
    await open.close();
  });

  test("a move replaces what an earlier move left, with the tables of a newer program's expansion", async () => {
    const url = await server.newSchema();
    const directory = await mkdtemp(join(tmpdir(), "niceties-expansions-"));
    const source = openStore(directory, sampleCoffees, at);
    const from: Move = {
      id: "0123",
      place: directory,
      since: at.toISOString(),
      isDone: false,
      version: await source.version(),
      mover: "host 1",
      leaseUntil: at.getTime(),
    };
    await copyToDatabase(source, url, { from });
    await openWith(url, expanded("postgres"));
    await copyToDatabase(source, url, { from: { ...from, id: "4567" } });
    expect(await server.ask(url, "SELECT to_regclass('notes') AS notes, to_regclass('expansions') AS names")).toEqual([
      { notes: null, names: null },
    ]);
    await source.close();
    await rm(directory, { recursive: true });
  });
});
