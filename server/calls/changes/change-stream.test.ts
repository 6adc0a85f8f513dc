// Over 300 lines: the tests share a reader of streams.
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { httpLimits } from "../../create-server.ts";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { ChangeStream } from "./change-stream.ts";
import { added, at, call, textAt } from "../../../test/check-reply.ts";
import { EventBuffer } from "./event-buffer.ts";

type Told = Readonly<{ event: string; id: number; data: unknown }>;

/** A client of the change stream, which parses its events. */
class Stream implements AsyncDisposable {
  readonly incoming: IncomingMessage;
  readonly events: Told[] = [];
  text = "";
  #rest = "";
  #grown = Promise.withResolvers<void>();
  #taken = 0;

  constructor(incoming: IncomingMessage) {
    this.incoming = incoming;
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => this.#grow(text));
    incoming.on("close", () => this.#grow(""));
    incoming.on("error", () => {}); // a broken stream ends like any other
  }

  /** The next `count` events, or fewer if the stream ends before. */
  async next(count: number): Promise<Told[]> {
    await this.until(() => this.events.length >= this.#taken + count);
    const next = this.events.slice(this.#taken, this.#taken + count);
    this.#taken += next.length;
    return next;
  }

  async until(isThere: () => boolean): Promise<void> {
    while (!isThere() && !this.incoming.closed) await this.#grown.promise;
  }

  end(): Promise<void> {
    return this.until(() => false);
  }

  #grow(text: string): void {
    this.text += text;
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => [line.split(": ", 1)[0], line.replace(/^\w*: ?/, "")]));
      const data = fields.get("data");
      const [event, id] = [fields.get("event") ?? "message", Number(fields.get("id"))];
      if (data !== undefined) this.events.push({ event, id, data: JSON.parse(data) });
    }
    this.#grown.resolve();
    this.#grown = Promise.withResolvers();
  }

  async [Symbol.asyncDispose]() {
    this.incoming.destroy();
    await this.end();
  }
}

async function listen(
  shop: Pick<TestShop, "url">,
  query = "",
  headers: Readonly<Record<string, string>> = {},
): Promise<Stream> {
  const outgoing = request(`${shop.url}/-/changes/stream${query}`, { headers, agent: false }).end();
  const { promise, resolve, reject } = Promise.withResolvers<Stream>();
  outgoing.on("response", (incoming) => resolve(new Stream(incoming)));
  outgoing.on("error", reject);
  return promise;
}

const parts = (recent: EventBuffer) => ({
  recent,
  heartbeatMs: 100,
  onHeartbeat: () => {},
  closing: undefined,
  observe: () => {},
});
const change = (number: number, text = "{}") =>
  ({ number, action: "add", coffeeId: "1", coffee: { text, byteLength: text.length } }) as const;

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const numbers = (events: readonly Told[]) => events.map(({ data }) => at(data, "number"));
const upTo = async (shop: TestShop, line: "GET /coffee" | "GET /-/changes?after=0" = "GET /coffee") =>
  Number((await call(shop, line)).headers.get("niceties-change"));

