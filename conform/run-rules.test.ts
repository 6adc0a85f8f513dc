// Long, because each test needs its own misbehaving product server.
import { expect, test } from "vitest";
import type { IdentifiedCoffee } from "../catalogue/coffee-store.ts";
import { fieldsOf } from "../catalogue/coffee-text.ts";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { emptyFields } from "../catalogue/coffee.ts";
import { allBadHabits, openClassicProductServer } from "../test/servers/classic-product-server.ts";
import { openTestShop } from "../test/servers/open-test-shop.ts";
import {
  answer,
  inPlaceOf,
  inReply,
  inReplyJson,
  isCall,
  listOf,
  membersOf,
  parsed,
} from "../test/mutants/mistakes.ts";
import { mutants } from "../test/mutants/mutants.ts";
import { openMutant, type Mistake } from "../test/mutants/open-mutant.ts";
import { startServer } from "../test/servers/small-server.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";
import { runRules } from "./run-rules.ts";
import { RuleFailed } from "./rule-failed.ts";

/** Leaves the id out of the reply to an add. */
const mute = inReplyJson("POST /coffee", () => ({}));

/** Never replies to a DELETE request. */
const hanging: Mistake = async (request, passOn) =>
  request.method === "DELETE" ? Promise.withResolvers<never>().promise : passOn(request);

/** Delays each add until it has read the list 20 times. */
const slow: Mistake = async (request, passOn) => {
  for (let turns = 0; turns < 20 && request.method === "POST"; turns += 1) await listOf(passOn);
  return passOn(request);
};

const textFields = Object.keys(emptyFields)
  .filter((field) => field !== "price")
  .toSorted()
  .join();

/** The coffees of a store, in the form in which a run reports what it left behind. */
function namedIn(coffees: readonly IdentifiedCoffee[]) {
  return coffees.map(({ id, text }) => ({ id, name: fieldsOf(text).name }));
}

function ruleOf(check: Rule["check"]): Rule {
  return { id: "rule", level: "specification", source: "contract: a test", title: "A rule", check };
}

