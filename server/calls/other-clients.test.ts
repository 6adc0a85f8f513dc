import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../test/servers/open-test-shop.ts";
import { added, at, call } from "../../test/check-reply.ts";

/* Requests from clients of other product servers. docs/compatibility.md describes their kinds, A to H. */

const texts = {
  name: "Ristretto",
  chef: "Nusrat Jahan",
  supplier: "Three Ridges Estate",
  taste: "Dark caramel",
  category: "Espresso",
  details: "A short shot.",
  photo: "https://pictures.example/ristretto.jpg",
};
const coffee = { ...texts, price: "190" };
const { chef: _chef, ...withoutChef } = texts;
const { photo: _photo, ...withoutPhoto } = texts;
const { category: _category, ...withoutCategory } = texts;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ environment: { ALLOWED_ORIGINS: "https://client.example" } });
});
afterAll(() => shop[Symbol.asyncDispose]());

const find = async (id: string) => (await call(shop, `GET /coffee/${id}`)).body;

test("A: an update with all eight fields and the _id keeps every field", async () => {
  const id = await added(shop, coffee);
  const edited = { _id: id, ...coffee, price: "200" };
  const reply = await call(shop, `PUT /coffee/${id}`, { json: edited });
  expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ matchedCount: 1, modifiedCount: 1 })]);
  expect(await find(id)).toEqual(edited);
});

describe("B: a client that knows no price", () => {
  test("adds coffees, which other clients give a price", async () => {
    const id = await added(shop, texts);
    expect(await find(id)).toEqual({ _id: id, ...texts, price: "" });
    await call(shop, `PUT /coffee/${id}`, { json: { _id: id, ...coffee } });
    expect(await find(id)).toEqual({ _id: id, ...coffee });
  });

  test("empties the price when it updates a coffee; the log keeps it, and undo brings it back", async () => {
    const id = await added(shop, coffee);
    const reply = await call(shop, `PUT /coffee/${id}`, { json: { ...texts, taste: "Molasses" } });
    expect([reply.status, at(reply.body, "modifiedCount")]).toEqual([200, 1]);
    expect(await find(id)).toEqual({ _id: id, ...coffee, taste: "Molasses", price: "" });
    const change = at((await call(shop, `GET /-/changes?coffee=${id}`)).body, "changes", "0");
    expect(at(change, "before")).toEqual(coffee);
    await call(shop, `PUT /coffee/${id}`, { json: { _id: id, ...texts, taste: "Molasses", price: "", name: "Corto" } });
    await call(shop, `PUT /-/changes/${String(at(change, "number"))}/undo`);
    expect(await find(id)).toEqual({ _id: id, ...coffee, name: "Corto" });
  });
});

/** The statuses and refused fields for a body that is sent as an add and as an update. Neither changes the coffee. */
async function refusalsOf(json: object) {
  const id = await added(shop, coffee);
  const replies = [await call(shop, "POST /coffee", { json }), await call(shop, `PUT /coffee/${id}`, { json })];
  expect(await find(id)).toEqual({ _id: id, ...coffee });
  return replies.map(({ status, body }) => [
    status,
    Object.values(Object(at(body, "errors"))).map((error) => at(error, "field")),
  ]);
}

test.for([
  ["C: a price that is typed as text, with its currency", { ...texts, price: "190 Taka" }, ["price"]],
  ["C: a price that is typed as text, in Bangla digits", { ...texts, price: "১৯০" }, ["price"]],
  ["D: a quantity instead of the chef", { ...withoutChef, quantity: "12" }, ["quantity"]],
  ["E: a photo under another name", { ...withoutPhoto, photoURL: texts.photo }, ["photoURL"]],
  ["E: a misspelt field", { ...withoutCategory, catagory: texts.category }, ["catagory"]],
  ["F: a user's email and likes", { ...coffee, email: "a@b.example", likedBy: [] }, ["email", "likedBy"]],
  ["H: a price of NaN, which JSON writes as null", { ...texts, price: Number("x") }, ["price"]],
] as const)("%s is refused with 400, which names the field, and nothing is changed", async ([, json, fields]) => {
  expect(await refusalsOf(json)).toEqual([
    [400, fields],
    [400, fields],
  ]);
});

test("C: a whole form with a price in digits is accepted", async () => {
  const id = await added(shop, Object.fromEntries(Object.entries(coffee)));
  expect(await find(id)).toEqual({ _id: id, ...coffee });
});

test("F: pages may not send cookies, and /users returns 404", async () => {
  const headers = { origin: "https://client.example", "content-type": "application/json" };
  const response = await fetch(`${shop.url}/coffee`, { method: "POST", headers, body: JSON.stringify(coffee) });
  expect(response.headers.get("access-control-allow-origin")).toBe("https://client.example");
  expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  expect((await fetch(`${shop.url}/users`)).status).toBe(404);
});

test.for([
  ["GET", "/coffees", 404],
  ["POST", "/coffees", 405],
  ["POST", "/addCoffee", 405],
  ["PUT", "/coffees/edit/6b016fec8c29b7d584e6fae9", 405],
  ["PATCH", "/coffee/6b016fec8c29b7d584e6fae9", 405],
] as const)("G: %s %s is refused, and changes nothing", async ([method, path, status]) => {
  const before = (await call(shop, "GET /coffee")).text;
  const headers = { "content-type": "application/json" };
  const response = await fetch(shop.url + path, { method, headers, ...(method !== "GET" && { body: "{}" }) });
  expect(response.status).toBe(status);
  expect((await call(shop, "GET /coffee")).text).toBe(before);
});

describe("H: a client that converts prices to numbers, and sends back what it read", () => {
  test("gets its number back as a number, and sending it back changes nothing", async () => {
    const id = await added(shop, { ...texts, price: 190 });
    expect(await find(id)).toEqual({ _id: id, ...texts, price: 190 });
    const reply = await call(shop, `PUT /coffee/${id}`, { json: await find(id) });
    expect(at(reply.body, "modifiedCount")).toBe(0);
  });

  test("cannot add what it read under the old _id", async () => {
    const id = await added(shop, coffee);
    const { status, body } = await call(shop, "POST /coffee", { json: await find(id) });
    expect([status, at(body, "errors", "0", "field")]).toEqual([400, "_id"]);
  });
});

test("deletedCount is 1 for a coffee, and 0 the second time", async () => {
  const id = await added(shop, coffee);
  const counts = [await call(shop, `DELETE /coffee/${id}`), await call(shop, `DELETE /coffee/${id}`)];
  expect(counts.map(({ body }) => at(body, "deletedCount"))).toEqual([1, 0]);
});
