import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Coffee } from "../catalogue/coffee.ts";
import { Workplace } from "../test/run-niceties.ts";

/** One shop, open for all tests, with a visitor who keeps adding coffees. */
const place = new Workplace();
const server = place.start("serve");
const complaints = text(server.stderr);
let url = "";
const leaving = new AbortController();
let visiting: Promise<void>;

beforeAll(async () => {
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    [, url = ""] = /is open at (\S+)/.exec(String(chunk)) ?? [];
    if (url) break;
  }
  visiting = visit();
}, 30_000);

afterAll(async () => {
  leaving.abort();
  await visiting;
  const exit = once(server, "exit");
  server.kill();
  expect(await exit).toEqual([0, null]);
  expect(await complaints).toBe("");
  expect((await place.run("verify")).code).toBe(0);
  await place[Symbol.asyncDispose]();
}, 30_000);

async function visit(): Promise<void> {
  for (let count = 1; !leaving.signal.aborted; count++) await add(`coffee ${count}`);
}

function add(name: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}/coffee`, { method: "POST", headers, body: JSON.stringify({ name }) });
}

async function list(): Promise<readonly Coffee[]> {
  return (await fetch(`${url}/coffee`)).json();
}

test("an open shop verifies while a visitor writes, and so does a backup made meanwhile", async () => {
  const [verified, backedUp] = await Promise.all([place.run("verify"), place.run("backup", "--json")]);
  expect(verified).toMatchObject({ code: 0, err: "" });
  expect(verified.out).toContain("– seal: There is none");
  const { file } = JSON.parse(backedUp.out);
  const [copy, drilled] = await Promise.all([place.run("verify", file), place.run("drill", "--json")]);
  expect(copy).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(drilled.out)).toMatchObject({ isGood: true, changesBehind: expect.any(Number) });
});

test("a restore over an open shop is refused", async () => {
  const { file } = JSON.parse((await place.run("backup", "--json")).out);
  const { code, err } = await place.run("restore", file, "--yes");
  expect(code).toBe(1);
  expect(err).toMatch(
    /^The shop in data is open\. Close it first \(Ctrl-C where it runs, or systemctl stop niceties\.socket\)/,
  );
});

test("a freeze refuses visitors in the operator's words, and allows the operator's undo, until a thaw", async () => {
  expect((await place.run("freeze", "Counting", "beans.")).code).toBe(0);
  const refused = await add("late");
  expect({ status: refused.status, problem: await refused.json() }).toMatchObject({
    status: 503,
    problem: { detail: "Counting beans." },
  });
  const [first] = JSON.parse(
    (await place.run("history", "--limit", "1", "--json")).out.replace(/^/, "[").replace(/$/, "]"),
  );
  expect((await place.run("undo", "--change", String(first.number), "--yes")).code).toBe(0);
  expect((await list()).map(({ _id }) => _id)).not.toContain(first.coffeeId);
  expect(await place.run("thaw", "--json")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\{"isFrozen":false/),
  });
  expect((await add("in time")).status).not.toBe(503);
});

test("an undo with --since removes the coffees that a visitor added to an open shop", async () => {
  expect((await place.run("freeze")).code).toBe(0);
  const { code, out } = await place.run("undo", "--since", "1h", "--yes");
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/\nUndid [\d,]+ changes? with /) });
  const left = await list();
  expect(left.map(({ name }) => name).filter((name) => name.startsWith("coffee"))).toEqual([]);
  expect(left).toHaveLength(12);
  const answered = await (await fetch(`${url}/coffee`)).text();
  expect((await place.run("as-of", "0s")).out).toBe(answered);
});
