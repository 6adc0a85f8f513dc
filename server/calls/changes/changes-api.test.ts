import { describe, expect, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { receiptOf } from "../../../catalogue/log/receipt.ts";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { added, at, call, textAt } from "../../../test/check-reply.ts";

const list = async (shop: TestShop) => (await call(shop, "GET /coffee")).text;
const changesOf = async (shop: TestShop, query = "") => {
  const changes = at((await call(shop, `GET /-/changes${query}`)).body, "changes");
  return Array.isArray(changes) ? changes : [];
};

/** The fields of a coffee named "a", in the JSON of a reply. `price` is JSON too. */
const pricedJson = (price: string) =>
  `{"name":"a","chef":"","supplier":"","taste":"","category":"","details":"","photo":"","price":${price}}`;

describe("GET /-/changes", () => {
  test("returns every change, newest first: time, coffee, fields before and after, visitor, and whether it is undone", async () => {
    await using shop = await openTestShop({ now: () => new Date("2026-11-21T12:00:00.000Z") });
    const coffeeId = await added(shop, { name: "a", price: "9" });
    await call(shop, `DELETE /coffee/${coffeeId}`);
    await call(shop, "PUT /-/changes/2/undo");
    const fields = { name: "a", chef: "", supplier: "", taste: "", category: "", details: "", photo: "", price: "9" };
    const told = {
      time: "2026-11-21T12:00:00.000Z",
      coffeeId,
      visitor: expect.stringMatching(/^[0-9a-f]{12}$/),
      hash: expect.any(String),
    };
    expect(await changesOf(shop)).toEqual([
      { ...told, number: 3, action: "add", before: null, after: fields, undoes: 2, isUndone: false },
      { ...told, number: 2, action: "remove", before: fields, after: null, undoes: null, isUndone: true },
      { ...told, number: 1, action: "add", before: null, after: fields, undoes: null, isUndone: false },
    ]);
  });

  test("returns fields in their order, and prices with the type and digits they were sent with", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, '{"price":250.00,"name":"a"}');
    await call(shop, `PUT /coffee/${id}`, { json: '{"price":"250.0","name":"a"}' });
    await call(shop, `DELETE /coffee/${id}`);
    const { text } = await call(shop, "GET /-/changes");
    expect(text.match(/"before":.*?,"after":(null|\{.*?\})\}/g)).toEqual([
      `"before":${pricedJson('"250.0"')},"after":null}`,
      `"before":${pricedJson("250.00")},"after":${pricedJson('"250.0"')}}`,
      `"before":null,"after":${pricedJson("250.00")}}`,
    ]);
  });

  test("filters changes by coffee or visitor, and returns fifty per page with hasMore", async () => {
    await using shop = await openTestShop();
    const first = await added(shop);
    for (let count = 0; count < 51; count++) await added(shop);
    await call(shop, `DELETE /coffee/${first}`);
    expect((await changesOf(shop, `?coffee=${first}`)).map((change) => at(change, "number"))).toEqual([53, 1]);
    const { body } = await call(shop, "GET /-/changes");
    expect([at(body, "changes", "length"), at(body, "hasMore"), at(body, "changes", "49", "number")]).toEqual([
      50,
      true,
      4,
    ]);
    const rest = (await call(shop, "GET /-/changes?before=4")).body;
    expect([at(rest, "changes", "length"), at(rest, "hasMore")]).toEqual([3, false]);
    const visitor = String(at(rest, "changes", "0", "visitor"));
    expect(await changesOf(shop, `?visitor=${visitor}&before=4`)).toHaveLength(3);
    expect(await changesOf(shop, "?visitor=0123456789ab")).toEqual([]);
  });

  test("returns hasMore false for a last page that is full", async () => {
    await using shop = await openTestShop();
    for (let count = 0; count < 51; count++) await added(shop);
    const pages = await Promise.all([call(shop, "GET /-/changes?before=51"), call(shop, "GET /-/changes?before=52")]);
    expect(pages.map(({ body }) => [at(body, "changes", "length"), at(body, "hasMore")])).toEqual([
      [50, false],
      [50, true],
    ]);
  });

  test.for(["0", "007", "-1", "1.5", "x"])(
    "refuses before=%s, which is not a change number, with 400",
    async (before) => {
      await using shop = await openTestShop();
      const { status, body } = await call(shop, `GET /-/changes?before=${before}`);
      expect([status, textAt(body, "type")]).toEqual([400, "/-/problems/number-not-readable"]);
    },
  );

  test("reads a page from the log once until the next change, and answers a client that has it with 304", async () => {
    await using shop = await openTestShop();
    await added(shop);
    const selectPage = vi.spyOn(shop.store, "selectPage");
    const { headers, text } = await call(shop, "GET /-/changes");
    const held = { headers: { "if-none-match": headers.get("etag") ?? "" } };
    expect([(await call(shop, "GET /-/changes")).text, (await call(shop, "GET /-/changes", held)).status]).toEqual([
      text,
      304,
    ]);
    expect(selectPage).toHaveBeenCalledTimes(1);
    await added(shop);
    expect(at((await call(shop, "GET /-/changes", held)).body, "changes", "length")).toBe(2);
  });

  test("names the newest change of the page in Niceties-Change, even one made during the read", async () => {
    await using shop = await openTestShop();
    await added(shop);
    const selectPage = shop.store.selectPage.bind(shop.store);
    vi.spyOn(shop.store, "selectPage").mockImplementationOnce(async (...wanted) => {
      await shop.store.add(coffeeText(emptyFields), { visitor: null, at: new Date() });
      return selectPage(...wanted);
    });
    const { headers, body } = await call(shop, "GET /-/changes?after=0");
    expect([at(body, "changes", "1", "number"), headers.get("niceties-change")]).toEqual([2, "2"]);
  });

  test("shows no address, and gives each one a new visitor name every day", async () => {
    let now = new Date("2026-11-21T23:59:59.000Z");
    await using shop = await openTestShop({ now: () => now, environment: { TRUST_PROXY: "1" } });
    const from = (address: string) => call(shop, "POST /coffee", { json: {}, headers: { "x-forwarded-for": address } });
    await from("192.0.2.7");
    await from("192.0.2.7");
    await from("192.0.2.8");
    now = new Date("2026-11-22T00:00:01.000Z");
    await from("192.0.2.7");
    const { text, body } = await call(shop, "GET /-/changes");
    expect(text).not.toContain("192.0.2");
    const visitors = [3, 2, 1, 0].map((index) => at(body, "changes", String(index), "visitor"));
    expect(visitors[0]).toBe(visitors[1]);
    expect(new Set(visitors).size).toBe(3);
  });
});

