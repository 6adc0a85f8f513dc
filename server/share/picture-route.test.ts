import { createCanvas } from "@napi-rs/canvas";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { added, call, sendRaw, textAt } from "../../test/check-reply.ts";
import { openTestShop, type TestShop } from "../../test/servers/open-test-shop.ts";
import { DrawingProcess } from "./pictures/drawing-process.ts";
import { pictureSize } from "./pictures/picture-size.ts";

const inFiles = { DATABASE_URL: "" };
const own = "/photographs/flat-white.jpg";

async function picture(shop: TestShop, id: string, query = "", headers = {}) {
  const reply = await sendRaw(shop, `GET /-/share/${id}.jpg${query}`, headers);
  expect(shop.reports).toEqual([]);
  return { ...reply, etag: reply.headers.get("etag") ?? "" };
}

afterEach(() => vi.restoreAllMocks());

test("each coffee has a picture of 1200 by 630, and so has the shop, in either language", async () => {
  await using shop = await openTestShop({ environment: inFiles, firstCoffees: sampleCoffees.slice(0, 2) });
  const { coffees } = await shop.store.list();
  const tags = new Set<string>();
  for (const of of [...coffees.map(({ id }) => id), "home"]) {
    for (const query of ["", "?lang=bn"]) {
      const { status, headers, bytes, etag } = await picture(shop, of, query);
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        200,
        "image/jpeg",
        "public, max-age=600",
      ]);
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      expect(headers.get("content-length")).toBe(String(bytes.byteLength));
      expect(bytes.byteLength).toBeLessThan(300_000);
      expect(pictureSize(bytes)).toEqual({ width: 1_200, height: 630 });
      tags.add(etag);
    }
  }
  expect(tags.size).toBe(6);
});

test("a picture keeps its ETag until something that it shows changes", async () => {
  await using shop = await openTestShop({ environment: inFiles });
  const id = await added(shop, { name: "Latte", price: "9", details: "Milk." });
  const { etag } = await picture(shop, id);
  const held = await picture(shop, id, "", { "if-none-match": etag });
  expect([held.status, held.etag, held.bytes.byteLength]).toEqual([304, etag, 0]);
  await call(shop, `PUT /coffee/${id}`, { json: { name: "Latte", price: "9", details: "Oats." } });
  expect((await picture(shop, id)).etag).toBe(etag);
  await call(shop, `PUT /coffee/${id}`, { json: { name: "Latte", price: "10" } });
  expect((await picture(shop, id, "", { "if-none-match": etag })).status).toBe(200);
});

