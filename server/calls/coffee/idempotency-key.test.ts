import { expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { call, textAt } from "../../../test/check-reply.ts";

const latte = { name: "Latte", price: "250" };

const send = (shop: TestShop, key: string, json: unknown = latte) =>
  call(shop, "POST /coffee", { json, headers: { "idempotency-key": key } });

const told = ({ status, text, headers }: Awaited<ReturnType<typeof send>>) => ({
  status,
  text,
  headers: ["location", "etag", "niceties-receipt", "content-type"].map((name) => headers.get(name)),
});

test("an add that is repeated with its key adds nothing, and gets the same reply", async () => {
  await using shop = await openTestShop();
  const first = await send(shop, '"8e03978e-40d5-43dd-bc93-6894a57f9324"');
  expect(first.status).toBe(201);
  expect(first.headers.get("niceties-receipt")).toMatch(/^1-/);
  await call(shop, "POST /coffee", { json: { name: "another" } });
  const second = await send(shop, '"8e03978e-40d5-43dd-bc93-6894a57f9324"', { price: "250", name: "Latte" });
  expect(told(second)).toEqual(told(first));
  expect(await shop.store.changes(0, 10)).toHaveLength(2);
});

test("concurrent adds with one key add one coffee, and all get the same reply", async () => {
  await using shop = await openTestShop();
  const replies = await Promise.all(Array.from({ length: 12 }, () => send(shop, "once")));
  expect(new Set(replies.map((reply) => JSON.stringify(told(reply)))).size).toBe(1);
  expect(await shop.store.changes(0, 20)).toHaveLength(1);
});

test("a key with another coffee is refused with 422, which says what to do, and writes nothing", async () => {
  await using shop = await openTestShop();
  await send(shop, "once");
  const { status, body } = await send(shop, "once", { ...latte, price: 250 });
  expect([status, textAt(body, "type")]).toEqual([422, "/-/problems/key-reused"]);
  expect(textAt(body, "detail")).toContain("a new key");
  expect(await shop.store.changes(0, 10)).toHaveLength(1);
});

test.for(["", "a".repeat(256), "a\tb", "clé"])("the key %j is refused with 400, and writes nothing", async (key) => {
  await using shop = await openTestShop();
  const { status, body } = await send(shop, key);
  expect([status, textAt(body, "type")]).toEqual([400, "/-/problems/key-not-readable"]);
  expect(await shop.store.changes(0, 10)).toEqual([]);
});

test.for(["a", "~".repeat(255), "with blanks, and a comma"])("the key %.40j is accepted", async (key) => {
  await using shop = await openTestShop();
  expect((await send(shop, key)).status).toBe(201);
  expect((await send(shop, key)).status).toBe(201);
  expect(await shop.store.changes(0, 10)).toHaveLength(1);
});

test("with extras off, an Idempotency-Key is ignored", async () => {
  await using shop = await openTestShop({ environment: { EXTRAS: "off" } });
  for (const key of ["once", "once", ""]) expect((await send(shop, key)).status).toBe(201);
  expect(await shop.store.changes(0, 10)).toHaveLength(3);
});
