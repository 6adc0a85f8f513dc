import { once } from "node:events";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { Exchange } from "../http/observe-requests.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { added, call, textAt } from "../../test/check-reply.ts";

const otherId = "0123456789abcdef01234567";

test.for([
  ["POST /coffee", 10, { json: {} }],
  [`PUT /coffee/${otherId}`, 5, { json: {} }],
  [`DELETE /coffee/${otherId}`, 2, {}],
] as const)(
  "ten points allow %s %i times; the next is refused with 429 and Retry-After",
  async ([line, times, sent]) => {
    await using shop = await openTestShop({ environment: { WRITE_LIMIT: "10" } });
    for (let count = 0; count < times; count++) expect((await call(shop, line, sent)).status).not.toBe(429);
    const refused = await call(shop, line, sent);
    expect([refused.status, textAt(refused.body, "type")]).toEqual([429, "/-/problems/too-many-writes"]);
    expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|[1-9]\d|[1-5]\d\d|600)$/);
    expect(await shop.store.changes(0, 20)).toHaveLength(line.startsWith("POST") ? times : 0);
  },
);

test("an undo costs one point; undoing an add costs five, like a delete", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "8" } });
  for (let count = 0; count < 2; count++) await added(shop);
  expect((await call(shop, "PUT /-/changes/1/undo")).status).toBe(200);
  expect((await call(shop, "PUT /-/changes/3/undo")).status).toBe(200);
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
});

test("an undo that removes the coffee costs as much as a delete, though it undoes an edit", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "22" } });
  const id = await added(shop); // change 1, one point
  await call(shop, `DELETE /coffee/${id}`); // 2, five points
  await call(shop, "PUT /-/changes/2/undo"); // 3, one point
  await call(shop, `PUT /coffee/${id}`, { json: { name: "edited" } }); // 4, two points
  await call(shop, "PUT /-/changes/4/undo"); // 5, one point
  await call(shop, "PUT /-/changes/3/undo"); // 6 removes it, five points
  await call(shop, "PUT /-/changes/5/undo"); // 7 brings it back with the edit, one point
  expect((await call(shop, "PUT /-/changes/4/undo")).body).toMatchObject({ undoneCount: 1, coffee: null }); // five points
  await added(shop);
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
});

test("an address that used all points for adds can undo the last add, and then no more", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "5" } });
  for (let count = 0; count < 5; count++) await added(shop);
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
  expect((await call(shop, "PUT /-/changes/5/undo")).status).toBe(200);
  expect((await call(shop, "PUT /-/changes/1/undo")).status).toBe(429);
});

test("rate-limited clients can still read", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "5" } });
  const id = await added(shop);
  for (const line of [
    "GET /coffee",
    `GET /coffee/${id}`,
    "HEAD /coffee",
    "OPTIONS /coffee",
    "GET /-/changes",
    "GET /coffee",
  ] as const) {
    expect((await call(shop, line)).status).toBeLessThan(300);
  }
  for (let count = 0; count < 4; count++) await added(shop);
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
  expect((await call(shop, "GET /coffee")).body).toHaveLength(5);
});

test("adds, updates and deletes share one budget", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "8" } });
  const id = await added(shop);
  await call(shop, `PUT /coffee/${id}`, { json: { name: "b" } });
  await call(shop, `DELETE /coffee/${id}`);
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
});

/** A coffee of nearly 64 KiB. */
const largest = { details: "b".repeat(9_000), taste: "কফি".repeat(3_000), supplier: "ঢাকা".repeat(2_000) };
const largestKib = Math.floor(Buffer.byteLength(JSON.stringify(largest)) / 1_024);

test("an address with five points can send 256 KiB of text, then gets 429 and loses no points", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "5" } });
  const times = Math.floor(256 / largestKib);
  for (let count = 0; count < times; count++)
    expect((await call(shop, "POST /coffee", { json: largest })).status).toBe(201);
  for (let count = 0; count < 5; count++) {
    const refused = await call(shop, "POST /coffee", { json: largest });
    expect([refused.status, textAt(refused.body, "type")]).toEqual([429, "/-/problems/too-many-writes"]);
    expect(textAt(refused.body, "detail")).toMatch(/^Too much text came from your internet address/);
    expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|[1-9]\d|[1-5]\d\d|600)$/);
  }
  const inBangla = await call(shop, "POST /coffee", { json: largest, headers: { "accept-language": "bn" } });
  expect(textAt(inBangla.body, "detail")).toContain("অনেক বেশি লেখা এসেছে");
  expect((await shop.store.list()).coffees).toHaveLength(times);
  await added(shop);
});

