import { describe, expect, test } from "vitest";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { sampleCoffees } from "../../../catalogue/sample-coffees.ts";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { added, call, sendRaw, textAt } from "../../../test/check-reply.ts";

async function tagOf(shop: TestShop, path: `/${string}`, coding = "identity"): Promise<string> {
  const { headers } = await call(shop, `GET ${path}`, { headers: { "accept-encoding": coding } });
  expect(headers.get("etag")).toMatch(/^"[^"]+"$/);
  return headers.get("etag") ?? "";
}

/** Replaces `TAG` in a header's value with the ETag, without its quotes. */
const filled = (header: string, tag: string) => header.replaceAll("TAG", tag.slice(1, -1));

const holding = ['"TAG"', 'W/"TAG"', '"other", "TAG"', '"a,b" , W/"TAG","c"', "*"];
const notHolding = ['"other"', 'W/"other"', '"TAG2"', '"2TAG"', "TAG", '""', '"*"'];

describe.each(["/coffee", "/coffee/{id}"])("GET %s", (template) => {
  test.for([...holding.map((header) => [header, 304] as const), ...notHolding.map((header) => [header, 200] as const)])(
    "with If-None-Match: %s is answered with %i",
    async ([header, expected]) => {
      await using shop = await openTestShop();
      const path = template.replace("{id}", await added(shop, { name: "a" }));
      const tag = await tagOf(shop, path === "/coffee" ? path : `/coffee/${path.slice(8)}`);
      const { status, text, headers } = await call(shop, `GET /${path.slice(1)}`, {
        headers: { "if-none-match": filled(header, tag), "accept-encoding": "identity" },
      });
      expect([status, text === ""]).toEqual([expected, expected === 304]);
      expect([headers.get("etag"), headers.get("cache-control")]).toEqual([tag, "no-cache"]);
    },
  );

  test("returns a different ETag after each change", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, { name: "a" });
    const path = `/${template.slice(1).replace("{id}", id)}` as const;
    const tags = [await tagOf(shop, path)];
    for (const name of ["b", "a"]) {
      const headers = { "if-none-match": tags.join(", ") };
      expect((await call(shop, `GET ${path}`, { headers })).status).toBe(304);
      await call(shop, `PUT /coffee/${id}`, { json: { name } });
      expect((await call(shop, `GET ${path}`, { headers })).status).toBe(200);
      tags.push(await tagOf(shop, path));
    }
    expect(new Set(tags).size).toBe(3);
  });
});

test("a coffee's ETag stays the same while other coffees change", async () => {
  await using shop = await openTestShop();
  const id = await added(shop);
  const tag = await tagOf(shop, `/coffee/${id}`);
  await call(shop, `DELETE /coffee/${await added(shop)}`);
  expect(await tagOf(shop, `/coffee/${id}`)).toBe(tag);
});

describe.each(["br", "zstd", "gzip"])("a list compressed with %s", (coding) => {
  const decode = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };

  test("decodes to the same bytes as the uncompressed list, and is less than half as large", async () => {
    await using shop = await openTestShop({ firstCoffees: sampleCoffees });
    const plain = await sendRaw(shop, "GET /coffee", { "accept-encoding": "identity" });
    const { headers, bytes } = await sendRaw(shop, "GET /coffee", { "accept-encoding": coding });
    expect([headers.get("content-encoding"), plain.headers.get("content-encoding")]).toEqual([coding, null]);
    const decoder = Object.entries(decode).find(([name]) => name === coding)?.[1];
    expect(decoder?.(bytes)).toEqual(plain.bytes);
    expect(headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(plain.headers.get("content-length")).toBe(String(plain.bytes.byteLength));
    expect(bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2);
  });

  test("has its own strong ETag, which works in If-None-Match and If-Match", async () => {
    await using shop = await openTestShop({ firstCoffees: sampleCoffees });
    const id = await added(shop, { name: "a" });
    const tag = await tagOf(shop, "/coffee", coding);
    expect(tag).not.toBe(await tagOf(shop, "/coffee"));
    const headers = { "accept-encoding": coding, "if-none-match": tag };
    expect((await call(shop, "GET /coffee", { headers })).status).toBe(304);
    const write = { json: { name: "b" }, headers: { "if-match": tag } };
    expect((await call(shop, `PUT /coffee/${id}`, write)).status).toBe(200);
  });

  test("is revalidated by a 304 with its own ETag", async () => {
    await using shop = await openTestShop({ firstCoffees: sampleCoffees });
    const tag = await tagOf(shop, "/coffee", coding);
    const headers = { "accept-encoding": coding, "if-none-match": tag };
    const { status, headers: received } = await call(shop, "GET /coffee", { headers });
    expect([status, received.get("etag")]).toEqual([304, tag]);
  });
});

