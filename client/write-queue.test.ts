import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { freezeShop, thawShop } from "../operations/freeze.ts";
import { TestStorage } from "../test/memory-storage.ts";
import { openClassicProductServer } from "../test/servers/classic-product-server.ts";
import { CuttingProxy, type Cut } from "../test/servers/faulty-proxy.ts";
import { openTestShop, type TestShop } from "../test/servers/open-test-shop.ts";
import { startServer } from "../test/servers/small-server.ts";
import { createClient, type Client } from "./client.ts";
import { createQueue, type WriteQueue } from "./write-queue.ts";

const latte = { ...emptyFields, name: "Latte", price: "250" };

let shop: TestShop;
let proxy: CuttingProxy;
let storage: TestStorage;
/** A client whose network does what `cuts` says. */
let client: Client;
/** A client whose network works. */
let others: Client;
let queue: WriteQueue;
/** What the network does with each request that the queue sends, by its method: "pass" if it is not named. */
let cuts: Partial<Record<string, Cut>>;

beforeEach(async () => {
  shop = await openTestShop();
  const through = await CuttingProxy.to(shop.url);
  proxy = through.proxy;
  cuts = {};
  proxy.decide = (sent) => cuts[sent.slice(0, sent.indexOf(" "))] ?? "pass";
  storage = new TestStorage();
  client = createClient({ url: through.url });
  others = createClient({ url: shop.url });
  queue = createQueue(client, storage);
});
afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

/** A coffee of the shop, as the queue's user found it. */
async function foundCoffee() {
  const { insertedId = "" } = await others.add(latte);
  return others.find(insertedId);
}

/** How many changes the shop has made. */
async function changeCount(): Promise<number> {
  return (await shop.store.changes(0, 100)).length;
}

test("writes are sent in order once the server can be reached, and kept until then", async () => {
  const [edited, removed] = [await foundCoffee(), await foundCoffee()];
  cuts = { POST: "cut before", PUT: "cut before", DELETE: "cut before" };
  queue.add({ name: "Mocha" });
  queue.replace({ ...edited.coffee, taste: "smoky" }, edited);
  queue.remove(removed);
  expect(await queue.send()).toMatchObject({ sent: [], refused: [] });
  // As after a reload of the page.
  const reopened = createQueue(client, storage);
  expect(reopened.waiting().map(({ kind }) => kind)).toEqual(["add", "replace", "remove"]);
  expect(reopened.waiting()).toEqual(queue.waiting());
  cuts = {};
  const { sent, refused, waiting } = await reopened.send();
  expect(sent.map(({ write }) => write.kind)).toEqual(["add", "replace", "remove"]);
  expect(sent.map(({ reply }) => reply)).toMatchObject([
    { insertedId: expect.any(String) },
    { modifiedCount: 1 },
    { deletedCount: 1 },
  ]);
  expect([refused, waiting]).toEqual([[], []]);
  expect(await others.list()).toMatchObject([{ name: "Latte", taste: "smoky" }, { name: "Mocha" }]);
});

test.for(["POST", "PUT", "DELETE"])("a %s whose reply is lost is applied once", async (method) => {
  const found = await foundCoffee();
  if (method === "POST") queue.add({ name: "Mocha" });
  else if (method === "PUT") queue.replace({ ...found.coffee, name: "Mocha" }, found);
  else queue.remove(found);
  const before = await changeCount();
  cuts = { [method]: "cut after" };
  expect((await queue.send()).waiting).toHaveLength(1);
  expect((await queue.send()).waiting).toHaveLength(1);
  await expect.poll(changeCount).toBe(before + 1);
  cuts = {};
  expect(await queue.send()).toMatchObject({ sent: [{ reply: { acknowledged: true } }], refused: [], waiting: [] });
  expect(await changeCount()).toBe(before + 1);
});

test("a lost edit and a delete that follow each other are both applied once", async () => {
  const found = await foundCoffee();
  queue.replace({ ...found.coffee, taste: "smoky" }, found);
  queue.replace({ ...found.coffee, taste: "smoky", price: 1 }, found);
  queue.remove(found);
  const before = await changeCount();
  cuts = { PUT: "cut after" };
  await queue.send();
  await expect.poll(changeCount).toBe(before + 1);
  cuts = {};
  expect(await queue.send()).toMatchObject({ sent: [{}, {}, {}], refused: [], waiting: [] });
  expect(await changeCount()).toBe(before + 3);
  expect(await others.list()).toEqual([]);
});

test.for(["replace", "remove"])(
  "a %s is refused if someone changed the coffee meanwhile, and says so",
  async (kind) => {
    const found = await foundCoffee();
    const write = kind === "replace" ? queue.replace({ ...found.coffee, taste: "smoky" }, found) : queue.remove(found);
    const theirs = { ...found.coffee, chef: "Nusrat Jahan" };
    await others.replace(theirs);
    const added = queue.add({ name: "Mocha" });
    expect(await queue.send()).toMatchObject({
      refused: [{ write: { id: write.id }, fault: { code: "changed-meanwhile" } }],
      sent: [{ write: { id: added.id } }],
      waiting: [],
    });
    expect(await others.list()).toMatchObject([theirs, { name: "Mocha" }]);
  },
);

