import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Coffee } from "../../catalogue/coffee.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { Workplace, type Ended } from "../../test/run-niceties.ts";

type Process = ChildProcessByStdio<null, Readable, Readable>;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function settle(place: Workplace, url: string): void {
  writeFileSync(join(place.path, "niceties.env"), `DATABASE_URL="${url}"\n`);
}

/** The address of a started shop, once it is open. */
async function opened(shop: Process): Promise<string> {
  for await (const chunk of shop.stdout.iterator({ destroyOnReturn: false })) {
    const [, url] = /is open at (\S+)/.exec(String(chunk)) ?? [];
    if (url) return url;
  }
  throw new Error(`The shop did not open: ${await text(shop.stderr)}`);
}

/** Resolves once an open shop prints a line that matches. */
async function printed(shop: Process, pattern: RegExp): Promise<void> {
  for await (const line of createInterface(shop.stdout)) if (pattern.test(line)) return;
  throw new Error(`The shop ended without a word of ${pattern.source}.`);
}

async function end(shop: Process): Promise<void> {
  const exit = once(shop, "exit");
  shop.kill();
  expect(await exit).toEqual([0, null]);
}

function add(url: string, name: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}/coffee`, { method: "POST", headers, body: JSON.stringify({ name }) });
}

async function namesAt(url: string): Promise<string[]> {
  const list: readonly Coffee[] = await (await fetch(`${url}/coffee`)).json();
  return list.map(({ name }) => name);
}

/** Adds coffees one after the other until the signal aborts. Resolves to the names of the acknowledged ones. */
async function addUntil(signal: AbortSignal, url: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let count = 1; !signal.aborted; count += 1) {
    if ((await add(url, `coffee ${count}`)).status === 201) acknowledged.push(`coffee ${count}`);
  }
  return acknowledged;
}

test("an open shop moves into a database and back under writes, and loses no acknowledged one", async () => {
  await using place = new Workplace();
  const inFile = place.start("serve");
  const before = await opened(inFile);
  settle(place, await server.newDatabase());
  const stopped = new AbortController();
  const adding = addUntil(stopped.signal, before);
  const frozen = await place.run("freeze");
  expect(frozen.code).toBe(1);
  expect(frozen.err).toMatch(
    /^DATABASE_URL names postgres:\S+, which holds no shop\. There is a shop in data: niceties move database brings it /,
  );
  const early = await place.run("serve");
  expect([early.code, early.err]).toEqual([1, frozen.err]);
  const moved = await place.run("move", "database");
  expect(moved).toMatchObject({ code: 0, err: "" });
  const late = await add(before, "late");
  expect([late.status, late.headers.get("retry-after"), (await late.json()).type]).toEqual([
    503,
    "10",
    "/-/problems/moving",
  ]);
  expect(await namesAt(before)).toContain("coffee 1");
  expect((await fetch(`${before}/-/ready`)).status).toBe(503);
  stopped.abort();
  const acknowledged = await adding;
  expect(acknowledged.length).toBeGreaterThan(0);
  await printed(inFile, /^The shop has moved to postgres:/);
  await end(inFile);

  const inDatabase = place.start("serve");
  const after = await opened(inDatabase);
  expect((await namesAt(after)).slice(12)).toEqual(acknowledged);
  expect((await add(after, "in the database")).status).toBe(201);
  const back: Ended = await place.run("move", "directory");
  expect(back).toMatchObject({ code: 0, err: "" });
  expect((await add(after, "late again")).status).toBe(503);
  await end(inDatabase);
  const again = await place.run("serve");
  expect(again.code).toBe(1);
  expect(again.err).toMatch(/^The shop in postgres:\S+ was moved to \S+\/data at \S+\. Start it without DATABASE_URL/);
  settle(place, "");
  const home = place.start("serve");
  expect((await namesAt(await opened(home))).slice(12)).toEqual([...acknowledged, "in the database"]);
  await end(home);
});