test("HEAD of a picture has the headers of GET; other methods are refused", async () => {
  await using shop = await openTestShop({ environment: inFiles });
  const id = await added(shop, { name: "Latte" });
  const { etag, bytes } = await picture(shop, id);
  const { status, headers } = await fetch(`${shop.url}/-/share/${id}.jpg`, { method: "HEAD" });
  expect([status, headers.get("etag"), headers.get("content-length")]).toEqual([200, etag, String(bytes.byteLength)]);
  const refused = await call(shop, `POST /-/share/${id}.jpg`);
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test("a picture is drawn once, and the second time the same bytes are sent", async () => {
  await using shop = await openTestShop({ environment: inFiles });
  const draw = vi.spyOn(DrawingProcess.prototype, "draw");
  const { bytes } = await picture(shop, "home");
  expect((await picture(shop, "home")).bytes).toEqual(bytes);
  expect(draw).toHaveBeenCalledOnce();
});

test("pictures that an earlier release kept in the data directory are removed as the shop opens", async () => {
  await using place = await openTestShop({ environment: inFiles });
  const former = join(place.directory, "share-pictures");
  mkdirSync(former);
  writeFileSync(join(former, "one.jpg"), "a number");
  await using _shop = await openTestShop({ environment: { ...inFiles, DATA_DIR: place.directory } });
  await expect.poll(() => existsSync(former)).toBe(false);
});

test("sixty concurrent requests for one picture all get it, and it is drawn once", async () => {
  await using shop = await openTestShop({ environment: inFiles });
  const draw = vi.spyOn(DrawingProcess.prototype, "draw");
  const sixty = Array.from({ length: 60 }, () => fetch(`${shop.url}/-/share/home.jpg`));
  const statuses = (await Promise.all(sixty)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(draw).toHaveBeenCalledOnce();
});

test("too many different pictures at once are refused with Retry-After", async () => {
  await using shop = await openTestShop({ environment: inFiles });
  const ids = [];
  for (let count = 0; count < 60; count++) ids.push(await added(shop, { name: String(count) }));
  const replies = await Promise.all(ids.map((id) => fetch(`${shop.url}/-/share/${id}.jpg`)));
  const refused = replies.filter(({ status }) => status === 503);
  expect(replies.filter(({ status }) => status === 200).length + refused.length).toBe(60);
  expect(refused.length).toBeGreaterThan(0);
  for (const reply of refused) {
    expect([reply.headers.get("retry-after"), textAt(await reply.json(), "type")]).toEqual([
      "5",
      "/-/problems/drawing-busy",
    ]);
  }
});

const canvas = createCanvas(40, 50);
const dataOf = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString("base64")}`;
const png = canvas.toBuffer("image/png");
/** A PNG whose header claims a width and height of `side` pixels. */
const sized = (side: number) => {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
};

test("a picture shows the shop's own photographs and photos in data URLs", async () => {
  await using shop = await openTestShop({ environment: inFiles });
  const { etag: without } = await picture(shop, await added(shop, { name: "Latte" }));
  const photos = [own, ` ${own} `, dataOf("png", png), dataOf("jpeg", canvas.toBuffer("image/jpeg"))];
  for (const photo of photos) {
    expect([photo, (await picture(shop, await added(shop, { name: "Latte", photo }))).etag]).not.toEqual([
      photo,
      without,
    ]);
  }
});

test("a photograph under the shop's own address is drawn as well", async () => {
  const PUBLIC_URL = "https://shop.example";
  await using shop = await openTestShop({ environment: { ...inFiles, PUBLIC_URL } });
  const tagFor = async (photo: string) => (await picture(shop, await added(shop, { name: "Latte", photo }))).etag;
  expect(await tagFor(PUBLIC_URL + own)).toBe(await tagFor(own));
  expect(await tagFor(`https://other.example${own}`)).toBe(await tagFor(""));
});

test("any other photo is replaced by the drawn cup", async () => {
  await using shop = await openTestShop({ environment: inFiles });
  const { etag: without } = await picture(shop, await added(shop, { name: "Latte" }));
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
  const photos = [
    "/photographs/none.jpg",
    "/photographs/../photographs/flat-white.jpg",
    "/photographs/./flat-white.jpg",
    "/photographs/..%2f..%2fserver%2findex.js",
    "/photographs/flat-white-256.webp",
    "/apple-touch-icon.png",
    "//photographs/flat-white.jpg",
    `file://${process.cwd()}/public${own}`,
    "data:image/png;base64,",
    "data:image/png;base64,AAAA",
    "data:text/html;base64,AAAA",
    dataOf("svg+xml", svg),
    dataOf("png", svg),
    dataOf("gif", canvas.toBuffer("image/gif")),
    dataOf("png", sized(30_000)),
    dataOf("png", sized(2_500)),
    dataOf("png", sized(0)),
  ];
  for (const photo of photos) {
    expect([photo, (await picture(shop, await added(shop, { name: "Latte", photo }))).etag]).toEqual([photo, without]);
  }
});