test("an edit of a coffee that someone deleted is refused, and its delete is done already", async () => {
  const found = await foundCoffee();
  queue.replace({ ...found.coffee, taste: "smoky" }, found);
  queue.remove(found);
  await others.remove(found.coffee._id);
  const { refused, sent } = await queue.send();
  expect(refused).toMatchObject([{ write: { kind: "replace" } }]);
  expect(["changed-meanwhile", "unknown-coffee"]).toContain(refused[0]?.fault.code);
  expect(sent).toMatchObject([{ write: { kind: "remove" }, reply: { acknowledged: true, deletedCount: 0 } }]);
});

test("an edit follows an earlier one of the same coffee, and no other", async () => {
  const tags: unknown[] = [];
  await using server = await startServer(({ url, headers }, reply) => {
    tags.push([url, headers["if-match"]]);
    reply.setHeader("etag", '"2"').end('{"acknowledged":true,"matchedCount":1,"modifiedCount":1}');
  });
  const elsewhere = createQueue(createClient({ url: server.url }), storage);
  for (const [_id, tag] of [
    ["a", '"1"'],
    ["b", '"1"'],
    ["a", '"7"'],
    ["a", '"1"'],
  ] as const) {
    const coffee = { _id, ...latte };
    elsewhere.replace(coffee, { coffee, tag });
  }
  await elsewhere.send();
  expect(tags).toEqual([
    ["/coffee/a", '"1"'],
    ["/coffee/b", '"1"'],
    ["/coffee/a", '"7"'],
    ["/coffee/a", '"2"'],
  ]);
});

test("a refused coffee leaves the queue with its fault, and the next one is sent", async () => {
  queue.add({ price: "-1" });
  queue.add({ name: "Mocha" });
  expect(await queue.send()).toMatchObject({
    refused: [{ write: { fields: { price: "-1" } }, fault: { code: "invalid-coffee", errors: [{ field: "price" }] } }],
    sent: [{ write: { fields: { name: "Mocha" } } }],
    waiting: [],
  });
});

test("writes wait while the shop is frozen", async () => {
  await freezeShop(shop.store, "We are taking stock.", new Date());
  queue.add({ name: "Mocha" });
  expect(await queue.send()).toMatchObject({ sent: [], refused: [], waiting: [{ kind: "add" }] });
  await thawShop(shop.store);
  expect(await queue.send()).toMatchObject({ sent: [{}], waiting: [] });
});

test.for([
  [408, "waiting"],
  [429, "waiting"],
  [500, "waiting"],
  [504, "waiting"],
  [200, "waiting"],
  [400, "refused"],
  [404, "refused"],
  [507, "refused"],
] as const)("after the status %i without JSON a write is %s", async ([status, outcome]) => {
  await using server = await startServer((_request, reply) => void reply.writeHead(status).end("<h1>Hello</h1>"));
  const elsewhere = createQueue(createClient({ url: server.url }), storage);
  elsewhere.add({ name: "Mocha" });
  expect((await elsewhere.send())[outcome]).toHaveLength(1);
});

test("two sends at once send each write once", async () => {
  queue.add({ name: "Mocha" });
  queue.add({ name: "Lungo" });
  const [first, second] = await Promise.all([queue.send(), queue.send()]);
  expect([first.sent.length, second.sent.length]).toEqual([2, 0]);
  expect(await others.list()).toHaveLength(2);
});

test("two queues in one storage, as in two tabs, apply each write once", async () => {
  const found = await foundCoffee();
  queue.add({ name: "Mocha" });
  queue.replace({ ...found.coffee, taste: "smoky" }, found);
  const before = await changeCount();
  const results = await Promise.all([queue.send(), createQueue(others, storage).send()]);
  expect(results).toMatchObject([{ refused: [] }, { refused: [] }]);
  expect([await changeCount(), queue.waiting()]).toEqual([before + 2, []]);
});

test("a write that was dropped is not sent", async () => {
  const dropped = queue.add({ name: "Mocha" });
  queue.add({ name: "Lungo" });
  queue.drop(dropped.id);
  await queue.send();
  expect(await others.list()).toMatchObject([{ name: "Lungo" }]);
});

test("a storage that is full refuses the write, and keeps the others", () => {
  queue.add({ name: "Mocha" });
  expect(() => queue.add({ details: "d".repeat(100_000) })).toThrow("QuotaExceededError");
  expect(queue.waiting()).toMatchObject([{ fields: { name: "Mocha" } }]);
});

test.for(["{", "7", '[{"id":7,"kind":"add","fields":{}},{"id":"a","kind":"other","before":{}},null]'])(
  "the text %s in the storage is no write",
  async (text) => {
    storage.setItem("niceties queue", text);
    expect(await queue.send()).toEqual({ sent: [], refused: [], waiting: [] });
  },
);

test("another product server gets the writes in order", async () => {
  const { url, close } = await openClassicProductServer([latte]);
  try {
    const classic = createClient({ url });
    const [first] = await classic.list();
    const found = await classic.find(first?._id ?? "");
    const elsewhere = createQueue(classic, storage);
    elsewhere.replace({ ...found.coffee, price: 5 }, found);
    elsewhere.add({ name: "Mocha" });
    expect(await elsewhere.send()).toMatchObject({ sent: [{}, {}], refused: [], waiting: [] });
    expect(await classic.list()).toMatchObject([{ name: "Latte", price: 5 }, { name: "Mocha" }]);
  } finally {
    close();
  }
});
