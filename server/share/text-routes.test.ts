import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { once } from "node:events";
import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { added, call, sendRaw } from "../../test/check-reply.ts";
import { createServer } from "../create-server.ts";
import { openTestShop, type TestShop } from "../../test/servers/open-test-shop.ts";
import { readSettings } from "../settings.ts";
import { atomSchema, namespaces, readXml, sitemapIndexSchema, sitemapSchema } from "../../test/check-xml.ts";

const PUBLIC_URL = "https://shop.example";
const addresses = ["/robots.txt", "/-/sitemap.xml", "/-/feed.atom", "/-/feed.json", "/-/share/home.jpg"] as const;

async function read(shop: TestShop, path: `/${string}`, headers = {}) {
  return call(shop, `GET ${path}`, { headers });
}

/** Texts that could break a document. Each fills the text fields of one coffee. */
const hostile = [
  "<script>alert(1)</script>",
  "]]>&amp;&#0;&bogus;",
  "\"'><x y='",
  "\u0001\u0008\u000b\u001f\ufffe\uffff bell \u0007",
  "\r\n\t\u0085\u2028\u2029",
  "𝒳👩‍👩‍👧‍👦\u{10ffff}",
  "ক্ষ্ম".repeat(2_000),
  " ",
];

async function openHostileShop(): Promise<TestShop> {
  const firstCoffees = hostile.map((text) => ({
    ...emptyFields,
    name: text,
    chef: text,
    taste: text,
    category: text,
    details: text,
    photo: text,
  }));
  return openTestShop({ environment: { PUBLIC_URL, SHOP_NAME: `<&"'>` }, firstCoffees });
}

test("robots.txt allows everything except forms and the log, and names the sitemap", async () => {
  await using shop = await openTestShop({ environment: { PUBLIC_URL } });
  const { status, headers, text } = await read(shop, "/robots.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text.split("\n")).toEqual([
    "User-agent: *",
    "Disallow: /add-new-coffee",
    "Disallow: /update-coffee/",
    "Disallow: /-/changes",
    "Disallow: /*?*changes=",
    "Disallow: /*?*undo-all=",
    "Disallow: /*?*delete=",
    "Allow: /",
    "",
    "Sitemap: https://shop.example/-/sitemap.xml",
    "",
  ]);
});

test("the sitemap has home and every coffee, each with its languages, and when it was last changed", async () => {
  await using shop = await openTestShop({
    firstCoffees: sampleCoffees,
    now: () => new Date("2026-11-21T12:00:00.000Z"),
  });
  const { headers, text } = await read(shop, "/-/sitemap.xml");
  expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const { all } = readXml(text, sitemapSchema, namespaces);
  const { coffees } = await shop.store.list();
  const pages = ["/", ...coffees.map(({ id }) => `/coffee-details/${id}`)].map((path) => shop.url + path);
  expect(all("//s:loc")).toEqual(pages);
  expect(all("//s:lastmod")).toEqual(pages.map(() => "2026-11-21T12:00:00.000Z"));
  expect(all("//s:url[2]/x:link/@href")).toEqual([`${pages[1]}?lang=en`, `${pages[1]}?lang=bn`, pages[1]]);
  for (const page of pages.slice(0, 3)) expect((await fetch(page)).status).toBe(200);
});

test("a sitemap of 5,001 coffees is an index of two parts, which list each coffee once", async () => {
  await using shop = await openTestShop({ environment: { PUBLIC_URL } });
  const many = Array.from({ length: 5_001 }, () => ({ id: undefined, text: coffeeText(emptyFields) }));
  await shop.store.importAll(many, { visitor: null, at: new Date() }, false);
  const parts = readXml((await read(shop, "/-/sitemap.xml")).text, sitemapIndexSchema, namespaces).all("//s:loc");
  expect(parts).toEqual([`${PUBLIC_URL}/-/sitemap/1.xml`, `${PUBLIC_URL}/-/sitemap/2.xml`]);
  const told: string[] = [];
  for (const part of ["/-/sitemap/1.xml", "/-/sitemap/2.xml"] as const) {
    told.push(...readXml((await read(shop, part)).text, sitemapSchema, namespaces).all("//s:loc"));
  }
  const { coffees } = await shop.store.list();
  expect(told).toEqual([`${PUBLIC_URL}/`, ...coffees.map(({ id }) => `${PUBLIC_URL}/coffee-details/${id}`)]);
  for (const path of ["/-/sitemap/0.xml", "/-/sitemap/3.xml", "/-/sitemap/1", "/-/sitemap/1e0.xml"] as const) {
    expect([path, (await read(shop, path)).status]).toEqual([path, 404]);
  }
});