test("a photo on another host is never asked for", async () => {
  let asked = 0;
  const other = createServer((_incoming, outgoing) => {
    asked += 1;
    outgoing.end(png);
  });
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await using shop = await openTestShop({ environment: inFiles });
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="http://127.0.0.1:${port}/c.png"/></svg>`,
  );
  const photos = [
    `http://127.0.0.1:${port}/a.jpg`,
    `//127.0.0.1:${port}/photographs/b.jpg`,
    `/\\127.0.0.1:${port}/photographs/b.jpg`,
    dataOf("svg+xml", svg),
    dataOf("png", svg),
  ];
  for (const photo of photos) expect((await picture(shop, await added(shop, { photo }))).status).toBe(200);
  other.close();
  expect([port !== undefined, asked]).toEqual([true, 0]);
});

test.for([
  ["ten thousand letters without a blank", "a".repeat(10_000)],
  ["ten thousand words", "ab ".repeat(3_333)],
  ["one letter with ten thousand signs", `e${"\u0301".repeat(9_999)}`],
  ["a conjunct without an end", "ক্".repeat(5_000)],
  ["signs that are not seen", "\u202e\u200b\u200d\u0007\ufeff".repeat(2_000)],
  ["emojis of many parts", "👨‍👩‍👧‍👦".repeat(900)],
  ["both directions", "abc אבג ".repeat(1_250)],
  ["letters of no script", "\u{10fffd}\u{e0041}".repeat(5_000)],
  ["markup", "<b>&amp;</b>"],
] as const)("a picture can be drawn of %s", async ([, text]) => {
  await using shop = await openTestShop({ environment: { ...inFiles, SHOP_NAME: text } });
  const id = await added(shop, { name: text, taste: text.slice(0, text.length / 2), price: "9".repeat(300) });
  for (const [of, query] of [
    [id, ""],
    [id, "?lang=bn"],
    ["home", ""],
  ] as const) {
    const { status, bytes } = await picture(shop, of, query);
    expect([status, pictureSize(bytes)]).toEqual([200, { width: 1_200, height: 630 }]);
  }
});

test("the picture of a deleted coffee returns 410, of an unknown one 404, and undo restores it", async () => {
  await using shop = await openTestShop({ environment: inFiles });
  const id = await added(shop, { name: "Latte" });
  const { etag } = await picture(shop, id);
  await call(shop, `DELETE /coffee/${id}`);
  const gone = await call(shop, `GET /-/share/${id}.jpg`);
  expect([gone.status, gone.body]).toMatchObject([410, { type: "/-/problems/deleted-coffee", deleted: { change: 2 } }]);
  await call(shop, "PUT /-/changes/2/undo");
  expect((await picture(shop, id)).etag).toBe(etag);
  for (const never of ["0123456789abcdef01234567", "nope", "%2e%2e"]) {
    const { status, body } = await call(shop, `GET /-/share/${never}.jpg`);
    expect([never, status, textAt(body, "type")]).toEqual([never, 404, "/-/problems/unknown-coffee"]);
  }
  for (const path of ["home", ".jpg", "home.png", "home.jpg/"] as const) {
    expect([path, (await call(shop, `GET /-/share/${path}`)).status]).toEqual([path, 404]);
  }
});

test("the page of a deleted coffee returns 410, or 404 without extras or for an unknown id", async () => {
  for (const [EXTRAS, expected] of [
    ["on", 410],
    ["off", 404],
  ] as const) {
    await using shop = await openTestShop({ environment: { EXTRAS } });
    const id = await added(shop, { name: "Latte" });
    await call(shop, `DELETE /coffee/${id}`);
    const page = await fetch(`${shop.url}/coffee-details/${id}`);
    expect([EXTRAS, page.status, page.headers.get("content-type")]).toEqual([
      EXTRAS,
      expected,
      "text/html; charset=utf-8",
    ]);
    expect(await page.text()).toContain("Back to home");
    expect((await fetch(`${shop.url}/coffee-details/0123456789abcdef01234567`)).status).toBe(404);
  }
});
