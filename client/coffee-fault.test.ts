import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { faults, type FaultCode } from "../catalogue/fault.ts";
import { freezeShop } from "../operations/freeze.ts";
import { openTestShop, type TestShop } from "../test/servers/open-test-shop.ts";
import { startServer } from "../test/servers/small-server.ts";
import { createClient, type Client, type ClientOptions, type Fetch } from "./client.ts";
import { CoffeeFault, serverFaultCodes } from "./coffee-fault.ts";

const latte = { ...emptyFields, name: "Latte" };
const unknownId = "0".repeat(24);
const patientMs = 10_000;

/** The fault of a call. Throws if the call succeeds. */
async function faultOf(call: Promise<unknown>): Promise<CoffeeFault> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof CoffeeFault) return error;
  throw new Error("The call did not reject with a CoffeeFault.", { cause: error });
}

/** A fetch that sends another body, or another type of it. */
const sending =
  (body: string, type = "application/json"): Fetch =>
  (url, init) =>
    fetch(url, { ...init, body, headers: { "content-type": type } });

type Refusal = Readonly<{
  code: FaultCode;
  environment?: Readonly<Record<string, string>>;
  options?: Omit<ClientOptions, "url">;
  ask: (client: Client, shop: TestShop) => Promise<unknown>;
}>;

/** Calls that a shop refuses, one for each code that a client can bring about. */
const refusals: readonly Refusal[] = [
  { code: "not-json", options: { fetch: sending("{") }, ask: (client) => client.add(latte) },
  { code: "not-json-type", options: { fetch: sending("{}", "text/plain") }, ask: (client) => client.add(latte) },
  { code: "invalid-coffee", ask: (client) => client.add({ price: "-1" }) },
  { code: "key-not-readable", ask: (client) => client.add(latte, { key: "k".repeat(300) }) },
  {
    code: "key-reused",
    ask: async (client) => {
      await client.add(latte, { key: "k" });
      await client.add({ name: "Mocha" }, { key: "k" });
    },
  },
  { code: "unknown-address", ask: (client) => client.call("GET", "/-/nothing", (response) => response.text()) },
  { code: "unknown-coffee", ask: (client) => client.find(unknownId) },
  { code: "method-not-allowed", ask: (client) => client.call("PATCH", "/coffee", (response) => response.text()) },
  {
    code: "changed-meanwhile",
    ask: async (client) => {
      const { insertedId = "" } = await client.add(latte);
      const before = await client.find(insertedId);
      await client.replace({ ...before.coffee, price: 1 });
      await client.replace({ ...before.coffee, price: 2 }, { before });
    },
  },
  { code: "body-too-large", ask: (client) => client.add({ details: "d".repeat(70_000) }) },
  {
    code: "too-many-writes",
    environment: { WRITE_LIMIT: "5" },
    ask: async (client) => {
      await client.remove(unknownId);
      await client.add(latte);
    },
  },
  {
    code: "frozen",
    ask: async (client, shop) => {
      await freezeShop(shop.store, "We are taking stock.", new Date());
      await client.add(latte);
    },
  },
  {
    code: "catalogue-full",
    environment: { CATALOGUE_LIMIT: "1" },
    ask: async (client) => {
      for (let count = 0; count < 200; count += 1) await client.add({ details: "d".repeat(9_999) });
    },
  },
];

test.for(refusals)(
  "a shop's refusal has the code $code, with its status and words",
  async ({ code, environment = {}, options, ask }) => {
    await using shop = await openTestShop({ environment });
    const fault = await faultOf(ask(createClient({ url: shop.url, ...options }), shop));
    expect(fault).toMatchObject({
      name: "CoffeeFault",
      code,
      status: faults[code].status,
      title: faults[code].title.en,
    });
    expect(fault.detail).not.toBe("");
    expect(fault.message).toBe(`${fault.call}: ${fault.detail}`);
  },
);

test("the codes are all that the five calls can be refused with", () => {
  const ofKeys: readonly string[] = ["key-not-readable", "key-reused"];
  const others = Object.entries(faults).flatMap(([code, fault]) =>
    "isOfExtras" in fault && !ofKeys.includes(code) ? [] : [code],
  );
  expect(serverFaultCodes.toSorted()).toEqual(others.toSorted());
});

test.for(serverFaultCodes)("a problem of the type %s has this code, with any words", async (code) => {
  const { status, title } = faults[code];
  await using server = await startServer((_request, reply) => {
    reply.writeHead(status, { "content-type": "application/problem+json" });
    reply.end(JSON.stringify({ type: `https://shop.example/-/problems/${code}`, title: title.bn, status }));
  });
  const fault = await faultOf(createClient({ url: server.url }).list());
  expect(fault).toMatchObject({ code, status, title: title.bn, detail: title.bn, call: "GET /coffee" });
});