describe("PUT /-/changes/{number}/undo", () => {
  test("of a delete restores the coffee as it was, and returns the id of the next one", async () => {
    await using shop = await openTestShop();
    const [a, b] = [await added(shop, '{"name":"a","price":250.00}'), await added(shop)];
    const before = await list(shop);
    await call(shop, `DELETE /coffee/${a}`);
    const reply = await call(shop, "PUT /-/changes/3/undo");
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        acknowledged: true,
        undoneCount: 1,
        coffeeId: a,
        coffee: expect.objectContaining({ _id: a, name: "a" }),
        nextId: b,
        keptFields: [],
      },
    ]);
    expect(await list(shop)).toBe(before);
    expect(reply.text).toContain(`"coffee":${(await call(shop, `GET /coffee/${a}`)).text},"nextId"`);
    const [change] = await shop.store.select({}, 1);
    expect(reply.headers.get("niceties-receipt")).toBe(change && receiptOf(change));
    expect(reply.headers.get("etag")).toBe((await call(shop, `GET /coffee/${a}`)).headers.get("etag"));
  });

  test("of an add removes the coffee", async () => {
    await using shop = await openTestShop();
    const id = await added(shop);
    const { body } = await call(shop, "PUT /-/changes/1/undo");
    expect(body).toMatchObject({ undoneCount: 1, coffeeId: id, coffee: null, nextId: null });
    expect(await list(shop)).toBe("[]");
  });

  test("of an edit keeps fields that were edited later, and names them", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, { name: "a", price: "1" });
    await call(shop, `PUT /coffee/${id}`, { json: { name: "b", price: "2" } });
    await call(shop, `PUT /coffee/${id}`, { json: { name: "b", price: "3" } });
    const { body } = await call(shop, "PUT /-/changes/2/undo");
    expect(body).toMatchObject({ undoneCount: 1, coffee: { name: "a", price: "3" }, keptFields: ["price"] });
  });

  test("changes nothing the second time, and returns undoneCount 0", async () => {
    await using shop = await openTestShop();
    const id = await added(shop);
    await call(shop, `DELETE /coffee/${id}`);
    await call(shop, "PUT /-/changes/2/undo");
    const again = await call(shop, "PUT /-/changes/2/undo");
    expect(again.body).toMatchObject({ undoneCount: 0, coffee: { _id: id }, keptFields: [] });
    expect(again.headers.has("niceties-receipt")).toBe(false);
    expect(await changesOf(shop)).toHaveLength(3);
  });

  test.for(["0", "4", "01", "-1", "1.5", "x", "%00", "9".repeat(40)])(
    "returns 404 for change %s, which does not exist",
    async (number) => {
      await using shop = await openTestShop();
      await added(shop);
      const { status, body } = await call(shop, `PUT /-/changes/${number}/undo`);
      expect([status, textAt(body, "type")]).toEqual([404, "/-/problems/unknown-change"]);
    },
  );

  test.for(["GET", "POST", "DELETE", "PATCH"])(
    "refuses %s with 405, and names its methods in Allow",
    async (method) => {
      await using shop = await openTestShop();
      const { status, headers } = await call(shop, `${method} /-/changes/1/undo`);
      expect([status, headers.get("allow")]).toEqual([405, "PUT, OPTIONS"]);
    },
  );
});

