import { describe, expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../../catalogue/coffee.ts";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { httpProductServer } from "../../calls/http-product-server.ts";
import type { FoundCoffee } from "../../../client/read-coffee.ts";
import type { ProductServer } from "../../calls/product-server.ts";
import { sendEdit, upsertChanges } from "./send-edit.ts";
import { startServer } from "../../../test/servers/small-server.ts";

const latte = { ...emptyFields, name: "Latte", taste: "Milk" };

/** A client of a product server that records the method of each request. */
function callsTo(url: string) {
  const requests: string[] = [];
  const server = httpProductServer({
    baseUrl: "",
    timeoutMs: 10_000,
    language: "en",
    fetch: (path, init) => {
      requests.push(init.method);
      return fetch(url + path, init);
    },
  });
  return { server, requests };
}

/** A coffee of a shop that a visitor and somebody else edit at the same time. */
class SharedCoffee {
  readonly #shop: TestShop;
  readonly #id: string;
  /** Hooks that run right before and right after the visitor's edit reads the coffee again. */
  beforeRead = async () => {};
  afterRead = async () => {};
  readonly calls;

  private constructor(shop: TestShop, id: string) {
    this.#shop = shop;
    this.#id = id;
    this.calls = callsTo(shop.url);
  }

  static async in(shop: TestShop): Promise<SharedCoffee> {
    const added = await callsTo(shop.url).server.add(latte);
    return new SharedCoffee(shop, (added.ok && added.value.insertedId) || "");
  }

  async found(): Promise<FoundCoffee> {
    const found = await callsTo(this.#shop.url).server.find(this.#id);
    if (!found.ok) throw new Error("The coffee is gone.");
    return found.value;
  }

  /** Somebody else edits the coffee. */
  async change(fields: Partial<Coffee>): Promise<void> {
    const { coffee } = await this.found();
    await callsTo(this.#shop.url).server.replace({ ...coffee, ...fields });
  }

  async remove(): Promise<void> {
    await callsTo(this.#shop.url).server.remove(this.#id);
  }

  /** Sends the visitor's edit of the coffee as it was loaded. */
  send(loaded: FoundCoffee, fields: Partial<Coffee>) {
    const { server } = this.calls;
    const find: ProductServer["find"] = async (id) => {
      await this.beforeRead();
      const found = await server.find(id);
      await this.afterRead();
      return found;
    };
    return sendEdit({ ...server, find }, loaded, { ...loaded.coffee, ...fields });
  }
}

describe("after someone else changed the coffee", () => {
  test("unchanged values that are not text are sent back unchanged", async () => {
    const theirs = { _id: "1", ...latte, taste: 5 };
    const bodies: unknown[] = [];
    await using other = await startServer((incoming, outgoing) => {
      outgoing.setHeader("etag", '"2"');
      if (incoming.method === "GET") return outgoing.end(JSON.stringify(theirs));
      if (incoming.headers["if-match"] !== '"2"') return outgoing.writeHead(412).end();
      return incoming
        .on("data", (chunk: Buffer) => bodies.push(JSON.parse(chunk.toString())))
        .on("end", () => outgoing.end('{"modifiedCount":1,"matchedCount":1}'));
    });
    const loaded = { coffee: { _id: "1", ...latte }, tag: '"1"' };
    const result = await sendEdit(callsTo(other.url).server, loaded, { ...loaded.coffee, name: "Flat White" });
    expect(result).toMatchObject({ reply: { ok: true }, remote: ["taste"] });
    expect(bodies).toEqual([{ ...theirs, name: "Flat White" }]);
  });

  test("an edit merges two changes, and fails with 412 after five attempts", async () => {
    await using shop = await openTestShop();
    const shared = await SharedCoffee.in(shop);
    const loaded = await shared.found();
    await shared.change({ chef: "Rahim", taste: "Smoke" });
    shared.afterRead = async () => {
      shared.afterRead = async () => {};
      await shared.change({ chef: "Karim", supplier: "Savar Dairy" });
    };
    const twice = await shared.send(loaded, { name: "Flat White" });
    const theirs = { chef: "Karim", taste: "Smoke", supplier: "Savar Dairy" };
    const both = { ...loaded.coffee, name: "Flat White", ...theirs };
    expect(twice).toMatchObject({ reply: { ok: true, value: { modifiedCount: 1 } }, coffee: both });
    expect(twice).toMatchObject({ remote: ["chef", "taste", "supplier"] });
    expect((await shared.found()).coffee).toEqual(both);
    expect(shared.calls.requests).toEqual(["PUT", "GET", "PUT", "GET", "PUT"]);

    const before = await shared.found();
    let changes = 0;
    const change = () => shared.change({ price: String((changes += 1)) });
    shared.afterRead = change;
    await change();
    shared.calls.requests.length = 0;
    const often = await shared.send(before, { name: "Cortado" });
    expect(often).toMatchObject({ reply: { ok: false, failure: { status: 412 } } });
    expect((await shared.found()).coffee).toEqual({ ...both, price: String(changes) });
    expect(shared.calls.requests.filter((method) => method === "PUT")).toHaveLength(5);
  });

  test("an edit of the same field is a conflict, until it is sent from the new version", async () => {
    await using shop = await openTestShop();
    const shared = await SharedCoffee.in(shop);
    const loaded = await shared.found();
    await shared.change({ taste: "Smoke", chef: "Rahim" });
    const theirs = await shared.found();
    expect(await shared.send(loaded, { taste: "Caramel" })).toEqual({ theirs, fields: ["taste"] });
    expect(await shared.found()).toEqual(theirs);
    const result = await shared.send(theirs, { taste: "Caramel" });
    expect(result).toMatchObject({ reply: { ok: true, value: { modifiedCount: 1 } }, remote: [] });
    expect((await shared.found()).coffee).toEqual({ ...theirs.coffee, taste: "Caramel" });
  });

  test("a repeated edit that the server already has counts as saved, and is not resent", async () => {
    await using shop = await openTestShop();
    const shared = await SharedCoffee.in(shop);
    const loaded = await shared.found();
    await shared.send(loaded, { name: "Flat White" });
    const theirs = await shared.found();
    shared.calls.requests.length = 0;
    const again = await shared.send(loaded, { name: "Flat White" });
    expect(again).toMatchObject({
      reply: { ok: true, value: { modifiedCount: 1, matchedCount: 1 } },
      remote: [],
    });
    expect(shared.calls.requests).toEqual(["PUT", "GET"]);
    expect(await shared.found()).toEqual(theirs);
  });

  test("an edit without changes counts nothing as modified, and keeps the other change", async () => {
    await using shop = await openTestShop();
    const shared = await SharedCoffee.in(shop);
    const loaded = await shared.found();
    await shared.change({ chef: "Rahim" });
    const result = await shared.send(loaded, {});
    expect(result).toMatchObject({
      reply: { ok: true, value: { modifiedCount: 0, matchedCount: 1 } },
      remote: ["chef"],
    });
    expect((await shared.found()).coffee).toEqual({ ...loaded.coffee, chef: "Rahim" });
  });

  test("an edit fails with 412 if the coffee cannot be read again", async () => {
    await using other = await startServer((incoming, outgoing) => {
      if (incoming.method === "GET") incoming.socket.destroy();
      else outgoing.writeHead(412).end();
    });
    const loaded = { coffee: { _id: "1", ...latte }, tag: '"1"' };
    const { server, requests } = callsTo(other.url);
    const result = await sendEdit(server, loaded, { ...loaded.coffee, name: "Flat White" });
    expect(result).toMatchObject({ reply: { ok: false, failure: { status: 412 } } });
    expect(requests).toEqual(["PUT", "GET"]);
  });
});

test("an edit of a coffee that was deleted meanwhile is refused, with the change that deleted it", async () => {
  await using shop = await openTestShop();
  const shared = await SharedCoffee.in(shop);
  const loaded = await shared.found();
  await shared.remove();
  const result = await shared.send(loaded, { name: "Flat White" });
  expect(result).toMatchObject({ reply: { ok: false, failure: { status: 404, deleted: { change: 2 } } } });
  expect(shared.calls.requests).toEqual(["PUT"]);
});

test("an edit of a coffee that was changed and then deleted is refused in the same way", async () => {
  await using shop = await openTestShop();
  const shared = await SharedCoffee.in(shop);
  const loaded = await shared.found();
  await shared.change({ chef: "Rahim" });
  shared.beforeRead = () => shared.remove();
  const result = await shared.send(loaded, { name: "Flat White" });
  expect(result).toMatchObject({ reply: { ok: false, failure: { status: 404, deleted: { change: 3 } } } });
  expect(shared.calls.requests).toEqual(["PUT", "GET"]);
});

test("an edit that fails with another status is sent once", async () => {
  await using other = await startServer((_incoming, outgoing) => outgoing.writeHead(503).end());
  const { server, requests } = callsTo(other.url);
  const coffee = { _id: "1", ...latte };
  const result = await sendEdit(server, { coffee, tag: '"1"' }, coffee);
  expect(result).toMatchObject({ reply: { ok: false, failure: { status: 503 } }, coffee, remote: [] });
  expect(requests).toEqual(["PUT"]);
});

test("an edit that the server adds as a new coffee replaces the deleted one in the list", () => {
  const edit: Coffee = { _id: "1", ...emptyFields, name: "Latte" };
  const put = { kind: "put", coffee: edit, nextId: undefined };
  expect(upsertChanges(edit, "1")).toEqual([put]);
  expect(upsertChanges(edit, "2")).toEqual([
    { kind: "delete", id: "1" },
    { ...put, coffee: { ...edit, _id: "2" } },
  ]);
});
