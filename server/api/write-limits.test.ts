import { expect, test } from "vitest";
import { openTestShop } from "../open-test-shop.ts";
import { added, call, textAt } from "./check-reply.ts";

const otherId = "0123456789abcdef01234567";

test.for([
  ["POST /coffee", { json: {} }],
  [`PUT /coffee/${otherId}`, { json: {} }],
  [`DELETE /coffee/${otherId}`, {}],
] as const)("%s counts as a write, and one too many is refused by 429 with the time to wait", async ([line, sent]) => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "2" } });
  const [first, second, third] = [
    await call(shop, line, sent),
    await call(shop, line, sent),
    await call(shop, line, sent),
  ];
  expect([first.status, second.status]).not.toContain(429);
  expect([third.status, textAt(third.body, "type")]).toEqual([429, "/-/problems/too-many-writes"]);
  expect(third.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect(await shop.store.changes(0, 10)).toHaveLength(line.startsWith("POST") ? 2 : 0);
});

test("reading counts as no write, and stays open to whoever has none left", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "2" } });
  const id = await added(shop);
  for (const line of ["GET /coffee", `GET /coffee/${id}`, "HEAD /coffee", "OPTIONS /coffee", "GET /coffee"] as const) {
    expect((await call(shop, line)).status).toBeLessThan(300);
  }
  await added(shop);
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
  expect((await call(shop, "GET /coffee")).body).toHaveLength(2);
});

test("writes of every kind are counted together", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "3" } });
  const id = await added(shop);
  await call(shop, `PUT /coffee/${id}`, { json: { name: "b" } });
  await call(shop, `DELETE /coffee/${id}`);
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
});

/** The caller itself is at 127.0.0.1. */
test.for([
  ["off", "192.0.2.1", "192.0.2.2", 429],
  ["1", "192.0.2.1", "192.0.2.2", 201],
  ["1", "192.0.2.1", "192.0.2.1", 429],
  ["1", "192.0.2.1, 198.51.100.1", "192.0.2.2, 198.51.100.1", 429],
  ["1", "192.0.2.1, 198.51.100.1", "192.0.2.1, 198.51.100.2", 201],
  ["2", "192.0.2.1, 198.51.100.1", "192.0.2.2, 198.51.100.2", 201],
  ["2", "203.0.113.1, 192.0.2.1, 198.51.100.1", "203.0.113.2, 192.0.2.1, 198.51.100.2", 429],
  ["127.0.0.0/8", "192.0.2.1", "192.0.2.2", 201],
  ["10.0.0.0/8", "192.0.2.1", "192.0.2.2", 429],
  ["127.0.0.1, 198.51.100.0/24", "192.0.2.1, 198.51.100.1", "192.0.2.1, 198.51.100.2", 429],
] as const)(
  "with TRUST_PROXY=%s, after a write for %s, one for %s is answered by %i",
  async ([TRUST_PROXY, first, second, expected]) => {
    await using shop = await openTestShop({ environment: { WRITE_LIMIT: "1", TRUST_PROXY } });
    await call(shop, "POST /coffee", { json: {}, headers: { "x-forwarded-for": first } });
    const { status } = await call(shop, "POST /coffee", { json: {}, headers: { "x-forwarded-for": second } });
    expect(status).toBe(expected);
  },
);