test.for([
  ["br, zstd, gzip", "br"],
  ["gzip, zstd", "zstd"],
  ["gzip, deflate", "gzip"],
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["br;q=0, *", "zstd"],
  ["identity, br;q=0.9", null],
  ["deflate", null],
  ["", null],
] as const)("with Accept-Encoding: %s the list comes in %s", async ([accepted, coding]) => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const { headers } = await sendRaw(shop, "GET /coffee", { "accept-encoding": accepted });
  expect(headers.get("content-encoding")).toBe(coding);
});

test("replies, 304 included, say in Vary what they depend on", async () => {
  await using shop = await openTestShop();
  const id = await added(shop);
  const lists = [
    await call(shop, "GET /coffee"),
    await call(shop, "GET /coffee", { headers: { "if-none-match": "*" } }),
  ];
  for (const { headers } of lists) expect(headers.get("vary")).toBe("Accept-Encoding, Sec-Fetch-Dest");
  const coffees = [
    await call(shop, `GET /coffee/${id}`),
    await call(shop, `GET /coffee/${id}`, { headers: { "if-none-match": "*" } }),
  ];
  for (const { headers } of coffees) expect(headers.get("vary")).toBe("Sec-Fetch-Dest");
});

describe.each(["PUT", "DELETE"])("%s", (method) => {
  const json = method === "PUT" ? { json: { name: "b" } } : {};

  test.for(['"TAG"', '"other", "TAG"', "*"])("with If-Match: %s goes ahead", async (header) => {
    await using shop = await openTestShop();
    const id = await added(shop, { name: "a" });
    const headers = { "if-match": filled(header, await tagOf(shop, `/coffee/${id}`)) };
    expect((await call(shop, `${method} /coffee/${id}`, { ...json, headers })).status).toBe(200);
    expect(await shop.store.changes(0, 10)).toHaveLength(2);
  });

  test.for(['W/"TAG"', '"other"', '"TAG2"', '"2TAG"', "TAG", '""', '"*"', 'W/"TAG", "other"'])(
    "with If-Match: %s is refused with 412, and writes nothing",
    async (header) => {
      await using shop = await openTestShop();
      const id = await added(shop, { name: "a" });
      const headers = { "if-match": filled(header, await tagOf(shop, `/coffee/${id}`)) };
      const { status, body } = await call(shop, `${method} /coffee/${id}`, { ...json, headers });
      expect([status, textAt(body, "type")]).toEqual([412, "/-/problems/changed-meanwhile"]);
      expect(await shop.store.changes(0, 10)).toHaveLength(1);
    },
  );

  test("with the ETag of an earlier version is refused with 412", async () => {
    await using shop = await openTestShop();
    const id = await added(shop, { name: "a" });
    const headers = { "if-match": await tagOf(shop, `/coffee/${id}`) };
    await call(shop, `PUT /coffee/${id}`, { json: { name: "other" } });
    expect((await call(shop, `${method} /coffee/${id}`, { ...json, headers })).status).toBe(412);
    expect((await call(shop, `GET /coffee/${id}`)).body).toMatchObject({ name: "other" });
  });
});

test("of two concurrent writes with the same If-Match, one succeeds and the other gets 412", async () => {
  await using shop = await openTestShop();
  const id = await added(shop, { name: "a" });
  const headers = { "if-match": await tagOf(shop, `/coffee/${id}`) };
  const replies = await Promise.all(
    ["b", "c"].map((name) => call(shop, `PUT /coffee/${id}`, { json: { name }, headers })),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 412]));
});

test("a PUT with If-Match: * for an unknown id returns 404", async () => {
  await using shop = await openTestShop();
  const write = { json: { name: "a" }, headers: { "if-match": "*" } };
  expect((await call(shop, "PUT /coffee/0123456789abcdef01234567", write)).status).toBe(404);
});

test("PUT returns the same ETag as the next GET of the coffee", async () => {
  await using shop = await openTestShop();
  const id = await added(shop);
  const { headers } = await call(shop, `PUT /coffee/${id}`, { json: { name: "b" } });
  expect(headers.get("etag")).toBe(await tagOf(shop, `/coffee/${id}`));
});