test("the Atom feed has the fifty coffees that were added last, newest first, with their pages and pictures", async () => {
  let now = new Date("2026-11-21T12:00:00.000Z");
  await using shop = await openTestShop({ environment: { PUBLIC_URL }, now: () => now });
  const ids: string[] = [];
  for (let count = 0; count < 52; count++) ids.push(await added(shop, { name: `coffee ${count}`, chef: "Nusrat" }));
  now = new Date("2026-11-22T12:00:00.000Z");
  await call(shop, `PUT /coffee/${ids[51]}`, { json: { name: "Renamed", taste: "Bitter", details: "A cup." } });
  const { headers, text } = await read(shop, "/-/feed.atom");
  expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const { all } = readXml(text, atomSchema, namespaces);
  const newest = ids.toReversed().slice(0, 50);
  expect(all("/a:feed/a:title | /a:feed/a:author/a:name")).toEqual(["Niceties", "Niceties"]);
  expect(all("/a:feed/a:link[@rel='self']/@href")).toEqual([`${PUBLIC_URL}/-/feed.atom`]);
  expect(all("//a:entry/a:link[@rel='alternate']/@href")).toEqual(
    newest.map((id) => `${PUBLIC_URL}/coffee-details/${id}`),
  );
  expect(all("//a:entry/a:link[@rel='enclosure']/@href")).toEqual(
    newest.map((id) => `${PUBLIC_URL}/-/share/${id}.jpg`),
  );
  expect(all("//a:entry[1]/a:title | //a:entry[1]/a:summary")).toEqual(["Renamed", "Bitter\n\nA cup."]);
  expect(all("//a:entry[1]/a:published | //a:entry[1]/a:updated | /a:feed/a:updated")).toEqual([
    "2026-11-22T12:00:00.000Z",
    "2026-11-21T12:00:00.000Z",
    "2026-11-22T12:00:00.000Z",
  ]);
  expect(all("//a:entry[2]/a:author/a:name")).toEqual(["Nusrat"]);
});

test("the feeds and their coffees keep their ids at every address of the shop", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const idsFor = async (host: string) => {
    const { bytes } = await sendRaw(shop, "GET /-/feed.atom", { host });
    const { all } = readXml(bytes.toString(), atomSchema, namespaces);
    expect(all("/a:feed/a:link[@rel='self']/@href")).toEqual([`http://${host}/-/feed.atom`]);
    return all("//a:id");
  };
  const ids = await idsFor("shop.example");
  expect(new Set(ids).size).toBe(sampleCoffees.length + 1);
  expect(await idsFor("other.example")).toEqual(ids);
  const items: { id: string }[] = JSON.parse((await read(shop, "/-/feed.json")).text).items;
  expect(items.map(({ id }) => id)).toEqual(ids.slice(1));
});

const address = { type: "string", format: "uri", pattern: "^https?://" };
const time = { type: "string", format: "date-time" };
const authors = {
  type: "array",
  minItems: 1,
  items: { type: "object", properties: { name: { type: "string", pattern: "\\S" }, url: address }, minProperties: 1 },
};

