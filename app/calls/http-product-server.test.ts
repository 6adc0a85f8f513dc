// Over 300 lines: all calls run against the same servers in this file.

import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { changeHeader } from "../../catalogue/log/change-header.ts";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { httpProductServer, type Destination } from "./http-product-server.ts";
import { readUnsentFrom } from "../form/unsent/unsent.ts";
import { loadWords } from "../words/dictionaries.ts";
import { startServer } from "../../test/servers/small-server.ts";
import type { FoundCoffee } from "../../client/read-coffee.ts";
import { failureText, type Answer, type ProductServer } from "./product-server.ts";

const patientMs = 10_000;
const hastyMs = 50;
const _id = "6b0170fbc7b3dc984a466fbf";
const latte: Coffee = { _id, ...emptyFields, name: "Latte", price: 340 };

function to(baseUrl: string, timeoutMs: number): Destination {
  return { baseUrl, timeoutMs, language: "en" };
}

/** The answer with the English message of its failure. */
function inEnglish(answer: Answer<unknown>): Answer<unknown> {
  return answer.ok ? answer : { ok: false, failure: { ...answer.failure, words: failureText(answer.failure, "en") } };
}

/** Collects the calls of console.error until the scope ends. */
function heardErrors() {
  const original = console.error;
  const lines: string[] = [];
  console.error = (...words: unknown[]) => void lines.push(words.join(" "));
  return {
    lines,
    [Symbol.dispose]() {
      console.error = original;
    },
  };
}

const answering =
  (status: number, body: string, type = "application/json"): RequestListener =>
  (_incoming, outgoing) =>
    outgoing.writeHead(status, { "content-type": type }).end(body);

const calls = [
  ["list", "GET /coffee", (server: ProductServer) => server.list()],
  ["find", `GET /coffee/${_id}`, (server: ProductServer) => server.find(_id)],
  ["add", "POST /coffee", (server: ProductServer) => server.add(emptyFields)],
  ["replace", `PUT /coffee/${_id}`, (server: ProductServer) => server.replace(latte)],
  ["remove", `DELETE /coffee/${_id}`, (server: ProductServer) => server.remove(_id)],
  ["undo", "PUT /-/changes/4812/undo", (server: ProductServer) => server.undo(4812)],
] as const;

test.for([
  [calls[0], "", undefined],
  [calls[1], "", undefined],
  [calls[2], JSON.stringify(emptyFields), "application/json"],
  [calls[3], JSON.stringify(latte), "application/json"],
  [calls[4], "", undefined],
  [calls[5], "", undefined],
] as const)(
  "%s sends one request, with no Cookie, If-Match or unneeded Content-Type",
  async ([[, line, act], body, type]) => {
    const requests: unknown[] = [];
    await using server = await startServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        const { method, url, headers } = incoming;
        const { cookie, "content-type": contentType, "if-match": ifMatch } = headers;
        requests.push({
          line: `${method} ${url}`,
          body: Buffer.concat(chunks).toString(),
          cookie,
          ifMatch,
          contentType,
        });
        outgoing.end("[]");
      });
    });
    using _errors = heardErrors();
    await act(httpProductServer(to(server.url, patientMs)));
    expect(requests).toEqual([{ line, body, cookie: undefined, ifMatch: undefined, contentType: type }]);
  },
);

test("an add to another product server sends no Idempotency-Key", async () => {
  const keys: unknown[] = [];
  await using other = await startServer(({ headers }, outgoing) => {
    keys.push(headers["idempotency-key"]);
    outgoing.writeHead(201).end("{}");
  });
  await httpProductServer(to(other.url, patientMs)).add(emptyFields, "once");
  expect(keys).toEqual([undefined]);
});

test("a replace of a loaded coffee sends its tag in If-Match", async () => {
  const conditions: unknown[] = [];
  await using server = await startServer(({ headers }, outgoing) => {
    conditions.push(headers["if-match"]);
    outgoing.end("{}");
  });
  await httpProductServer(to(server.url, patientMs)).replace(latte, { coffee: latte, tag: '"12.ab"' });
  expect(conditions).toEqual(['"12.ab"']);
});