test("if GET /coffee fails, the run sends nothing else, and tries no other rule", async () => {
  const calls: string[] = [];
  await using server = await startServer(({ method, url }, reply) => {
    calls.push(`${method} ${url}`);
    reply.writeHead(404).end("Not\u001b\n\u009bhere");
  });
  const { results } = await runRules({ client: { url: server.url }, rules });
  expect(new Set(calls)).toEqual(new Set(["GET /coffee"]));
  expect(results[0]).toMatchObject({ outcome: "fails", call: "GET /coffee", got: "404 Not here" });
  expect(new Set(results.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(["not tried"]));
});

test("a broken connection fails its rule, and the run continues", async () => {
  await using server = await startServer(({ method }, reply) => {
    if (method === "GET") reply.end("[]");
    else reply.destroy();
  });
  const { results } = await runRules({ client: { url: server.url }, rules, isRisky: true });
  expect(results.find(({ rule }) => rule.id === "list-added")).toMatchObject({
    outcome: "fails",
    call: "POST /coffee",
    expected: "a reply",
    got: "the connection was cut before a reply came",
  });
  expect(results.at(-1)).toMatchObject({ outcome: "fails" });
});

test("the run rejects if the server does not reply in time", async () => {
  await using server = await startServer(() => {});
  await expect(runRules({ client: { url: server.url, replyTimeoutMs: 50 }, rules })).rejects.toThrow(
    "no reply came within 0.05 seconds",
  );
});

test("coffees whose ids no reply returned are deleted by their mark", async () => {
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

test("if a rule fails, the run waits for its pending call and deletes the added coffee", async () => {
  await using shop = await openTestShop();
  await using mutant = await openMutant(slow, shop.url);
  const hasty = ruleOf(async (visitor) => {
    await Promise.all([
      visitor.add(),
      Promise.reject(new RuleFailed({ call: "POST /coffee", sent: "" }, "one thing", "another")),
    ]);
  });
  const { results, left } = await runRules({ client: { url: mutant.url }, rules: [hasty] });
  expect([results[0]?.outcome, left]).toEqual(["fails", []]);
  expect((await shop.store.list()).coffees).toEqual([]);
  expect(await shop.store.changes(0, 10)).toHaveLength(2);
});

test("a coffee that somebody else adds during the run stays", async () => {
  await using shop = await openTestShop();
  const headers = { "content-type": "application/json" };
  const busy = ruleOf(async (visitor) => {
    await visitor.add();
    await fetch(`${shop.url}/coffee`, { method: "POST", headers, body: '{"name":"Someone else\'s"}' });
    await visitor.add();
  });
  await runRules({ client: { url: shop.url }, rules: [busy] });
  expect(namedIn((await shop.store.list()).coffees)).toMatchObject([{ name: "Someone else's" }]);
});

test("an earlier coffee stays unchanged even if the server returns its id for a new one", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const before = await shop.store.list();
  const [first] = before.coffees;
  const mistaken: Mistake = inReplyJson("POST /coffee", () => ({ acknowledged: true, insertedId: first?.id }));
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
  const keeping = inPlaceOf((request) => isCall(request, "DELETE /coffee/{id}"), answer(403));
  await using mutant = await openMutant(keeping, shop.url);
  const { left } = await runRules({
    client: { url: mutant.url },
    rules: [ruleOf(async (visitor) => void (await visitor.add()))],
  });
  expect(left).toHaveLength(1);
  expect(namedIn((await shop.store.list()).coffees)).toEqual(left);
});

test("if coffees have no ids, the run sends no DELETE and reports them as left", async () => {
  await using shop = await openTestShop();
  const deleted: string[] = [];
  const withoutIds: Mistake = async (request, passOn) => {
    if (request.method === "DELETE") deleted.push(request.path);
    if (isCall(request, "GET /coffee")) {
      return answer(
        200,
        (await listOf(passOn)).map((coffee) => ({ ...coffee, _id: undefined })),
      );
    }
    return inReplyJson("POST /coffee", () => ({ acknowledged: true, insertedId: "" }))(request, passOn);
  };
  await using mutant = await openMutant(withoutIds, shop.url);
  const added = ruleOf(async (visitor) => void (await visitor.post(visitor.fields())));
  const { left, mark } = await runRules({ client: { url: mutant.url }, rules: [added] });
  expect([deleted, left]).toEqual([[], [{ id: "", name: `${mark} 1` }]]);
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

test("without --risky, ids and coffees are sent only as a storefront sends them, and risky rules say why they are not tried", async () => {
  await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: "*" } });
  const strange: unknown[] = [];
  const watching: Mistake = async (request, passOn) => {
    const [, id] = /^\/coffee\/([0-9a-f]{24})$/.exec(request.path) ?? [];
    const isKnownPath = id !== undefined || request.path === "/coffee" || request.path.startsWith("/-/");
    const { _id = id, price, ...texts } = membersOf(parsed(request.body));
    const isCoffee =
      _id === id && Object.values(texts).every((text) => typeof text === "string" && text.isWellFormed());
    const hasAllFields = Object.keys(texts).toSorted().join() === textFields && !Number.isNaN(Number(price));
    const isJson = request.headers["content-type"] === "application/json";
    if (!isKnownPath || (request.body !== "" && !(isCoffee && hasAllFields && isJson))) strange.push(request);
    return passOn(request);
  };
  await using mutant = await openMutant(watching, shop.url);
  const { results } = await runRules({ client: { url: mutant.url }, rules });
  expect(strange).toEqual([]);
  const notTried = results.filter(({ outcome }) => outcome === "not tried");
  expect(notTried).toMatchObject(
    rules.filter(({ risk }) => risk !== undefined).map((rule) => ({ rule, why: `risky: it sends ${rule.risk}` })),
  );
  expect(notTried.length).toBeGreaterThan(10);
});

test.for([false, true])(
  "a server with every bad habit except slowness has the same coffees afterwards, with risky rules: %s",
  async (isRisky) => {
    const habits = allBadHabits.filter((habit) => habit !== "isSlow");
    const { url, close } = await openClassicProductServer(sampleCoffees, habits);
    const before: unknown = await (await fetch(`${url}/coffee`)).json();
    const { results, left, possiblyLeft, isSure } = await runRules({ client: { url }, rules, isRisky });
    const after: unknown = await (await fetch(`${url}/coffee`)).json();
    close();
    expect({ left, possiblyLeft, isSure, after }).toEqual({ left: [], possiblyLeft: [], isSure: true, after: before });
    const ended = results.flatMap((result) =>
      result.outcome === "fails" && result.got.startsWith("it stopped answering, and answered again") ? [result] : [],
    );
    expect(ended).toMatchObject(
      isRisky ? [{ rule: { id: "strange-ids" } }, { rule: { id: "body-not-json" }, call: "POST /coffee" }] : [],
    );
  },
);

test("a server that ends at a call which its rule does not wait for fails that rule", async () => {
  const { url, close } = await openClassicProductServer([], ["diesOfOtherIds"]);
  const harmless = ruleOf(async () => {});
  const deadly = ruleOf(async (visitor) => {
    visitor.find("no-id").catch(() => {});
  });
  const { results } = await runRules({ client: { url }, rules: [harmless, deadly, harmless] });
  close();
  expect(results).toMatchObject([
    { outcome: "holds" },
    { outcome: "fails", call: "GET /coffee/no-id" },
    { outcome: "holds" },
  ]);
});

test("a server that is not back in time stops the run, and what was added is named", async () => {
  const { url, close } = await openClassicProductServer([], ["diesOfOtherIds"]);
  const deadly = ruleOf(async (visitor) => {
    await visitor.add();
    await visitor.find("no-id");
  });
  const later = ruleOf(async () => {});
  const run = await runRules({ client: { url }, rules: [deadly, later], restartWaitMs: 0 });
  close();
  expect(run).toMatchObject({
    endedAfter: { call: "GET /coffee/no-id", sent: "" },
    results: [{ outcome: "fails" }, { outcome: "not tried", why: "the server stopped answering before it" }],
    left: [{ id: expect.stringMatching(/^[0-9a-f]{24}$/), name: `${run.mark} 1` }],
    isSure: false,
  });
});

test("an upsert without an id in its reply is found by its mark, and deleted", async () => {
  const { url, close } = await openClassicProductServer([], ["upserts"]);
  const silent: Mistake = inReply("PUT /coffee/{id}", () => answer(500));
  await using mutant = await openMutant(silent, url);
  let listed: unknown;
  const upserting = ruleOf(async (visitor) => {
    const { id } = await visitor.add();
    await visitor.remove(id);
    await visitor.put(id, visitor.fields());
    listed = (await visitor.list()).json;
  });
  const { left } = await runRules({ client: { url: mutant.url }, rules: [upserting] });
  const after: unknown = await (await fetch(`${url}/coffee`)).json();
  close();
  expect([listed, left, after]).toMatchObject([[{ chef: "chef 2" }], [], []]);
});

test("only risky rules send an _id; a coffee that cannot be deleted under it is reported as left", async () => {
  await using shop = await openTestShop();
  const stored: unknown[] = [];
  const asText: Mistake = async (request, passOn) => {
    const sent = membersOf(parsed(request.body));
    if (isCall(request, "POST /coffee") && "_id" in sent) {
      stored.push(sent);
      return answer(200, { acknowledged: true, insertedId: sent["_id"] });
    }
    return isCall(request, "GET /coffee") ? answer(200, [...(await listOf(passOn)), ...stored]) : passOn(request);
  };
  await using mutant = await openMutant(asText, shop.url);
  expect(await runRules({ client: { url: mutant.url }, rules })).toMatchObject({ left: [], isSure: true });
  expect(stored).toEqual([]);
  const { left } = await runRules({ client: { url: mutant.url }, rules, isRisky: true });
  expect(left).toEqual(stored.map(membersOf).map(({ _id, name }) => ({ id: _id, name })));
  expect(left).toHaveLength(1);
});

test("a blank coffee whose id no reply returned is named and not deleted", async () => {
  await using shop = await openTestShop({ firstCoffees: [{ ...emptyFields }] });
  const [first] = (await shop.store.list()).coffees;
  await using mutant = await openMutant(mute, shop.url);
  const blank = ruleOf(async (visitor) => void (await visitor.post(emptyFields)));
  const { left, possiblyLeft } = await runRules({ client: { url: mutant.url }, rules: [blank] });
  const kept = (await shop.store.list()).coffees.filter(({ id }) => id !== first?.id);
  expect([left, possiblyLeft]).toEqual([[], kept.map(({ id }) => ({ id, name: "" }))]);
  expect(kept).toHaveLength(1);
});

test("a coffee of others stays, also where the server gives it the id of a deleted coffee of the run", async () => {
  await using shop = await openTestShop();
  const reusing = mutants.find(({ rule }) => rule === "ids-never-reused");
  if (!reusing) throw new Error("There is no mutant that gives ids again.");
  await using mutant = await openMutant(reusing.mistake, shop.url);
  const headers = { "content-type": "application/json" };
  const busy = ruleOf(async (visitor) => {
    const { id } = await visitor.add();
    await visitor.remove(id);
    const body = '{"name":"Someone else\'s"}';
    const reply = await fetch(`${mutant.url}/coffee`, { method: "POST", headers, body });
    expect(await reply.json()).toMatchObject({ insertedId: id });
  });
  const { left } = await runRules({ client: { url: mutant.url }, rules: [busy] });
  expect(left).toEqual([]);
  expect(namedIn((await shop.store.list()).coffees)).toMatchObject([{ name: "Someone else's" }]);
});

test("after Ctrl-C, deleting takes no longer than its limit, and what is left is named", async () => {
  await using shop = await openTestShop();
  await using mutant = await openMutant(hanging, shop.url);
  const stop = new AbortController();
  const interrupted = ruleOf(async (visitor) => {
    await visitor.add();
    stop.abort();
  });
  const run = await runRules({
    client: { url: mutant.url },
    rules: [interrupted],
    signal: stop.signal,
    cleanUpMs: 100,
  });
  const named = namedIn((await shop.store.list()).coffees);
  expect(named).toHaveLength(1);
  expect(run).toMatchObject({ isInterrupted: true, isSure: false, left: named });
});