describe("GET /-/changes/stream", () => {
  test("starts at the newest change and sends each later one: the coffee after it, or a deleted coffee's id", async () => {
    await using shop = await openTestShop();
    const a = await added(shop, { name: "a" });
    await using stream = await listen(shop);
    expect(stream.incoming.statusCode).toBe(200);
    expect(stream.incoming.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(stream.incoming.headers["content-encoding"]).toBeUndefined();
    expect(await stream.next(1)).toEqual([{ event: "begin", id: 1, data: { number: 1 } }]);
    expect(stream.text).toMatch(/^retry: \d{4}\n/);
    const b = await added(shop, '{"name":"b\\n\\u2028","price":250.00}');
    await call(shop, `PUT /coffee/${a}`, { json: { name: "z" } });
    await call(shop, `DELETE /coffee/${a}`);
    await call(shop, "PUT /-/changes/4/undo");
    await call(shop, `DELETE /coffee/${b}`);
    await call(shop, "PUT /-/changes/6/undo");
    const told = await stream.next(6);
    const fields = { chef: "", supplier: "", taste: "", category: "", details: "", photo: "" };
    const coffeeA = { _id: a, name: "z", ...fields, price: "" };
    const coffeeB = { _id: b, name: "b\n\u2028", ...fields, price: 250 };
    expect(told.map(({ event, data }) => [event, data])).toEqual([
      ["message", { number: 2, action: "add", coffee: coffeeB }],
      ["message", { number: 3, action: "replace", coffee: coffeeA }],
      ["message", { number: 4, action: "remove", coffeeId: a }],
      ["message", { number: 5, action: "add", coffee: coffeeA, nextId: b }],
      ["message", { number: 6, action: "remove", coffeeId: b }],
      ["message", { number: 7, action: "add", coffee: coffeeB, nextId: null }],
    ]);
    expect(told.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(stream.text).toContain('"price":250.00}');
  });

  test.for([
    ["?after=1", {}],
    ["", { "last-event-id": "1" }],
    ["?after=3", { "last-event-id": "1" }],
  ] as const)("resumes after the number in %s %j, without a gap", async ([query, headers]) => {
    await using shop = await openTestShop();
    for (let count = 0; count < 3; count++) await added(shop);
    await using stream = await listen(shop, query, headers);
    await added(shop);
    expect(numbers(await stream.next(4))).toEqual([1, 2, 3, 4]);
  });

  test("resumes from changes made before the server started, with the next coffee's id for a restored one", async () => {
    await using shop = await openTestShop();
    const [a, b] = [await added(shop), await added(shop)];
    await call(shop, `DELETE /coffee/${a}`);
    await call(shop, "PUT /-/changes/3/undo");
    await using later = await openAgain(shop);
    await using stream = await listen(later, "?after=0");
    const told = await stream.next(5);
    expect(numbers(told)).toEqual([0, 1, 2, 3, 4]);
    expect(told.map(({ data }) => at(data, "nextId"))).toEqual([undefined, undefined, undefined, undefined, b]);
  });

  test("resumes in order when earlier changes are read in several parts", async () => {
    await using shop = await openTestShop();
    const text = coffeeText({ ...emptyFields, details: "a".repeat(60_000) });
    const rows = Array.from({ length: 40 }, () => ({ id: undefined, text }));
    await shop.store.importAll(rows, { visitor: null, at: new Date() }, false);
    await using later = await openAgain(shop);
    await using stream = await listen(later, "?after=0");
    expect(numbers(await stream.next(41))).toEqual(Array.from({ length: 41 }, (_, number) => number));
  });

  test("sends a reload event to a client more than 1,000 changes behind, or ahead of the log", async () => {
    await using shop = await openTestShop();
    await call(shop, "GET /coffee"); // the list is in memory before the changes, which it follows then
    const rows = Array.from({ length: 1_001 }, () => ({ id: undefined, text: coffeeText(emptyFields) }));
    await shop.store.importAll(rows, { visitor: null, at: new Date() }, false);
    const pagesRead = vi.spyOn(shop.store, "selectPage");
    for (const [after, expected] of [
      [0, ["reload", "begin"]],
      [1_002, ["reload", "begin"]],
      [999, ["begin", "message"]],
      [1, ["begin", "message"]],
    ] as const) {
      await using stream = await listen(shop, `?after=${after}`);
      const told = await stream.next(2);
      expect(told.map(({ event }) => event)).toEqual(expected);
      expect(at(told[0]?.data, "number")).toBe(expected[0] === "reload" ? 1_001 : after);
    }
    await using stream = await listen(shop, "?after=0");
    await added(shop);
    expect(numbers(await stream.next(3))).toEqual([1_001, 1_001, 1_002]);
    expect(pagesRead).not.toHaveBeenCalled();
  });

  test("sends every change of a burst larger than the buffer, or a reload event", async () => {
    await using shop = await openTestShop();
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen(shop)));
    const rows = Array.from({ length: 5_000 }, () => ({ id: undefined, text: coffeeText(emptyFields) }));
    await shop.store.importAll(rows, { visitor: null, at: new Date() }, false);
    for (const stream of streams) await stream.until(() => stream.events.at(-1)?.id === 5_000);
    await added(shop);
    for (const stream of streams) {
      await stream.until(() => stream.events.at(-1)?.id === 5_001);
      for (const [place, { event, id }] of stream.events.entries())
        if (event === "message") expect(id).toBe((stream.events[place - 1]?.id ?? NaN) + 1);
      await stream[Symbol.asyncDispose]();
    }
  });

  test("sends the changes of concurrent writers to every client in the order of the log", async () => {
    await using shop = await openTestShop();
    const streams = await Promise.all(Array.from({ length: 5 }, () => listen(shop)));
    await using other = await openAgain(shop);
    await using far = await listen(other);
    for (const stream of [...streams, far]) await stream.next(1);
    const writers = Array.from({ length: 8 }, (_, writer) => (writer < 4 ? shop : other));
    await Promise.all(
      writers.map(async (server) => {
        for (let count = 0; count < 5; count++) await added(server, { name: `${count}` });
      }),
    );
    const log = (await shop.store.changes(0, 100)).map(({ number, coffeeId }) => [number, coffeeId]);
    for (const stream of [...streams, far]) {
      const told = await stream.next(40);
      expect(told.map(({ data }) => [at(data, "number"), at(data, "coffee", "_id")])).toEqual(log);
    }
    for (const stream of streams) await stream[Symbol.asyncDispose]();
  });

  test("sends a change that another server wrote, without any further request to this one", async () => {
    await using shop = await openTestShop();
    await using other = await openAgain(shop);
    await using stream = await listen(shop);
    await stream.next(1);
    const id = await added(other, { name: "from elsewhere" });
    expect(at((await stream.next(1))[0]?.data, "coffee", "_id")).toBe(id);
  });

  test("stays open without changes, past the timeouts for slow clients", async () => {
    const limits = { ...httpLimits, timeout: 600, requestTimeout: 300, headersTimeout: 300, keepAliveTimeout: 100 };
    await using shop = await openTestShop({ limits: { ...limits, connectionsCheckingInterval: 50 } });
    await using stream = await listen(shop);
    await stream.until(() => stream.text.split("\n:\n\n").length > 6);
    await added(shop);
    expect(numbers(await stream.next(2))).toEqual([0, 1]);
  });

  test("closes the connection of a client that reads nothing, without delaying others", async () => {
    const open: number[] = [];
    await using shop = await openTestShop({ observeStreams: (count) => open.push(count) });
    const { hostname, port } = new URL(shop.url);
    const deaf = connect(Number(port), hostname);
    deaf.on("error", () => {});
    deaf.write("GET /-/changes/stream HTTP/1.1\r\nHost: shop.example\r\n\r\n");
    await once(deaf, "readable");
    await using stream = await listen(shop);
    await stream.next(1);
    const details = "d".repeat(9_000);
    let made = 0;
    while (open.at(-1) === 2 && made < 2_000) {
      await Promise.all(Array.from({ length: 20 }, () => added(shop, { details, taste: details, chef: details })));
      made += 20;
    }
    expect(numbers(await stream.next(made))).toEqual(Array.from({ length: made }, (_, place) => place + 1));
    expect(open.at(-1)).toBe(1);
    deaf.destroy();
  });

  test("queues at most 256 KiB and one change for a client that reads nothing, and then closes its connection", async () => {
    const recent = new EventBuffer();
    const stream = new ChangeStream({ ...parts(recent), addressOf: () => "192.0.2.1" });
    const admitted = Promise.withResolvers<ServerResponse>();
    const server = createServer((incoming, outgoing) => {
      stream.authorise(incoming, 0)(outgoing);
      admitted.resolve(outgoing);
    });
    server.timeout = 1_000;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const deaf = connect(portOf(server), "127.0.0.1");
    deaf.on("error", () => {});
    deaf.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
    const outgoing = await admitted.promise;
    const closed = once(outgoing, "close");
    const text = JSON.stringify({ details: "d".repeat(100_000) });
    let number = 0;
    const append = () => recent.append([change(++number, text)]);
    // The operating system takes some megabytes for the client before anything is queued here.
    while (outgoing.writableLength <= 262_144) {
      append();
      await nextTurn();
    }
    for (let more = 0; more < 20; more++) append();
    await nextTurn();
    expect(outgoing.writableLength).toBeLessThan(262_144 + 101_000);
    await closed;
    server.close();
  });

  test("also sends changes that are written while it is sending to 300 clients", { timeout: 10_000 }, async () => {
    const recent = new EventBuffer();
    let addresses = 0;
    const stream = new ChangeStream({ ...parts(recent), addressOf: () => String((addresses += 1)) });
    const server = createServer((incoming, outgoing) => stream.authorise(incoming, 0)(outgoing));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${portOf(server)}`;
    const streams = await Promise.all(Array.from({ length: 300 }, () => listen({ url })));
    recent.append([change(1)]);
    recent.append([change(2)]);
    for (const each of streams) expect((await each.next(3)).map(({ id }) => id)).toEqual([0, 1, 2]);
    server.closeAllConnections();
    server.close();
  });

  test("allows 100 streams per address, refuses more with Retry-After, and frees those that close", async () => {
    const open: number[] = [];
    await using shop = await openTestShop({ observeStreams: (count) => open.push(count) });
    const streams = await Promise.all(Array.from({ length: 100 }, () => listen(shop)));
    const { status, headers, body } = await call(shop, "GET /-/changes/stream");
    expect([status, textAt(body, "type")]).toEqual([503, "/-/problems/too-many-streams"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(30);
    expect((await call(shop, "GET /-/changes?after=0")).status).toBe(200);
    for (const stream of streams) await stream[Symbol.asyncDispose]();
    while (open.at(-1) !== 0) await nextTurn();
    await using again = await listen(shop);
    await again.next(1);
    expect(open.at(-1)).toBe(1);
  });

  test("opens only one stream for pipelined requests on one connection", async () => {
    const open: number[] = [];
    await using shop = await openTestShop({ observeStreams: (count) => open.push(count) });
    const { hostname, port } = new URL(shop.url);
    const socket = connect(Number(port), hostname);
    socket.write("GET /-/changes/stream HTTP/1.1\r\nHost: shop.example\r\n\r\n".repeat(3));
    let text = "";
    const readUntil = async (wanted: string) => {
      for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
        text += String(chunk);
        if (text.includes(wanted)) return;
      }
    };
    await readUntil("event: begin");
    await added(shop);
    await readUntil('"action":"add"');
    expect(open).toEqual([1]);
    socket.destroy();
  });

  test.for(["x", "-1", "1.5", "01", "9".repeat(40), "%00", "%20"])(
    "refuses after=%s, which is not a change number, with 400",
    async (after) => {
      await using shop = await openTestShop();
      const reply = await call(shop, `GET /-/changes/stream?after=${after}`);
      expect([reply.status, textAt(reply.body, "type")]).toEqual([400, "/-/problems/number-not-readable"]);
      expect((await call(shop, `GET /-/changes?after=${after}`)).status).toBe(400);
    },
  );

  test("refuses a long Last-Event-ID that is not a change number with a short 400 reply", async () => {
    await using shop = await openTestShop();
    const headers = { "last-event-id": "9".repeat(12_000) };
    const reply = await call(shop, "GET /-/changes/stream", { headers });
    expect([reply.status, reply.text.length < 300]).toEqual([400, true]);
  });

  test("answers HEAD with its headers, OPTIONS with its methods, and other methods with 405", async () => {
    await using shop = await openTestShop();
    const head = await call(shop, "HEAD /-/changes/stream?after=0");
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    expect((await call(shop, "OPTIONS /-/changes/stream")).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const { status, headers } = await call(shop, `${method} /-/changes/stream`);
      expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
  });

  test("ends with a retry time when the shop closes, and so does a new one after what it missed", async () => {
    const closing = new AbortController();
    await using shop = await openTestShop({ closing: closing.signal });
    await added(shop, { name: "a" });
    await using stream = await listen(shop);
    await stream.next(1);
    closing.abort();
    await stream.end();
    expect(stream.incoming.complete).toBe(true);
    expect(stream.text).toMatch(/\n\nretry: \d{4}\n\n$/);
    await using late = await listen(shop, "?after=0");
    await late.end();
    expect(late.text).toMatch(/^retry: \d{4}\n\nid: 0\nevent: begin\n.*\n\nid: 1\n.*\n\nretry: \d{4}\n\n$/);
  });

  test("with EXTRAS=off does not exist, and the list has no Niceties-Change", async () => {
    await using shop = await openTestShop({ environment: { EXTRAS: "off", ALLOWED_ORIGINS: "*" } });
    expect((await call(shop, "GET /-/changes/stream")).status).toBe(404);
    const { headers } = await call(shop, "GET /coffee", { headers: { origin: "https://shop.example" } });
    expect([...headers].join("\n").toLowerCase()).not.toContain("niceties-change");
    expect((await call(shop, "GET /-/openapi.json")).text).not.toMatch(/stream|niceties-change/i);
    expect((await call(shop, "GET /-/problems/too-many-streams")).status).toBe(404);
  });
});

describe("the list", () => {
  test("names its newest change in Niceties-Change, also in a 304, and allowed origins can read it", async () => {
    await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: "https://shop.example" } });
    expect(await upTo(shop)).toBe(0);
    await added(shop);
    await added(shop);
    const { headers } = await call(shop, "GET /coffee", { headers: { origin: "https://shop.example" } });
    expect(headers.get("niceties-change")).toBe("2");
    expect(headers.get("access-control-expose-headers")).toContain("Niceties-Change");
    const held = await call(shop, "GET /coffee", { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect([held.status, held.headers.get("niceties-change")]).toEqual([304, "2"]);
  });
});

describe("GET /-/changes?after=", () => {
  test("returns the changes after a number, oldest first, fifty at a time, with the log's newest number", async () => {
    await using shop = await openTestShop();
    for (let count = 0; count < 53; count++) await added(shop);
    const first = await call(shop, "GET /-/changes?after=1");
    const places = Array.from({ length: 50 }, (_, place) => place);
    expect(places.map((place) => at(first.body, "changes", `${place}`, "number"))).toEqual(
      places.map((place) => place + 2),
    );
    expect([at(first.body, "hasMore"), first.headers.get("niceties-change")]).toEqual([true, "53"]);
    const rest = (await call(shop, "GET /-/changes?after=51")).body;
    expect([at(rest, "changes", "length"), at(rest, "hasMore")]).toEqual([2, false]);
    expect((await call(shop, "GET /-/changes?after=53")).body).toEqual({ changes: [], hasMore: false });
  });

  test("gives the next coffee's id only for a restored coffee", async () => {
    await using shop = await openTestShop();
    const [a, b] = [await added(shop), await added(shop)];
    await call(shop, `DELETE /coffee/${a}`);
    await call(shop, "PUT /-/changes/3/undo");
    const { body } = await call(shop, "GET /-/changes?after=0");
    expect([0, 1, 2, 3].map((place) => at(body, "changes", `${place}`, "nextId"))).toEqual([
      undefined,
      undefined,
      undefined,
      b,
    ]);
    expect(await upTo(shop, "GET /-/changes?after=0")).toBe(4);
  });
});

/** Opens another server on the same data. */
function openAgain(shop: TestShop): Promise<TestShop> {
  return openTestShop({ place: shop.place });
}
