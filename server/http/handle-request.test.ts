import { once } from "node:events";
import { get, request, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { added, call, sendRaw } from "../../test/check-reply.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";

const policy = "cross-origin-resource-policy";

test("other sites may embed pictures for sharing, but no reply of the API", async () => {
  await using shop = await openTestShop();
  const id = await added(shop, { name: "Latte" });
  for (const line of ["GET /coffee", `GET /coffee/${id}`, "GET /-/live"] as const)
    expect((await call(shop, line)).headers.get(policy), line).toBe("same-origin");
  expect((await call(shop, "GET /-/share/none.png")).headers.get(policy)).toBe("cross-origin");
});

test("opening /coffee as a page returns the not-found page, and POST /coffee still adds", async () => {
  await using shop = await openTestShop();
  const headers = { "sec-fetch-dest": "document" };
  const page = await sendRaw(shop, "HEAD /coffee", headers);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.headers.get("vary")).toMatch(/\bSec-Fetch-Dest\b/);
  expect((await call(shop, "POST /coffee", { json: {}, headers })).status).toBe(201);
});

test("a request target that is neither a path nor an HTTP URL is refused with 400", async () => {
  await using shop = await openTestShop();
  const asking = get(shop.url, { path: "ftp://shop/coffee" });
  const [reply]: IncomingMessage[] = await once(asking, "response");
  expect(reply?.statusCode).toBe(400);
  asking.destroy();
  expect(shop.reports).toEqual([]);
});

test("every reply has its own Request-Id", async () => {
  await using shop = await openTestShop();
  const ids = await Promise.all(
    (["GET /", "GET /coffee", "GET /coffee/unknown", "DELETE /-/nothing"] as const).map(
      async (line) => (await call(shop, line)).headers.get("request-id") ?? "",
    ),
  );
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set(ids).size).toBe(4);
});

test("once the shop is closing, each reply ends its connection, also to a request that was sent before", async () => {
  const closing = new AbortController();
  await using shop = await openTestShop({ closing: closing.signal });
  const connectionOf = async (line: "GET /coffee" | "GET /" | "DELETE /coffee") =>
    (await call(shop, line)).headers.get("connection");
  expect(await connectionOf("GET /coffee")).toBe("keep-alive");
  const headers = { "content-type": "application/json", expect: "100-continue" };
  const post = request(`${shop.url}/coffee`, { method: "POST", headers });
  post.flushHeaders();
  await once(post, "continue");
  closing.abort();
  post.end("{}");
  const [reply]: IncomingMessage[] = await once(post, "response");
  expect([reply?.statusCode, reply?.headers.connection]).toEqual([201, "close"]);
  reply?.resume();
  for (const line of ["GET /coffee", "GET /", "DELETE /coffee"] as const)
    expect(await connectionOf(line), line).toBe("close");
});
