import Database from "better-sqlite3";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeFields, textFields } from "../../../catalogue/fields.ts";
import { openTestShop } from "../../../test/servers/open-test-shop.ts";
import { added, at, call, textAt } from "../../../test/check-reply.ts";

const latte = {
  name: "Latte",
  chef: "Nusrat",
  supplier: "Savar",
  taste: "Sweet",
  category: "Milk",
  details: "Hot.",
  photo: "/photos/latte.svg",
  price: "340",
};
const unknownId = "0123456789abcdef01234567";

/** Ids that no coffee has. `%.30s` in the names of tests shortens the long one. */
const oddIds = [
  unknownId,
  unknownId.toUpperCase(),
  "1",
  "null",
  "__proto__",
  "constructor",
  "%00",
  "%20",
  "%E0%A4%A",
  "%FF",
  "%2F",
  "..%2F..%2Fetc%2Fpasswd",
  "'%20OR%201=1--",
  "*",
  "%25",
  "☕",
  "টং",
  "a".repeat(8_000),
];

describe("GET /coffee", () => {
  test("answers an empty array where there are no coffees", async () => {
    await using shop = await openTestShop();
    const { status, text, headers } = await call(shop, "GET /coffee");
    expect([status, text]).toEqual([200, "[]"]);
    expect(headers.get("etag")).toMatch(/^"[^"]+"$/);
  });

  test("answers all coffees, oldest first, with their _id before their fields", async () => {
    await using shop = await openTestShop({ firstCoffees: [{ ...emptyFields, name: "first" }] });
    const id = await added(shop, latte);
    await added(shop, { name: "last" });
    const { body } = await call(shop, "GET /coffee");
    expect(body).toMatchObject([{ name: "first" }, { _id: id, ...latte }, { name: "last" }]);
    expect(Object.keys(at(body, "1") ?? {})).toEqual(["_id", ...coffeeFields]);
  });

  test("returns a list that includes every acknowledged write", async () => {
    await using shop = await openTestShop();
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) {
      ids.push(await added(shop, { name }));
      expect((await call(shop, "GET /coffee")).body).toMatchObject(ids.map((_id) => ({ _id })));
    }
    await call(shop, `DELETE /coffee/${ids[1]}`);
    expect((await call(shop, "GET /coffee")).body).toMatchObject([{ name: "a" }, { name: "c" }]);
    await call(shop, `PUT /coffee/${ids[0]}`, { json: { name: "z" } });
    expect((await call(shop, "GET /coffee")).body).toMatchObject([{ name: "z" }, { name: "c" }]);
  });
});

describe("GET /coffee/{id}", () => {
  test("answers one coffee", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, latte);
    const { status, body, headers } = await call(shop, `GET /coffee/${id}`);
    expect([status, body]).toEqual([200, { _id: id, ...latte }]);
    expect(headers.get("etag")).toMatch(/^"[^"]+"$/);
  });

  test.for(oddIds)("returns 404 for the unknown id %.30s", async (id) => {
    await using shop = await openTestShop();
    await added(shop);
    const { status, body } = await call(shop, `GET /coffee/${id}`);
    expect([status, textAt(body, "type")]).toEqual([404, "/-/problems/unknown-coffee"]);
  });

  test("finds a coffee only by its exact id, not by one in capitals", async () => {
    await using shop = await openTestShop({ now: () => new Date(0xabcdef00 * 1_000) });
    const id = await added(shop);
    expect((await call(shop, `GET /coffee/${id.toUpperCase()}`)).status).toBe(404);
  });
});

