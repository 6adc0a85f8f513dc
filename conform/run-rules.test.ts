import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { expect, test } from "vitest";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { urlOf } from "../e2e/classic-product-server.ts";
import { openTestShop } from "../server/open-test-shop.ts";
import { inReplyJson, isCall, listOf } from "./mutants/mistakes.ts";
import { openMutant, type Mutant } from "./mutants/open-mutant.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";
import { runRules } from "./run-rules.ts";
import { Unmet } from "./unmet.ts";

async function openServer(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: urlOf(server),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const mute: Mutant = { rule: "", mistake: "tells no ids", make: () => inReplyJson("POST /coffee", () => ({})) };

function ruleOf(check: Rule["check"]): Rule {
  return { id: "rule", level: "specification", source: "a test", title: "A rule", check };
}

test("where there is no list, nothing is written and nothing else is tried", async () => {
  const asked: string[] = [];
  await using server = await openServer(({ method, url }, reply) => {
    asked.push(`${method} ${url}`);
    reply.writeHead(404).end("Not\u001b\n\u009bhere");
  });
  const { results } = await runRules({ client: { url: server.url }, rules });
  expect(new Set(asked)).toEqual(new Set(["GET /coffee"]));
  expect(results[0]).toMatchObject({ outcome: "fails", call: "GET /coffee", got: "404 Not here" });
  expect(new Set(results.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(["not tried"]));
});

test("a connection that breaks fails the rule that it broke in, and the run goes on", async () => {
  await using server = await openServer(({ method }, reply) => {
    if (method === "GET") reply.end("[]");
    else reply.destroy();
  });
  const { results } = await runRules({ client: { url: server.url }, rules });
  expect(results.find(({ rule }) => rule.id === "list-added")).toMatchObject({
    outcome: "fails",
    call: "POST /coffee",
    expected: "a reply",
    got: "the connection was cut before a reply came",
  });
  expect(results.at(-1)).toMatchObject({ outcome: "fails" });
});

test("a server that does not answer in time cannot be reached", async () => {
  await using server = await openServer(() => {});
  await expect(runRules({ client: { url: server.url, replyTimeoutMs: 50 }, rules })).rejects.toThrow(
    "no reply came within 0.05 seconds",
  );
});

test("coffees are deleted by their mark where no reply told their ids", async () => {
  await using shop = await openTestShop();
  await using mutant = await openMutant(mute, shop.url);
  const added = ruleOf(async (visitor) => {
    await visitor.post(visitor.fields());
    await visitor.post(visitor.fields());
  });
  expect(await runRules({ client: { url: mutant.url }, rules: [added] })).toMatchObject({ left: [] });
  expect((await shop.store.list()).coffees).toEqual([]);
  expect(await shop.store.changes(0, 10)).toHaveLength(4);
});

test("what a rule added is deleted before the next rule", async () => {
  await using shop = await openTestShop();
  const seen: unknown[] = [];
  const adding = ruleOf(async (visitor) => void (await visitor.add()));
  const looking = ruleOf(async (visitor) => void seen.push((await visitor.list()).json));
  await runRules({ client: { url: shop.url }, rules: [adding, looking] });
  expect(seen).toEqual([[]]);
});

test("a call that is still under way when its rule fails is waited for, and its coffee deleted", async () => {
  await using shop = await openTestShop();
  const slow: Mutant = {
    rule: "",
    mistake: "takes long to add",
    make: () => async (asked, passOn) => {
      for (let turns = 0; turns < 20 && asked.method === "POST"; turns += 1) await listOf(passOn);
      return passOn(asked);
    },
  };
  await using mutant = await openMutant(slow, shop.url);
  const hasty = ruleOf(async (visitor) => {
    await Promise.all([visitor.add(), Promise.reject(new Unmet("POST /coffee", "one thing", "another"))]);
  });
  const { results, left } = await runRules({ client: { url: mutant.url }, rules: [hasty] });
  expect([results[0]?.outcome, left]).toEqual(["fails", []]);
  expect((await shop.store.list()).coffees).toEqual([]);
  expect(await shop.store.changes(0, 10)).toHaveLength(2);
});

test("coffees of others stay, also those that are added while the rules run", async () => {
  await using shop = await openTestShop();
  const headers = { "content-type": "application/json" };
  const busy = ruleOf(async (visitor) => {
    await visitor.add();
    await fetch(`${shop.url}/coffee`, { method: "POST", headers, body: '{"name":"Someone else\'s"}' });
    await visitor.add();
  });
  await runRules({ client: { url: shop.url }, rules: [busy] });
  expect((await shop.store.list()).coffees).toMatchObject([{ name: "Someone else's" }]);
});

test("a coffee that was there before stays as it is, also where the server gives its id for that of a new one", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const before = await shop.store.list();
  const [first] = before.coffees;
  const mistaken: Mutant = {
    rule: "",
    mistake: "answers the id of the first coffee",
    make: () => inReplyJson("POST /coffee", () => ({ acknowledged: true, insertedId: first?._id })),
  };
  await using mutant = await openMutant(mistaken, shop.url);
  const { results, left } = await runRules({ client: { url: mutant.url }, rules });
  expect(results.find(({ rule }) => rule.id === "replace-fields")).toMatchObject({
    outcome: "fails",
    call: "POST /coffee",
    got: "that of one that was there before",
  });
  expect(left).toEqual([]);
  expect((await shop.store.list()).coffees).toEqual(before.coffees);
});

test("coffees that the server does not delete are named", async () => {
  await using shop = await openTestShop();
  const keeping: Mutant = {
    rule: "",
    mistake: "deletes nothing",
    make: () => async (asked, passOn) =>
      isCall(asked, "DELETE /coffee/{id}") ? { status: 403, headers: {}, body: Buffer.alloc(0) } : passOn(asked),
  };
  await using mutant = await openMutant(keeping, shop.url);
  const { left } = await runRules({
    client: { url: mutant.url },
    rules: [ruleOf(async (visitor) => void (await visitor.add()))],
  });
  expect(left).toHaveLength(1);
  expect((await shop.store.list()).coffees.map(({ _id }) => _id)).toEqual(left);
});

test("a rule that has a fault of its own ends the run, and leaves nothing behind", async () => {
  await using shop = await openTestShop();
  await using mutant = await openMutant(mute, shop.url);
  const faulty = ruleOf(async (visitor) => {
    await visitor.post(visitor.fields());
    throw new TypeError("a fault");
  });
  await expect(runRules({ client: { url: mutant.url }, rules: [faulty] })).rejects.toThrow("a fault");
  expect((await shop.store.list()).coffees).toEqual([]);
  expect(await shop.store.changes(0, 10)).toHaveLength(2);
});