/** The loaded coffee as the form reads it back from the browser's storage, after an edit that got no reply. */
function keptInBrowser({ coffee, ...rest }: FoundCoffee): FoundCoffee {
  const unsent = { id: "1", fields: coffee, loaded: { coffee, ...rest } };
  return readUnsentFrom(JSON.parse(JSON.stringify(unsent)))?.loaded ?? { coffee: latte, tag: undefined };
}

describe("an edit of a coffee with values that are not text", () => {
  const other = {
    _id,
    name: "Latte",
    chef: null,
    supplier: true,
    taste: 5,
    category: ["milk", { cold: [1, null] }],
    details: JSON.parse('{"x":1,"__proto__":{"y":2}}'),
    photo: false,
    price: { $numberDecimal: "12.50" },
  };

  /** The bodies that are sent when `coffee` is loaded and edited. `keep` runs between loading and sending. */
  async function sentAfter(coffee: unknown, edit: Partial<Coffee>, keep = (found: FoundCoffee) => found) {
    const bodies: unknown[] = [];
    await using server = await startServer((incoming, outgoing) => {
      if (incoming.method === "GET") return outgoing.end(JSON.stringify(coffee));
      return incoming
        .on("data", (chunk: Buffer) => bodies.push(JSON.parse(chunk.toString())))
        .on("end", () => outgoing.end("{}"));
    });
    const productServer = httpProductServer(to(server.url, patientMs));
    const found = await productServer.find(_id);
    if (!found.ok) throw new Error("It was not found.");
    const before = keep(found.value);
    await productServer.replace({ ...before.coffee, ...edit }, before);
    return bodies;
  }

  test("values that are not text are sent back unchanged when another field is edited", async () => {
    expect(await sentAfter(other, { name: "Flat White" })).toEqual([{ ...other, name: "Flat White" }]);
  });

  test("values that are not text survive in an edit that the browser stored", async () => {
    expect(await sentAfter(other, { name: "Flat White" }, keptInBrowser)).toEqual([{ ...other, name: "Flat White" }]);
  });

  test("an edited value is sent as typed, and the others with their original types", async () => {
    expect(await sentAfter(other, { taste: "6", price: "" })).toEqual([{ ...other, taste: "6", price: "" }]);
  });

  test("a field that the loaded coffee lacked is sent as empty text", async () => {
    expect(await sentAfter({ _id, name: "Latte" }, {})).toEqual([{ _id, ...emptyFields, name: "Latte" }]);
  });
});

test("find requests /coffee below the product server's path, with the id percent-encoded", async () => {
  const urls: unknown[] = [];
  await using server = await startServer((incoming, outgoing) => {
    urls.push(incoming.url);
    outgoing.end("{}");
  }, "/base");
  await httpProductServer(to(server.url, patientMs)).find("a/b?c#d টং");
  expect(urls).toEqual([`/base/coffee/a%2Fb%3Fc%23d%20${encodeURIComponent("টং")}`]);
});

test("the replies of a server on MongoDB are understood", async () => {
  using errors = heardErrors();
  await using server = await startServer(({ method, url }, outgoing) => {
    const replies: Readonly<Record<string, unknown>> = {
      "GET /coffee": [latte, { ...latte, _id: "2", __v: 0 }],
      [`GET /coffee/${_id}`]: latte,
      "POST /coffee": { acknowledged: true, insertedId: _id },
      [`PUT /coffee/${_id}`]: {
        acknowledged: true,
        modifiedCount: 1,
        upsertedId: null,
        upsertedCount: 0,
        matchedCount: 1,
      },
      [`DELETE /coffee/${_id}`]: { acknowledged: true, deletedCount: 1 },
    };
    outgoing.end(JSON.stringify(replies[`${method} ${url}`]));
  });
  const productServer = httpProductServer(to(server.url, patientMs));
  expect(await productServer.list()).toEqual({ ok: true, value: [latte, { ...latte, _id: "2" }] });
  expect(await productServer.find(_id)).toEqual({ ok: true, value: { coffee: latte } });
  expect(await productServer.add(emptyFields)).toEqual({ ok: true, value: { acknowledged: true, insertedId: _id } });
  expect(await productServer.replace(latte)).toMatchObject({
    ok: true,
    value: { modifiedCount: 1, matchedCount: 1, upsertedId: undefined, change: undefined },
  });
  expect(await productServer.remove(_id)).toMatchObject({ ok: true, value: { deletedCount: 1 } });
  expect(errors.lines).toEqual([]);
});

