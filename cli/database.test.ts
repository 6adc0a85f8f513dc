import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { openStore } from "../store/open-store.ts";
import { TestServer } from "../test/servers/postgres-server.ts";
import { Workplace } from "../test/run-niceties.ts";

const place = new Workplace();
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await openStore(place.data, sampleCoffees, new Date("2026-11-21T12:00:00.000Z")).close();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

function settle(url: string): void {
  writeFileSync(join(place.path, "niceties.env"), `DATABASE_URL="${url}"\n`);
}

/** The output of a command that must succeed, without the database's password. */
async function done(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await place.run(...words);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).not.toContain("secret");
  return out;
}

test("after a move into PostgreSQL, commands read, change, back up and verify the shop there", async () => {
  const before = await done("export");
  settle(await server.newDatabase());
  expect(await done("move", "database")).toMatch(/^Moved: 12 changes and 12 coffees are in postgres:\/\/127\.0\.0\.1:/);
  expect(await done("export")).toBe(before);
  await done("freeze");
  await done("thaw");
  expect(await done("history", "--limit", "1")).toMatch(/^12 /);
  expect(await done("undo", "--change", "12", "--yes")).toContain("Undid 1 change with");
  expect(await done("as-of", "12")).toBe(before);
  expect(await done("verify")).toContain("✓ log: Each of its 13 changes fits the one before.");
  const { file, changes } = JSON.parse(await done("backup", "--json"));
  expect(changes).toBe(13);
  expect(await done("drill")).toContain("0 changes behind");
  expect(await done("doctor")).toContain("✓ Data, coffees: All 11");

  settle(await server.newDatabase());
  expect(await done("restore", file)).toMatch(/^Restored: the shop in postgres:\S+ is at change 13\./);
  const refusal = await place.run("move", "directory");
  expect(refusal).toMatchObject({ code: 1, out: "" });
  expect(refusal.err).toMatch(/^There is a shop in data already, /);
});

test("doctor says what to do about an empty database", async () => {
  await using elsewhere = new Workplace();
  const settings = `DATABASE_URL="${await server.newDatabase()}"\n`;
  for (const { path } of [place, elsewhere]) writeFileSync(join(path, "niceties.env"), settings);
  expect((await elsewhere.run("doctor")).out).toMatch(
    /^! Data: There is no shop in postgres:\S+ yet: npm start makes one, and niceties move database or /m,
  );
  expect((await place.run("doctor")).out).toMatch(
    /^✗ Opening: DATABASE_URL names postgres:\S+, which holds no shop\. The shop in data was moved to postgres:/m,
  );
});

test("niceties move database asks for DATABASE_URL if it is empty", async () => {
  settle("");
  const { code, err } = await place.run("move", "database");
  expect({ code, err }).toEqual({
    code: 1,
    err: "DATABASE_URL is empty. Set it to the PostgreSQL database of the shop.\n",
  });
});