/** The members that jsonfeed.org/version/1.1 requires, and the form of all members that the shop sends. */
const jsonFeedSchema = {
  type: "object",
  required: ["version", "title", "items"],
  properties: {
    version: { const: "https://jsonfeed.org/version/1.1" },
    title: { type: "string", minLength: 1 },
    home_page_url: address,
    feed_url: address,
    icon: address,
    authors,
    items: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "content_text"],
        properties: {
          id: { type: "string", pattern: "^urn:uuid:" },
          url: address,
          image: address,
          title: { type: "string", minLength: 1 },
          summary: { type: "string", maxLength: 700 },
          content_text: { type: "string" },
          date_published: time,
          date_modified: time,
          authors,
          tags: { type: "array", items: { type: "string" } },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

test("the JSON feed is valid JSON Feed 1.1, also with hostile texts", async () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(jsonFeedSchema);
  await using plain = await openTestShop({ environment: { PUBLIC_URL }, firstCoffees: sampleCoffees });
  await using shop = await openHostileShop();
  for (const each of [plain, shop]) {
    const { headers, text } = await read(each, "/-/feed.json");
    expect(headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    expect(validate(JSON.parse(text)), ajv.errorsText(validate.errors)).toBe(true);
  }
  const { items } = JSON.parse((await read(plain, "/-/feed.json")).text);
  const { coffees } = await plain.store.list();
  expect(items[0]).toMatchObject({
    url: `${PUBLIC_URL}/coffee-details/${coffees[11]?.id}`,
    image: `${PUBLIC_URL}/-/share/${coffees[11]?.id}.jpg`,
    title: "Saat Masjid Espresso",
    authors: [{ name: "Farhana Akter" }],
    tags: ["Espresso"],
  });
});

test("with any text in coffees, the sitemap and the Atom feed are valid, and markup is escaped", async () => {
  await using shop = await openHostileShop();
  readXml((await read(shop, "/-/sitemap.xml")).text, sitemapSchema, namespaces);
  const { all } = readXml((await read(shop, "/-/feed.atom")).text, atomSchema, namespaces);
  expect(all("/a:feed/a:title")).toEqual([`<&"'>`]);
  const titles = all("//a:entry/a:title").toReversed();
  expect(titles.slice(0, 4)).toEqual(["<script>alert(1)</script>", "]]>&amp;&#0;&bogus;", "\"'><x y='", " bell "]);
  expect(titles.slice(5)).toEqual(["𝒳👩‍👩‍👧‍👦\u{10ffff}", expect.stringMatching(/^(ক্ষ্ম){100,}…$/u), "Unnamed coffee"]);
  expect(all("//a:entry[2]/a:summary")[0]).toMatch(/^(ক্ষ্ম)+…$/u);
});

test("a feed or sitemap that a client has gets 304 until a coffee changes", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const texts = addresses.slice(1, 4);
  for (const path of texts) {
    for (const coding of ["identity", "br", "gzip"]) {
      const asked = { "accept-encoding": coding };
      const etag = (await read(shop, path, asked)).headers.get("etag") ?? "";
      const again = await read(shop, path, { ...asked, "if-none-match": etag });
      expect([path, coding, again.status, again.headers.get("etag")]).toEqual([path, coding, 304, etag]);
      const head = await fetch(shop.url + path, { method: "HEAD", headers: asked });
      expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
      expect(head.headers.get("cache-control")).toBe("no-cache");
    }
  }
  const tags = await Promise.all(texts.map(async (path) => (await read(shop, path)).headers.get("etag") ?? ""));
  await added(shop, { name: "New" });
  for (const [at, path] of texts.entries()) {
    expect([path, (await read(shop, path, { "if-none-match": tags[at] })).status]).toEqual([path, 200]);
  }
});

test("an empty shop has a sitemap and feeds too", async () => {
  await using shop = await openTestShop({ environment: { PUBLIC_URL } });
  expect(readXml((await read(shop, "/-/sitemap.xml")).text, sitemapSchema, namespaces).all("//s:loc")).toEqual([
    `${PUBLIC_URL}/`,
  ]);
  expect(readXml((await read(shop, "/-/feed.atom")).text, atomSchema, namespaces).all("//a:entry")).toEqual([]);
  expect(JSON.parse((await read(shop, "/-/feed.json")).text).items).toEqual([]);
});

test("with another product server, robots.txt names no sitemap, and sitemap, feeds and pictures return 404", async () => {
  const server = createServer({
    settings: readSettings({ PRODUCT_SERVER_URL: "https://api.shop.example" }),
    store: undefined,
    photos: undefined,
    copies: undefined,
    renderPage: async () => new Response("a page", { status: 404 }),
    homeSearch: undefined,
    filesFolder: undefined,
    now: () => new Date(),
    report: () => {},
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  const url = `http://127.0.0.1:${typeof listening === "object" ? listening?.port : ""}`;
  const [robots, ...others] = await Promise.all(addresses.map((path) => fetch(url + path)));
  const words = await robots?.text();
  server.close();
  server.closeAllConnections();
  expect([robots?.status, words]).toEqual([200, expect.stringMatching(/^User-agent: \*\n(?![^]*Sitemap)/)]);
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 404));
});

test("without extras, robots.txt, the sitemap, feeds and pictures return 404", async () => {
  await using shop = await openTestShop({ environment: { EXTRAS: "off" }, firstCoffees: sampleCoffees });
  const page = await fetch(`${shop.url}/robots.txt`);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  for (const path of addresses.slice(1)) {
    const { status, body } = await read(shop, path);
    expect([path, status, body]).toMatchObject([path, 404, { type: "/-/problems/unknown-address" }]);
  }
});