test.for(["null", ""])("a 200 reply of %j to find is read as not found, and logged once", async (body) => {
  using errors = heardErrors();
  await using server = await startServer(answering(200, body));
  const answer = await httpProductServer(to(server.url, patientMs)).find(_id);
  expect(inEnglish(answer)).toEqual({ ok: false, failure: { status: 404, words: "We couldn't find this coffee." } });
  expect(errors.lines).toEqual([`GET /coffee/${_id} failed: We couldn't find this coffee.`]);
});

/** Sends a reply that never ends. */
const endless: RequestListener = (_incoming, outgoing) => {
  const writeOn = () => {
    while (!outgoing.destroyed && outgoing.write(" ".repeat(16_384)));
  };
  outgoing.on("drain", writeOn);
  writeOn();
};

const noAnswer = "We couldn't reach the shop.";
const tooSlow = "The shop didn't answer within 0.05 seconds.";
const nonsense = "We couldn't understand the shop's answer.";
const html = "<!doctype html><h1>It works!</h1>";

const failures: readonly [string, RequestListener, number, string][] = [
  ["hangs up", ({ socket }) => socket.destroy(), patientMs, noAnswer],
  [
    "hangs up during its reply",
    (_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-length": "100" }).write("[", () => outgoing.destroy());
    },
    patientMs,
    noAnswer,
  ],
  ["never answers", () => {}, hastyMs, tooSlow],
  ["never ends its reply", endless, hastyMs, tooSlow],
  [
    "refuses with a message",
    answering(409, '{"detail": "Not now."}', "application/problem+json"),
    patientMs,
    "Not now.",
  ],
  ["refuses in HTML", answering(502, html, "text/html"), patientMs, "The shop answered with an error (502)."],
  ["fails with an empty body", answering(500, ""), patientMs, "The shop answered with an error (500)."],
];

test.for(failures.flatMap((failure) => calls.map((call) => [...failure, ...call] as const)))(
  "if the server %s, the call returns a failure and logs it once (%#)",
  async ([, listener, timeoutMs, words, , line, act]) => {
    using errors = heardErrors();
    await using server = await startServer(listener);
    expect(inEnglish(await act(httpProductServer(to(server.url, timeoutMs))))).toMatchObject({
      ok: false,
      failure: { words },
    });
    expect(errors.lines).toEqual([`${line} failed: ${words}`]);
  },
);

test.for(calls)(
  "if no server listens, %s returns a failure without a status and logs it once",
  async ([, line, act]) => {
    using errors = heardErrors();
    const server = await startServer(answering(200, "[]"));
    await server[Symbol.asyncDispose]();
    expect(inEnglish(await act(httpProductServer(to(server.url, patientMs))))).toEqual({
      ok: false,
      failure: { words: noAnswer },
    });
    expect(errors.lines).toEqual([`${line} failed: ${noAnswer}`]);
  },
);

test.for(calls.slice(0, 4).filter(([name]) => name !== "find"))(
  "an HTML reply with status 200 to %s is a failure, and logged once",
  async ([, line, act]) => {
    using errors = heardErrors();
    await using server = await startServer(answering(200, html, "text/html"));
    const failure = { status: 502, words: nonsense };
    expect(inEnglish(await act(httpProductServer(to(server.url, patientMs))))).toEqual({ ok: false, failure });
    expect(errors.lines).toEqual([`${line} failed: ${nonsense}`]);
  },
);

test("an HTML reply in place of a coffee is a failure", async () => {
  using errors = heardErrors();
  await using server = await startServer(answering(200, html, "text/html"));
  expect(await httpProductServer(to(server.url, patientMs)).find(_id)).toMatchObject({ ok: false });
  expect(errors.lines).toHaveLength(1);
});

test.for(["", "null", html, '{"acknowledged": true, "deletedCount": 0}'])(
  "a 200 reply to a delete is a success, even with the body %j",
  async (body) => {
    using errors = heardErrors();
    await using server = await startServer(answering(200, body));
    expect(await httpProductServer(to(server.url, patientMs)).remove(_id)).toMatchObject({ ok: true });
    expect(errors.lines).toEqual([]);
  },
);

test("an id that no address can hold is a failure, not an exception", async () => {
  using errors = heardErrors();
  await using server = await startServer(answering(404, "{}"));
  const productServer = httpProductServer(to(server.url, patientMs));
  expect(await productServer.find("\ud800")).toMatchObject({ ok: false });
  expect(await productServer.replace({ ...latte, _id: "\ud800" })).toMatchObject({ ok: false });
  expect(await productServer.remove("\ud800")).toMatchObject({ ok: false });
  expect(errors.lines).toHaveLength(3);
});

describe("a list in pieces", () => {
  const text = JSON.stringify([latte, { ...latte, _id: "2", name: "টং ☕" }]);

  test("reads no further than the coffees that are wanted", async () => {
    let isCutOff: Promise<unknown> | undefined;
    await using server = await startServer((_incoming, outgoing) => {
      isCutOff = once(outgoing, "close");
      outgoing.write(text.slice(0, -1));
    });
    expect(await httpProductServer(to(server.url, patientMs)).list({ count: 1, bytes: 1 })).toEqual({
      ok: true,
      value: [latte],
    });
    await isCutOff;
  });

  test.for([
    ["whole", (outgoing: ServerResponse) => outgoing.end(text), 7],
    [
      "broken off",
      (outgoing: ServerResponse) => outgoing.write(text.slice(0, -1), () => outgoing.destroy()),
      undefined,
    ],
  ] as const)("a list that is %s has a change number only if all of it arrived", async ([, send, upTo]) => {
    using _errors = heardErrors();
    await using server = await startServer((_incoming, outgoing) => {
      outgoing.setHeader(changeHeader, "7");
      send(outgoing);
    });
    expect((await httpProductServer(to(server.url, patientMs)).list()).upTo).toBe(upTo);
  });

  test("a list that keeps arriving does not time out", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    // Without this, a reader that pauses on a slow machine would wait for a timer that nothing advances.
    vi.stubGlobal("scheduler", { yield: () => nextTurn() });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(readable)));
    const answer = httpProductServer(to("", 1_000)).list();
    const writer = writable.getWriter();
    const coffees = Array.from({ length: 5 }, (_, number) => ({ ...latte, _id: String(number) }));
    await writer.write(new TextEncoder().encode("["));
    for (const coffee of coffees) {
      await writer.write(new TextEncoder().encode(`${JSON.stringify(coffee)},`));
      await vi.advanceTimersByTimeAsync(900);
    }
    await writer.write(new TextEncoder().encode(`${JSON.stringify(latte)}]`));
    await writer.close();
    expect(await answer).toEqual({ ok: true, value: [...coffees, latte] });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

test("a call sends its language, and a refusal keeps the server's message in that language", async () => {
  using errors = heardErrors();
  const requests: unknown[] = [];
  await using server = await startServer((incoming, outgoing) => {
    requests.push(incoming.headers["accept-language"]);
    outgoing
      .writeHead(429, { "content-type": "application/problem+json" })
      .end('{"detail": "একটু পরে আবার চেষ্টা করুন।"}');
  });
  const answer = await httpProductServer({ baseUrl: server.url, timeoutMs: patientMs, language: "bn" }).remove(_id);
  expect([requests, answer]).toEqual([
    ["bn"],
    { ok: false, failure: { status: 429, words: "একটু পরে আবার চেষ্টা করুন।" } },
  ]);
  expect(errors.lines).toHaveLength(1);
});

test("the storefront's own message about a timeout is in both languages", async () => {
  using errors = heardErrors();
  await using server = await startServer(() => {});
  const answer = await httpProductServer(to(server.url, hastyMs)).find(_id);
  if (answer.ok) throw new Error("It was found.");
  expect(answer.failure.status).toBeUndefined();
  await loadWords("bn");
  expect([failureText(answer.failure, "en"), failureText(answer.failure, "bn")]).toEqual([
    tooSlow,
    "০.০৫ সেকেন্ডের মধ্যে দোকানের উত্তর মেলেনি।",
  ]);
  expect(errors.lines).toHaveLength(1);
});