test("an update counts the bytes of the coffee before and after it, and so does its undo", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "12" } });
  const { headers } = await call(shop, "POST /coffee", { json: largest });
  await call(shop, "GET /coffee");
  const line = `PUT /coffee/${headers.get("location")?.slice("/coffee/".length)}` as const;
  expect((await call(shop, line, { json: { ...largest, name: "b" } })).status).toBe(200);
  const refused = await call(shop, line, { json: { ...largest, name: "c" } });
  expect([refused.status, textAt(refused.body, "detail")]).toEqual([429, expect.stringContaining("Too much text")]);
  expect((await call(shop, "PUT /-/changes/2/undo")).status).toBe(200);
  expect((await call(shop, "PUT /-/changes/3/undo")).status).toBe(200);
  expect((await call(shop, "PUT /-/changes/4/undo")).status).toBe(429);
});

/** TRUST_PROXY, the X-Forwarded-For of two requests from 127.0.0.1, and the status of the second. */
test.for([
  ["off", "192.0.2.1", "192.0.2.2", 429],
  ["1", "192.0.2.1", "192.0.2.2", 201],
  ["1", "192.0.2.1", "192.0.2.1", 429],
  ["1", "192.0.2.1, 198.51.100.1", "192.0.2.2, 198.51.100.1", 429],
  ["1", "192.0.2.1, 198.51.100.1", "192.0.2.1, 198.51.100.2", 201],
  ["1", "2001:db8:1:2:3::4", "2001:db8:1:2:ffff::1", 429],
  ["1", "2001:db8:1:2:3::4", "2001:db8:1:3:3::4", 201],
  ["1", "192.0.2.1", "::ffff:192.0.2.1", 429],
  ["2", "192.0.2.1, 198.51.100.1", "192.0.2.2, 198.51.100.2", 201],
  ["2", "203.0.113.1, 192.0.2.1, 198.51.100.1", "203.0.113.2, 192.0.2.1, 198.51.100.2", 429],
  ["127.0.0.0/8", "192.0.2.1", "192.0.2.2", 201],
  ["10.0.0.0/8", "192.0.2.1", "192.0.2.2", 429],
  ["127.0.0.1, 198.51.100.0/24", "192.0.2.1, 198.51.100.1", "192.0.2.1, 198.51.100.2", 429],
] as const)(
  "with TRUST_PROXY=%s, after %s spent all points, a write from %s gets %i",
  async ([TRUST_PROXY, first, second, expected]) => {
    await using shop = await openTestShop({ environment: { WRITE_LIMIT: "5", TRUST_PROXY } });
    await call(shop, `DELETE /coffee/${otherId}`, { headers: { "x-forwarded-for": first } });
    const { status } = await call(shop, "POST /coffee", { json: {}, headers: { "x-forwarded-for": second } });
    expect(status).toBe(expected);
  },
);

test("a client that resets its connections is still rate-limited", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "5" } });
  for (let count = 0; count < 5; count++) await added(shop);
  const { hostname, port } = new URL(shop.url);
  const post = "POST /coffee HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
  for (let count = 0; count < 20; count++) {
    const socket = connect(Number(port), hostname);
    socket.write("GET /-/live HTTP/1.1\r\nHost: shop\r\n\r\n");
    await once(socket, "data");
    socket.write(post);
    socket.resetAndDestroy();
  }
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
  expect(await shop.store.changes(0, 20)).toHaveLength(5);
});

test("a write whose connection was reset before the server accepted it is refused with 400, and changes nothing", async () => {
  const exchanges: Exchange[] = [];
  await using shop = await openTestShop({ observe: (exchange) => exchanges.push(exchange) });
  const id = await added(shop);
  const isReset = new Int32Array(new SharedArrayBuffer(4));
  const request = `DELETE /coffee/${id} HTTP/1.1\r\nHost: shop\r\n\r\n`;
  const client = new Worker(resettingClient, { eval: true, workerData: { url: shop.url, request, isReset } });
  // The server shares this thread, so it accepts the connection only once the client is gone.
  Atomics.wait(isReset, 0, 0);
  const replies = () => exchanges.map(({ method, status }) => [method, status]);
  await expect.poll(replies, { timeout: 30_000 }).toContainEqual(["DELETE", 400]);
  expect((await shop.store.list()).coffees).toHaveLength(1);
  await client.terminate();
});

const resettingClient = `
  const { workerData: { url, request, isReset } } = require("node:worker_threads");
  const { hostname, port } = new URL(url);
  const socket = require("node:net").connect(Number(port), hostname);
  socket.on("close", () => {
    Atomics.store(isReset, 0, 1);
    Atomics.notify(isReset, 0);
  });
  socket.write(request, () => socket.resetAndDestroy());
`;
