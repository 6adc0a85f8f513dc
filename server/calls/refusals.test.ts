import { beforeAll, describe, expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { textFields } from "../../catalogue/fields.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { shareTestShop } from "../../test/servers/share-test-shop.ts";
import { added, call, sendRaw, textAt } from "../../test/check-reply.ts";

const ownId = "{id}";
const otherId = "0123456789abcdef01234567";

/** Bodies that are JSON but not a coffee, each with the field that is refused. */
const badCoffees = [
  ["null", ""],
  ["[]", ""],
  ['"Latte"', ""],
  ["5", ""],
  ['{"colour": "red"}', "colour"],
  ['{"name": "a", "colour": ""}', "colour"],
  ['{"__proto__": {"name": "a"}}', "__proto__"],
  ['{"__proto__": null}', "__proto__"],
  ['{"constructor": "a"}', "constructor"],
  ['{"name": "a", "name": "b"}', "name"],
  ['{"name": "a", "n\\u0061me": "a"}', "name"],
  ['{"price": 1, "price": 1}', "price"],
  ['{"__proto__": 1, "__proto__": 2}', "__proto__"],
  ["[".repeat(30_000) + "]".repeat(30_000), ""],
  ...["5", "true", "null", "[]", "{}", '"a\\ud800"', '"\\udc00a"', '"a\\u0000"'].map(
    (value) => [`{"name": ${value}}`, "name"] as const,
  ),
  ...textFields.map((field) => [`{"${field}": "a\\u0000"}`, field] as const),
  [`{"name": "${"a".repeat(10_001)}"}`, "name"],
  [`{"photo": "${"a".repeat(16_385)}"}`, "photo"],
  ...["-1", "-0.01", "1e999", "true", "null", "[250]", "{}"].map((price) => [`{"price": ${price}}`, "price"] as const),
  ...["-1", "abc", "1e999", " ", "250 ", "1,5", "NaN", "Infinity", "0x10", "২৫০"].map(
    (price) => [`{"price": "${price}"}`, "price"] as const,
  ),
] as const;

const notJson = [
  ["nothing", ""],
  ["words", "Latte"],
  ["half an object", '{"name": "a"'],
  ["an object and more", "{}{}"],
  ["NaN for a price", '{"price": NaN}'],
  ["a price that starts with a zero", '{"price": 012.50}'],
  ["a byte order mark", "\ufeff{}"],
  ["lists in lists without end", "[".repeat(60_000)],
] as const;

describe.each(["POST /coffee", `PUT /coffee/${ownId}`])("%s", (template) => {
  const shared = shareTestShop();
  let id: string;
  beforeAll(async () => {
    id = await added(shared(), { name: "kept" });
  });

  async function send(sent: Parameters<typeof call>[2]) {
    const [method = "", path = ""] = template.replace(ownId, id).split(" ");
    const reply = await call(shared(), `${method} /${path.slice(1)}`, sent);
    const { coffees } = await shared().store.list();
    expect(coffees).toEqual([{ id, text: coffeeText({ ...emptyFields, name: "kept" }) }]);
    return reply;
  }

  test.for(badCoffees)("refuses %.40s with 400 for the field %j, and writes nothing", async ([json, field]) => {
    const { status, body } = await send({ json });
    expect([status, textAt(body, "type")]).toEqual([400, "/-/problems/invalid-coffee"]);
    expect(body).toMatchObject({ errors: [{ field, message: expect.stringMatching(/\S/) }] });
  });

  test("names every field that is at fault, at once", async () => {
    const { body } = await send({ json: { name: 1, photo: null, price: "abc", colour: "red" } });
    const errors = ["name", "photo", "price", "colour"].map((field) => expect.objectContaining({ field }));
    expect(body).toMatchObject({ errors: expect.arrayContaining(errors) });
  });

  test.for(notJson)("refuses %s with 400 as not JSON", async ([, json]) => {
    const { status, body } = await send({ json });
    expect([status, textAt(body, "type")]).toEqual([400, "/-/problems/not-json"]);
  });

  test("refuses bytes that are not UTF-8 with 400", async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"name": "'), 0xff, ...Buffer.from('"}')]);
    const { status, body } = await send({ bytes, headers: { "content-type": "application/json" } });
    expect([status, textAt(body, "type")]).toEqual([400, "/-/problems/not-json"]);
  });

  test.for([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/json; charset=utf-16",
    "application/jsonx",
    "",
  ])("refuses the content type %j with 415", async (type) => {
    const { status, body } = await send({ json: "{}", headers: { "content-type": type } });
    expect([status, textAt(body, "type")]).toEqual([415, "/-/problems/not-json-type"]);
  });

  test("refuses a body without a content type, or with a content encoding, with 415", async () => {
    expect((await send({ bytes: new TextEncoder().encode("{}") })).status).toBe(415);
    expect((await send({ json: "{}", headers: { "content-encoding": "gzip" } })).status).toBe(415);
  });

  test("refuses a byte more than 64 KiB with 413", async () => {
    const { status, body } = await send({ json: "{}".padEnd(65_537) });
    expect([status, textAt(body, "type")]).toEqual([413, "/-/problems/body-too-large"]);
  });
});