describe("POST /coffee", () => {
  test("returns 201 with the new id, and the coffee's address in Location", async () => {
    await using shop = await openTestShop();
    const { status, body, headers } = await call(shop, "POST /coffee", { json: latte });
    const id = textAt(body, "insertedId");
    expect(status).toBe(201);
    expect(body).toEqual({ acknowledged: true, insertedId: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(headers.get("location")).toBe(`/coffee/${id}`);
    expect((await call(shop, `GET /coffee/${id}`)).headers.get("etag")).toBe(headers.get("etag"));
    expect((await call(shop, `GET /coffee/${id}`)).body).toEqual({ _id: id, ...latte });
  });

  test("gives ids that rise, though the clock goes back", async () => {
    const clock = [3_000_000, 2_000_000, 1_000_000];
    await using shop = await openTestShop({ now: () => new Date(clock.shift() ?? 0) });
    const ids = [await added(shop), await added(shop), await added(shop)];
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  test("keeps both of two coffees that are added at once", async () => {
    await using shop = await openTestShop();
    const ids = await Promise.all([added(shop, { name: "a" }), added(shop, { name: "b" })]);
    const { body } = await call(shop, "GET /coffee");
    expect(body).toHaveLength(2);
    expect(body).toEqual(expect.arrayContaining(ids.map((_id) => expect.objectContaining({ _id }))));
  });

  test.for(coffeeFields)("accepts a coffee without %s, and returns that field as an empty text", async (field) => {
    await using shop = await openTestShop();
    const { [field]: _left, ...rest } = latte;
    const id = await added(shop, rest);
    expect((await call(shop, `GET /coffee/${id}`)).body).toEqual({ _id: id, ...latte, [field]: "" });
  });

  test.for(textFields)("keeps %s exactly as sent", async (field) => {
    await using shop = await openTestShop();
    const text = ' \tটং 👩🏽‍🍳 e\u0301 \u00e9 \ufeff\u2028</script>\r\na\nb\rc\u0001"\\ ';
    const id = await added(shop, { [field]: text });
    expect(at((await call(shop, `GET /coffee/${id}`)).body, field)).toBe(text);
    expect(at((await call(shop, "GET /coffee")).body, "0", field)).toBe(text);
  });

  test.for(["250", "250.00", '"250"', '"012.50"', '""', "0", "12345678901234567890", "1e3", "0.10"])(
    "keeps the type and digits of the price %s in the coffee, the list and after an update",
    async (price) => {
      await using shop = await openTestShop();
      const id = await added(shop, `{"price": ${price}}`);
      const written = `"price":${price}}`;
      expect((await call(shop, `GET /coffee/${id}`)).text).toContain(written);
      expect((await call(shop, "GET /coffee")).text).toContain(written);
      await call(shop, `PUT /coffee/${id}`, { json: `{"name": "b", "price": ${price}}` });
      expect((await call(shop, `GET /coffee/${id}`)).text).toContain(written);
    },
  );
});

describe("PUT /coffee/{id}", () => {
  test.for([
    ["with its _id", true],
    ["without an _id", false],
  ] as const)("replaces a coffee %s", async ([, hasId]) => {
    await using shop = await openTestShop();
    const _id = await added(shop);
    const { status, body } = await call(shop, `PUT /coffee/${_id}`, { json: hasId ? { _id, ...latte } : latte });
    const counts = { matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null };
    expect([status, body]).toEqual([200, { acknowledged: true, ...counts }]);
    expect((await call(shop, `GET /coffee/${_id}`)).body).toEqual({ _id, ...latte });
  });

  test("replaces the whole: a field that is not sent is empty from then on", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, latte);
    await call(shop, `PUT /coffee/${id}`, { json: { name: "Mocha" } });
    expect((await call(shop, `GET /coffee/${id}`)).body).toEqual({ _id: id, ...emptyFields, name: "Mocha" });
  });

  test.for([
    ["the same", '{"name": "a", "price": "250"}', '{"price": "250", "name": "a", "chef": ""}'],
    ["a browser's 250 for 250.00", '{"price": 250.00}', '{"price": 250}'],
  ] as const)("writes nothing and returns modifiedCount 0 if %s is sent again", async ([, first, again]) => {
    await using shop = await openTestShop();
    const id = await added(shop, first);
    const before = await call(shop, `GET /coffee/${id}`);
    const { status, body } = await call(shop, `PUT /coffee/${id}`, { json: again });
    const counts = { matchedCount: 1, modifiedCount: 0, upsertedCount: 0, upsertedId: null };
    expect([status, body]).toEqual([200, { acknowledged: true, ...counts }]);
    const after = await call(shop, `GET /coffee/${id}`);
    expect([after.text, after.headers.get("etag")]).toEqual([before.text, before.headers.get("etag")]);
    expect(await shop.store.changes(0, 10)).toHaveLength(1);
  });

  test("counts a price of another type as an edit", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, { price: 250 });
    const { body } = await call(shop, `PUT /coffee/${id}`, { json: { price: "250" } });
    expect(body).toMatchObject({ modifiedCount: 1 });
  });

  test("keeps both of two coffees that are replaced at once", async () => {
    await using shop = await openTestShop();
    const ids = [await added(shop), await added(shop)];
    await Promise.all(ids.map((id, index) => call(shop, `PUT /coffee/${id}`, { json: { name: `new ${index}` } })));
    expect((await call(shop, "GET /coffee")).body).toMatchObject([{ name: "new 0" }, { name: "new 1" }]);
  });

  test.for(oddIds)("returns 404 with zero counts for the unknown id %.30s, and adds nothing", async (id) => {
    await using shop = await openTestShop();
    const { status, body } = await call(shop, `PUT /coffee/${id}`, { json: latte });
    expect(status).toBe(404);
    expect(body).toMatchObject({ type: "/-/problems/unknown-coffee", acknowledged: true });
    expect(body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
    expect((await call(shop, "GET /coffee")).body).toEqual([]);
  });

  test("returns 404 for a deleted coffee, and does not add it again", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, latte);
    await call(shop, `DELETE /coffee/${id}`);
    expect((await call(shop, `PUT /coffee/${id}`, { json: latte })).status).toBe(404);
    expect((await call(shop, "GET /coffee")).body).toEqual([]);
  });
});

describe("DELETE /coffee/{id}", () => {
  test("deletes a coffee once; a second time is no error", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, latte);
    const kept = await added(shop, latte);
    const first = await call(shop, `DELETE /coffee/${id}`);
    expect([first.status, first.body]).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
    const second = await call(shop, `DELETE /coffee/${id}`);
    expect([second.status, second.body]).toEqual([200, { acknowledged: true, deletedCount: 0 }]);
    expect((await call(shop, `GET /coffee/${id}`)).status).toBe(404);
    expect((await call(shop, "GET /coffee")).body).toMatchObject([{ _id: kept }]);
  });

  test.for(oddIds)("deletes nothing for the unknown id %.30s, and returns deletedCount 0", async (id) => {
    await using shop = await openTestShop();
    await added(shop);
    const { status, body } = await call(shop, `DELETE /coffee/${id}`);
    expect([status, body]).toEqual([200, { acknowledged: true, deletedCount: 0 }]);
    expect(await shop.store.changes(0, 10)).toHaveLength(1);
  });
});

test("while an operator's command writes, visitors can read, and their writes wait until it is done", async () => {
  await using shop = await openTestShop({ environment: { DATABASE_URL: "" } });
  const command = new Database(join(shop.directory, "niceties.db"));
  command.exec("BEGIN IMMEDIATE");
  const posting = call(shop, "POST /coffee", { json: latte });
  for (let count = 0; count < 5; count++) expect((await call(shop, "GET /coffee")).text).toBe("[]");
  command.close();
  expect((await posting).status).toBe(201);
  expect((await call(shop, "GET /coffee")).body).toMatchObject([latte]);
});
