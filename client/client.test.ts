import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFields, type CoffeeFields } from "../catalogue/coffee.ts";
import { openClassicProductServer, oddCoffees, type BadHabit } from "../test/servers/classic-product-server.ts";
import { openTestShop, type TestShop } from "../test/servers/open-test-shop.ts";
import { startServer } from "../test/servers/small-server.ts";
import { createClient, type Client } from "./client.ts";

const latte: CoffeeFields = { ...emptyFields, name: "Latte", chef: "Matin Paul", price: "012.50" };
const unknownId = "0".repeat(24);

describe("with a shop", () => {
  let shop: TestShop;
  let client: Client;
  beforeAll(async () => {
    shop = await openTestShop();
    client = createClient({ url: shop.url });
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  test("a coffee is added, listed, found, replaced and removed", async () => {
    const added = await client.add(latte);
    const { insertedId: _id = "" } = added;
    expect(added).toEqual({
      acknowledged: true,
      insertedId: expect.stringMatching(/^[0-9a-f]{24}$/),
      tag: expect.any(String),
      change: expect.any(Number),
    });
    expect(await client.list()).toEqual([{ _id, ...latte }]);
    const found = await client.find(_id);
    expect(found).toEqual({ coffee: { _id, ...latte }, tag: added.tag });
    const replaced = await client.replace({ ...found.coffee, taste: "smoky" }, { before: found });
    expect(replaced).toEqual({
      acknowledged: true,
      matchedCount: 1,
      modifiedCount: 1,
      upsertedId: undefined,
      tag: expect.any(String),
      change: (added.change ?? 0) + 1,
    });
    expect(await client.find(_id)).toEqual({ coffee: { _id, ...latte, taste: "smoky" }, tag: replaced.tag });
    expect(await client.remove(_id)).toEqual({ acknowledged: true, deletedCount: 1, change: (added.change ?? 0) + 2 });
    expect(await client.remove(_id)).toEqual({ acknowledged: true, deletedCount: 0, change: undefined });
    expect(await client.list()).toEqual([]);
  });

  test("a field that is left out is empty, and a price keeps its type", async () => {
    const { insertedId = "" } = await client.add({ name: "Mocha", price: 250 });
    expect((await client.find(insertedId)).coffee).toEqual({
      _id: insertedId,
      ...emptyFields,
      name: "Mocha",
      price: 250,
    });
    await client.remove(insertedId);
  });

  test("an add that is sent twice with one key adds one coffee, and gets the same reply", async () => {
    const [first, second] = [await client.add(latte, { key: "1" }), await client.add(latte, { key: "1" })];
    expect(second).toEqual(first);
    expect(await client.list()).toHaveLength(1);
    await client.remove(first.insertedId ?? "");
  });

  test("an edit or a delete of a coffee that someone changed since it was found is refused, and changes nothing", async () => {
    const { insertedId = "" } = await client.add(latte);
    const before = await client.find(insertedId);
    const theirs = { ...before.coffee, chef: "Nusrat Jahan" };
    await client.replace(theirs);
    const refusal = { code: "changed-meanwhile", status: 412 };
    await expect(client.replace({ ...before.coffee, price: 1 }, { before })).rejects.toMatchObject(refusal);
    await expect(client.remove(insertedId, { before })).rejects.toMatchObject(refusal);
    expect((await client.find(insertedId)).coffee).toEqual(theirs);
    await client.remove(insertedId);
  });

  test("an edit that changes nothing is acknowledged, and modifies nothing", async () => {
    const { insertedId = "" } = await client.add(latte);
    expect(await client.replace({ _id: insertedId, ...latte })).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
    await client.remove(insertedId);
  });

  test("a reply that is not read to its end is closed", async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using server = await startServer((_request, reply) => void reply.on("close", resolve).write("["));
    const reply = await createClient({ url: server.url }).call("GET", "/-/stream", async (response) => response);
    await closed;
    expect(reply.bodyUsed).toBe(false);
  });

  test("any other call of the server can be made", async () => {
    const { change } = await client.add(latte);
    const undo = await client.call("PUT", `/-/changes/${change}/undo`, (response) => response.text());
    expect(JSON.parse(undo)).toMatchObject({ acknowledged: true, undoneCount: 1 });
    expect(await client.list()).toEqual([]);
  });

  test("a call sends no cookies, and its key in quotes", async () => {
    const sent: unknown[] = [];
    const own = createClient({
      url: shop.url,
      fetch: (url, init) => {
        sent.push(init.credentials, init.headers["idempotency-key"]);
        return fetch(url, init);
      },
    });
    const { insertedId = "" } = await own.add(latte, { key: "quoted" });
    expect(sent).toEqual(["omit", '"quoted"']);
    await client.remove(insertedId);
  });

  test("every call goes through the fetch that is handed over, with the headers that are handed over", async () => {
    const calls: string[] = [];
    const own = createClient({
      url: shop.url,
      headers: (method) => ({ "x-method": method }),
      fetch: (url, init) => {
        calls.push(`${init.headers["x-method"]} ${url.replace(shop.url, "")}`);
        return fetch(url, init);
      },
    });
    const { insertedId = "" } = await own.add(latte);
    await own.list();
    await own.replace((await own.find(insertedId)).coffee);
    await own.remove(insertedId);
    const one = `/coffee/${insertedId}`;
    expect(calls).toEqual(["POST /coffee", "GET /coffee", `GET ${one}`, `PUT ${one}`, `DELETE ${one}`]);
  });

  test.for(["", ".", ".."])("the id %j, which no address can hold, is unknown, and nothing is sent", async (id) => {
    const silent = createClient({ url: shop.url, fetch: () => expect.unreachable("It was sent.") });
    const unknown = { code: "unknown-coffee", status: 404 };
    await expect(silent.find(id)).rejects.toMatchObject(unknown);
    await expect(silent.replace({ _id: id, ...latte })).rejects.toMatchObject(unknown);
    await expect(silent.remove(id)).rejects.toMatchObject(unknown);
  });

  test("an id with a slash or with other letters is one segment of the path", async () => {
    await expect(client.find("a/../টং?#")).rejects.toMatchObject({
      code: "unknown-coffee",
      call: `GET /coffee/a%2F..%2F${encodeURIComponent("টং")}%3F%23`,
    });
  });
});

async function withClassic(habits: readonly BadHabit[], act: (client: Client, url: string) => Promise<void>) {
  const { url, close } = await openClassicProductServer([latte], habits);
  try {
    await act(createClient({ url }), url);
  } finally {
    close();
  }
}

describe("with another product server", () => {
  test("a coffee is added, found, replaced and removed", async () => {
    await withClassic([], async (client, url) => {
      const { insertedId = "", ...added } = await client.add({ name: "Mocha" });
      const stored = await (await fetch(`${url}/coffee/${insertedId}`)).json();
      expect(stored).toEqual({ _id: insertedId, ...emptyFields, name: "Mocha" });
      expect(added).toMatchObject({ acknowledged: true, change: undefined });
      expect((await client.list()).map(({ name }) => name)).toEqual(["Latte", "Mocha"]);
      const before = await client.find(insertedId);
      const reply = await client.replace({ ...before.coffee, price: 5 }, { before });
      expect(reply).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
      expect((await client.find(insertedId)).coffee).toEqual({ ...before.coffee, price: 5 });
      expect(await client.remove(insertedId)).toMatchObject({ acknowledged: true, deletedCount: 1 });
    });
  });

  test.for([[[]], [["answersUnknownWithNothing"]]] as const)(
    "an id that it answers with null or nothing is unknown: %j",
    async ([habits]) => {
      await withClassic(habits, async (client) => {
        await expect(client.find(unknownId)).rejects.toMatchObject({ code: "unknown-coffee", detail: "" });
      });
    },
  );

  test("an edit of an unknown coffee matches none, or says what was added in its place", async () => {
    const coffee = { _id: unknownId, ...latte };
    await withClassic([], async (client) => {
      expect(await client.replace(coffee)).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedId: undefined });
    });
    await withClassic(["upserts"], async (client) => {
      expect(await client.replace(coffee)).toMatchObject({ matchedCount: 0, upsertedId: unknownId });
    });
  });

  test("a weak tag is left out, because no If-Match may name it", async () => {
    await withClassic(["weakTags"], async (client) => {
      const [first] = await client.list();
      const before = await client.find(first?._id ?? "");
      expect(before.tag).toBeUndefined();
      expect(await client.replace({ ...before.coffee, price: 5 }, { before })).toMatchObject({ modifiedCount: 1 });
    });
  });

  test("values that are not text are read as text, and an edit of another field sends them back as they were", async () => {
    await withClassic(["holdsOddCoffees"], async (client, url) => {
      const odd = (await client.list()).find(({ name }) => name === "Other Values");
      expect(odd).toMatchObject({ taste: "5", details: "roast: dark", category: "milk, cold", supplier: "true" });
      const before = await client.find(odd?._id ?? "");
      await client.replace({ ...before.coffee, name: "Edited" }, { before });
      const stored = await (await fetch(`${url}/coffee/${odd?._id}`)).json();
      expect(stored).toMatchObject({ ...oddCoffees.at(-1), name: "Edited" });
    });
  });

  test.for(["/base", "/base/"])("the path %s in its address stays", async (path) => {
    await using server = await startServer(({ url }, reply) => void reply.end(JSON.stringify([{ _id: url }])), path);
    expect(await createClient({ url: server.url }).list()).toMatchObject([{ _id: "/base/coffee" }]);
  });
});