test("a refused coffee says what is wrong with which field, in the language that was asked for", async () => {
  await using shop = await openTestShop();
  const client = createClient({ url: shop.url, headers: () => ({ "accept-language": "bn" }) });
  const fault = await faultOf(client.add({ name: "n".repeat(10_001), price: "-1" }));
  expect(fault.errors.map(({ field }) => field)).toEqual(["name", "price"]);
  expect(fault.errors.every(({ message }) => /[ঀ-৿]/.test(message))).toBe(true);
  expect(fault.title).toBe(faults["invalid-coffee"].title.bn);
  expect(fault.detail).toContain(fault.errors[1]?.message);
});

test("a deleted coffee is unknown, and the fault names the change that deleted it", async () => {
  await using shop = await openTestShop();
  const client = createClient({ url: shop.url });
  const { insertedId = "" } = await client.add(latte);
  const { change } = await client.remove(insertedId);
  const fault = await faultOf(client.find(insertedId));
  expect(fault).toMatchObject({ code: "unknown-coffee", deleted: { change, time: expect.any(String) } });
});

test("too many writes say how many seconds to wait", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "5" } });
  const client = createClient({ url: shop.url });
  await client.remove(unknownId);
  const { retryAfterSeconds = 0 } = await faultOf(client.add(latte));
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(600);
});

test.for([
  ["7", 7],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["soon", undefined],
  [undefined, undefined],
] as const)("the Retry-After %s is read as %s seconds", async ([header, seconds]) => {
  await using server = await startServer((_request, reply) => {
    reply.writeHead(503, header === undefined ? {} : { "retry-after": header }).end();
  });
  expect((await faultOf(createClient({ url: server.url }).list())).retryAfterSeconds).toBe(seconds);
});

const answering =
  (status: number, body: string): RequestListener =>
  (_request, reply) =>
    reply.writeHead(status).end(body);
const html = "<!doctype html><h1>It works!</h1>";

const calls = {
  list: (client: Client) => client.list(),
  find: (client: Client) => client.find(unknownId),
  add: (client: Client) => client.add(latte),
  replace: (client: Client) => client.replace({ _id: unknownId, ...latte }),
  remove: (client: Client) => client.remove(unknownId),
} as const;

describe.each(Object.entries(calls))("%s", (_name, call) => {
  test.for([
    ["hangs up", ({ socket }) => socket.destroy(), patientMs, "unreachable", undefined],
    [
      "hangs up during its reply",
      (_request, reply) => reply.writeHead(200, { "content-length": 100 }).write("{", () => reply.destroy()),
      patientMs,
      "unreachable",
      undefined,
    ],
    ["never answers", () => {}, 50, "timed-out", undefined],
    ["never ends its reply", (_request, reply) => reply.writeHead(200).write("["), 50, "timed-out", undefined],
    ["refuses in HTML", answering(502, html), patientMs, "other", 502],
    ["refuses with an empty body", answering(404, ""), patientMs, "other", 404],
    ["has problems of its own", answering(409, '{"type":"/problems/frozen","detail":"No."}'), patientMs, "other", 409],
    ["has newer problems", answering(409, '{"type":"/-/problems/newer","detail":"No."}'), patientMs, "other", 409],
  ] as const satisfies readonly (readonly [string, RequestListener, number, string, number | undefined])[])(
    "rejects if the server %s",
    async ([, listener, timeoutMs, code, status]) => {
      await using server = await startServer(listener);
      expect(await faultOf(call(createClient({ url: server.url, timeoutMs })))).toMatchObject({ code, status });
    },
  );

  test("rejects with the error of fetch as its cause if nothing listens", async () => {
    const server = await startServer(() => {});
    await server[Symbol.asyncDispose]();
    const fault = await faultOf(call(createClient({ url: server.url })));
    expect(fault).toMatchObject({ code: "unreachable", status: undefined, title: "", detail: "", errors: [] });
    expect(fault.message).toBe(`${fault.call}: unreachable`);
    expect(fault.cause).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });
});

test.for(Object.entries(calls).filter(([name]) => name !== "remove"))(
  "%s rejects if a reply of success is HTML",
  async ([, call]) => {
    await using server = await startServer(answering(200, html));
    const fault = await faultOf(call(createClient({ url: server.url })));
    expect(fault).toMatchObject({ code: "unreadable-reply", status: 200 });
  },
);

test("a delete succeeds by its status alone, with any reply body", async () => {
  await using server = await startServer(answering(200, html));
  expect(await createClient({ url: server.url }).remove(unknownId)).toMatchObject({ deletedCount: 0 });
});

test("the message of a server without problems is the detail", async () => {
  await using server = await startServer(answering(400, '{"message":"The price is missing."}'));
  expect(await faultOf(createClient({ url: server.url }).add(latte))).toMatchObject({
    code: "other",
    detail: "The price is missing.",
  });
});

test.for(["before it starts", "while it waits"])("a call that its signal aborts %s rejects", async (when) => {
  const stop = new AbortController();
  if (when === "before it starts") stop.abort();
  await using server = await startServer(() => stop.abort());
  const call = createClient({ url: server.url }).call("GET", "/-/changes", (response) => response.text(), {
    signal: stop.signal,
  });
  expect(await faultOf(call)).toMatchObject({ code: "aborted", status: undefined });
});