test("a body of 64 KiB, and fields of the greatest length, are accepted", async () => {
  await using shop = await openTestShop();
  expect((await call(shop, "POST /coffee", { json: "{}".padEnd(65_536) })).status).toBe(201);
  const longest = { name: "ক".repeat(10_000), photo: "a".repeat(16_384) };
  const id = await added(shop, longest);
  expect((await call(shop, `GET /coffee/${id}`)).body).toMatchObject(longest);
});

test.for([
  ["64 KiB", 64, 201],
  ["64 KiB and a piece", 65, 413],
] as const)("a chunked body of %s gets %i", async ([, pieces, expected]) => {
  await using shop = await openTestShop();
  const body = ["{}".padEnd(1_024), ...Array.from({ length: pieces - 1 }, () => " ".repeat(1_024))];
  const { status } = await sendRaw(shop, "POST /coffee", { "content-type": "application/json" }, body);
  expect(status).toBe(expected);
  expect((await shop.store.list()).coffees).toHaveLength(expected === 201 ? 1 : 0);
});

test("an endless body is refused with 413 while it is still being sent", async () => {
  await using shop = await openTestShop();
  const endless = Iterator.from({ next: () => ({ done: false, value: " ".repeat(4_096) }) });
  const { status, bytes } = await sendRaw(shop, "POST /coffee", { "content-type": "application/json" }, endless);
  expect(status).toBe(413);
  expect(JSON.parse(bytes.toString())).toMatchObject({ status: 413 });
  expect((await call(shop, "GET /coffee")).body).toEqual([]);
});

test.for([`"${otherId}"`, '""', "null", "5", "OWN IN CAPITALS"])("PUT refuses the _id %s with 400", async (sent) => {
  await using shop = await openTestShop({ now: () => new Date(0xabcdef00 * 1_000) });
  const id = await added(shop, { name: "kept" });
  const _id = sent.startsWith("OWN") ? JSON.stringify(id.toUpperCase()) : sent;
  const { status, body } = await call(shop, `PUT /coffee/${id}`, { json: `{"_id": ${_id}, "name": "b"}` });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ field: "_id" }] });
  expect((await call(shop, "GET /coffee")).body).toMatchObject([{ _id: id, name: "kept" }]);
});

test.for([`"${otherId}"`, '""', "null"])("POST refuses the _id %s with 400", async (sent) => {
  await using shop = await openTestShop();
  const { status, body } = await call(shop, "POST /coffee", { json: `{"_id": ${sent}, "name": "b"}` });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ field: "_id" }] });
  expect((await call(shop, "GET /coffee")).body).toEqual([]);
});

describe.each([
  ["/coffee", "GET, HEAD, POST, OPTIONS", ["PUT", "PATCH", "DELETE", "PROPFIND"]],
  [`/coffee/${otherId}`, "GET, HEAD, PUT, DELETE, OPTIONS", ["POST", "PATCH", "PROPFIND"]],
] as const)("%s", (path, allowed, others) => {
  test.for(others)("refuses %s with 405, and names its methods in Allow", async (method) => {
    await using shop = await openTestShop();
    const { status, body, headers } = await call(shop, `${method} ${path}`, { json: {} });
    expect([status, textAt(body, "type")]).toEqual([405, "/-/problems/method-not-allowed"]);
    expect(headers.get("allow")).toBe(allowed);
    expect((await call(shop, "GET /coffee")).body).toEqual([]);
  });

  test("names its methods in the reply to OPTIONS", async () => {
    await using shop = await openTestShop();
    const { status, headers } = await call(shop, `OPTIONS ${path}`);
    expect([status, headers.get("allow")]).toEqual([204, allowed]);
  });
});

test("HEAD answers as GET does, without the body", async () => {
  await using shop = await openTestShop();
  const id = await added(shop, { name: "a" });
  for (const path of ["/coffee", `/coffee/${id}`] as const) {
    const get = await call(shop, `GET ${path}`);
    const head = await call(shop, `HEAD ${path}`);
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["etag", "vary", "content-type", "cache-control"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  }
  const { status, headers } = await sendRaw(shop, "HEAD /coffee/unknown", {});
  expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
});
