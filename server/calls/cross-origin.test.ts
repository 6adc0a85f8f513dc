import { expect, test } from "vitest";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { added, call } from "../../test/check-reply.ts";

const friend = "https://shop.example";
const stranger = "https://other.example";
const preflight = { "access-control-request-method": "PUT", "access-control-request-headers": "content-type,if-match" };

/** The value of ALLOWED_ORIGINS, the origin of a page, and whether the page may read the reply. */
const cases = [
  [friend, friend, true],
  [`https://first.example, ${friend}`, friend, true],
  [friend, stranger, false],
  [friend, "http://shop.example", false],
  [friend, "https://shop.example:8443", false],
  [friend, `${friend}.evil.example`, false],
  [friend, "null", false],
  ["*", stranger, true],
  ["", friend, false],
] as const;

test.for(cases)(
  "with ALLOWED_ORIGINS=%s, a page of %s may read replies and errors: %s",
  async ([allowed, origin, may]) => {
    await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: allowed } });
    const id = await added(shop);
    const replies = [
      await call(shop, "GET /coffee", { headers: { origin } }),
      await call(shop, `GET /coffee/${id}`, { headers: { origin } }),
      await call(shop, "POST /coffee", { json: {}, headers: { origin } }),
      await call(shop, `PUT /coffee/${id}`, { json: { name: "b" }, headers: { origin } }),
      await call(shop, `DELETE /coffee/${id}`, { headers: { origin } }),
      await call(shop, `GET /coffee/${id}`, { headers: { origin } }),
      await call(shop, "POST /coffee", { json: "{", headers: { origin } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200, 404, 400]);
    for (const { headers } of replies) {
      expect([origin, "*"].includes(headers.get("access-control-allow-origin") ?? "")).toBe(may);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
  },
);

test.for(cases)("with ALLOWED_ORIGINS=%s, a page of %s may ask to write: %s", async ([allowed, origin, may]) => {
  await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: allowed } });
  const { status, headers } = await call(shop, "OPTIONS /coffee/0123456789abcdef01234567", {
    headers: { origin, ...preflight },
  });
  expect(status).toBe(204);
  expect([origin, "*"].includes(headers.get("access-control-allow-origin") ?? "")).toBe(may);
});

test("a preflight reply names every method and header of the five calls", async () => {
  await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: friend } });
  const { headers } = await call(shop, "OPTIONS /coffee", { headers: { origin: friend, ...preflight } });
  const listed = (name: string) => (headers.get(name) ?? "").split(",").map((item) => item.trim().toLowerCase());
  expect(listed("access-control-allow-methods")).toEqual(
    expect.arrayContaining(["get", "head", "post", "put", "delete"]),
  );
  expect(listed("access-control-allow-headers")).toEqual(
    expect.arrayContaining(["content-type", "if-match", "if-none-match"]),
  );
});

test("an allowed origin may send Idempotency-Key, except with extras off", async () => {
  for (const [EXTRAS, may] of [
    ["on", true],
    ["off", false],
  ] as const) {
    await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: friend, EXTRAS } });
    const { headers } = await call(shop, "OPTIONS /coffee", { headers: { origin: friend, ...preflight } });
    expect(headers.get("access-control-allow-headers")?.includes("Idempotency-Key")).toBe(may);
  }
});

test("an allowed origin may read ETag, Location, Niceties-Receipt and Retry-After", async () => {
  await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: friend } });
  const { headers } = await call(shop, "POST /coffee", { json: {}, headers: { origin: friend } });
  const exposed = (headers.get("access-control-expose-headers") ?? "").toLowerCase().split(/\s*,\s*/);
  expect(exposed).toEqual(expect.arrayContaining(["etag", "location", "niceties-receipt", "retry-after"]));
});

test("Vary names Origin, so caches keep the replies to different origins apart", async () => {
  await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: friend } });
  for (const sent of [{ headers: { origin: friend } }, { headers: { origin: stranger } }, {}]) {
    expect((await call(shop, "GET /coffee", sent)).headers.get("vary")).toMatch(/\bOrigin\b/);
  }
});

test("an OPTIONS request that is not a preflight gets the methods in Allow", async () => {
  await using shop = await openTestShop({ environment: { ALLOWED_ORIGINS: friend } });
  const { headers } = await call(shop, "OPTIONS /coffee", { headers: { origin: friend } });
  expect(headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
});
