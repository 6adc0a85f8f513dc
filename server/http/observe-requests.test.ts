import { expect, test } from "vitest";
import { added, call, textAt } from "../../test/check-reply.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import type { Exchange } from "./observe-requests.ts";

test("each request is observed once after its reply: its route, without the query and the client", async () => {
  const told: Exchange[] = [];
  await using shop = await openTestShop({ observe: (exchange) => told.push(exchange) });
  const id = await added(shop, { name: "secret name" });
  await call(shop, `GET /coffee/${id}?q=secret`);
  await call(shop, "PUT /coffee/nope", { json: {} });
  await call(shop, "PUT /-/changes/1/undo");
  await fetch(`${shop.url}/coffee-details/${id}`);
  const asked = told.filter(({ path }) => !path.startsWith("/-/problems/"));
  expect(asked.map(({ method, path, route, status }) => `${method} ${path} (${route}) ${status}`)).toEqual([
    "POST /coffee (/coffee) 201",
    `GET /coffee/${id} (/coffee/:id) 200`,
    "PUT /coffee/nope (/coffee/:id) 404",
    "PUT /-/changes/1/undo (/-/changes/:number/undo) 200",
    `GET /coffee-details/${id} (/coffee-details/:id) 410`,
  ]);
  expect(JSON.stringify(told)).not.toMatch(/secret|127\.0\.0\.1/);
  for (const { durationMs } of told) expect(durationMs).toBeGreaterThanOrEqual(0);
});

test("each reply has its request's id, and an unexpected failure names it too", async () => {
  const told: Exchange[] = [];
  await using shop = await openTestShop({ observe: (exchange) => told.push(exchange) });
  const [one, other] = [await call(shop, "GET /coffee"), await call(shop, "GET /-/live")];
  await shop.store.close();
  const failed = await call(shop, "POST /coffee", { json: {} });
  const ids = [one, other, failed].map(({ headers }) => headers.get("request-id"));
  expect(ids).toEqual(told.slice(0, 3).map(({ requestId }) => requestId));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(failed.status).toBe(500);
  expect(textAt(failed.body, "detail")).toContain(String(ids[2]));
});