describe("a receipt", () => {
  test("comes with each write that changed something, and names its change", async () => {
    await using shop = await openTestShop();
    const post = await call(shop, "POST /coffee", { json: {} });
    const id = textAt(post.body, "insertedId");
    const put = await call(shop, `PUT /coffee/${id}`, { json: { name: "b" } });
    const same = await call(shop, `PUT /coffee/${id}`, { json: { name: "b" } });
    const removed = await call(shop, `DELETE /coffee/${id}`);
    const gone = await call(shop, `DELETE /coffee/${id}`);
    const receipts = [post, put, same, removed, gone].map(({ headers }) => headers.get("niceties-receipt"));
    const [first, second, third] = (await shop.store.changes(0, 10)).map(receiptOf);
    expect(receipts).toEqual([first, second, null, third, null]);
  });
});

test("a page of changes ends after about 1 MB, and the following pages return the rest", async () => {
  await using shop = await openTestShop();
  const long = "কফি ".repeat(2_500);
  const large = { taste: long, details: long };
  const id = await added(shop);
  for (let count = 0; count < 14; count++) await call(shop, `PUT /coffee/${id}`, { json: { ...large, price: count } });
  const numbers: unknown[] = [];
  for (let [before, pages] = [16, 1]; ; pages++) {
    const { text, body } = await call(shop, `GET /-/changes?coffee=${id}&before=${before}`);
    expect(Buffer.byteLength(text)).toBeLessThan(1_300_000);
    const changes = at(body, "changes");
    if (!Array.isArray(changes)) throw new TypeError("There are no changes.");
    numbers.push(...changes.map((change) => at(change, "number")));
    before = Number(numbers.at(-1));
    if (at(body, "hasMore") === false) {
      expect(pages).toBe(2);
      break;
    }
  }
  expect(numbers).toEqual(Array.from({ length: 15 }, (_, place) => 15 - place));
});

test("the reply for a deleted coffee differs from one for an unknown id, and names the change to undo", async () => {
  await using shop = await openTestShop({ now: () => new Date("2026-11-21T12:00:00.000Z") });
  const id = await added(shop);
  await call(shop, `DELETE /coffee/${id}`);
  const deleted = { change: 2, time: "2026-11-21T12:00:00.000Z" };
  expect((await call(shop, `GET /coffee/${id}`)).body).toMatchObject({ status: 404, deleted });
  expect((await call(shop, `PUT /coffee/${id}`, { json: {} })).body).toMatchObject({ status: 404, deleted });
  expect((await call(shop, "GET /coffee/0123456789abcdef01234567")).body).not.toHaveProperty("deleted");
});

test("a frozen shop refuses every write with 503 in the operator's words, and still answers reads", async () => {
  await using shop = await openTestShop();
  const id = await added(shop);
  await shop.store.freeze({ since: "2026-11-21T12:00:00.000Z", words: "We are taking stock. Back at nine." });
  for (const [line, json] of [
    ["POST /coffee", {}],
    [`PUT /coffee/${id}`, { name: "b" }],
    [`DELETE /coffee/${id}`, undefined],
    ["PUT /-/changes/1/undo", undefined],
  ] as const) {
    const { status, body } = await call(shop, line, { json });
    expect([status, textAt(body, "type"), textAt(body, "detail")]).toEqual([
      503,
      "/-/problems/frozen",
      "We are taking stock. Back at nine.",
    ]);
  }
  expect((await call(shop, `GET /coffee/${id}`)).status).toBe(200);
  await shop.store.thaw();
  expect((await call(shop, `DELETE /coffee/${id}`)).status).toBe(200);
});

describe("with EXTRAS=off", () => {
  test("changes and undo return 404, writes have no receipt, and a deleted coffee is like an unknown one", async () => {
    await using shop = await openTestShop({ environment: { EXTRAS: "off" } });
    const post = await call(shop, "POST /coffee", { json: {} });
    const id = textAt(post.body, "insertedId");
    const removed = await call(shop, `DELETE /coffee/${id}`);
    expect([post, removed].map(({ headers }) => headers.has("niceties-receipt"))).toEqual([false, false]);
    expect((await call(shop, `GET /coffee/${id}`)).body).not.toHaveProperty("deleted");
    expect((await call(shop, "GET /-/changes")).status).toBe(404);
    expect((await call(shop, "PUT /-/changes/2/undo")).status).toBe(404);
  });

  test("no header, problem or API description mentions receipts or changes", async () => {
    const origin = "https://shop.example";
    await using shop = await openTestShop({ environment: { EXTRAS: "off", ALLOWED_ORIGINS: origin } });
    const { headers } = await call(shop, "POST /coffee", { json: {}, headers: { origin } });
    expect([...headers].join("\n").toLowerCase()).not.toContain("receipt");
    expect((await call(shop, "GET /-/problems/unknown-change")).status).toBe(404);
    expect((await call(shop, "GET /-/problems/unknown-coffee")).status).toBe(200);
    expect((await call(shop, "GET /-/openapi.json")).text).not.toMatch(/receipt|-\/changes|unknown-change/i);
  });
});
