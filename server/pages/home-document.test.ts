import { expect, test, vi } from "vitest";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { parsePictureName, photoAddress } from "../../catalogue/photo-address.ts";
import { sampleCoffees, samplesFor } from "../../catalogue/sample-coffees.ts";
import { sendRaw } from "../../test/check-reply.ts";
import { ShownPast } from "../calls/changes/shown-past.ts";
import { homeDocuments } from "./home-document.ts";
import { currentBuild } from "./builds.ts";
import { openTestShop, type TestShop } from "../../test/servers/open-test-shop.ts";
import { loadBuild, localReplies, type RenderPage } from "./render-pages.ts";
import { PreparedCatalogue } from "../list-cache/prepared-catalogue.ts";
import { readSettings } from "../settings.ts";
import { knownSites, sitesAtMost } from "../share/known-sites.ts";
import { siteUrl } from "../share/site-url.ts";

async function homeFor(shop: TestShop, host: string, headers = {}) {
  const { bytes, ...reply } = await sendRaw(shop, "GET /", { host, ...headers });
  return { ...reply, html: bytes.toString(), etag: reply.headers.get("etag") ?? "" };
}

function addressesIn(html: string): ReadonlySet<string> {
  return new Set(html.matchAll(/https?:\/\/[\w.]+\.example(?=[/:"])/g).map(([address]) => address));
}

test("home names the address of its request, and requests for other hosts do not change it", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees.slice(0, 1) });
  const first = await homeFor(shop, "cafe.example");
  const without = new Set<string>();
  for (const [at, host] of Array.from({ length: 3 * sitesAtMost }, (_, each) => `forged${each}.example`).entries()) {
    const { html } = await homeFor(shop, host);
    expect(addressesIn(html)).toEqual(new Set(at + 1 < sitesAtMost ? [`http://${host}`] : []));
    if (at + 1 >= sitesAtMost) without.add(html);
    const again = await homeFor(shop, "cafe.example");
    expect([again.html, again.etag]).toEqual([first.html, first.etag]);
  }
  expect(without.size).toBe(1);
  expect(addressesIn(first.html)).toEqual(new Set(["http://cafe.example"]));
  expect((await homeFor(shop, "cafe.example", { "if-none-match": first.etag })).status).toBe(304);
  expect((await homeFor(shop, "other.example", { "if-none-match": first.etag })).status).toBe(200);
});

const built = currentBuild();
if (!built) throw new Error("The shop is not built: node tools/set-up/setup.mjs --build");
const { homeSearch } = (await loadBuild(built.pagesFile)).entry.module;

type CountedHome = Readonly<{
  extras?: boolean;
  now?: () => Date;
  /** Renders home for the `count`th time; the first render has count 1. */
  respond?: (count: number, request: Request) => Response | Promise<Response>;
}>;

const june = new Date("2026-06-01T00:00:00.000Z");
const rendered = (count: number) => new Response(`render ${count}`);

/** The documents of home in a shop, and the number of renders. */
function countedHome(shop: TestShop, { extras = true, now = () => june, respond = rendered }: CountedHome = {}) {
  const catalogue = new PreparedCatalogue(shop.store);
  const local = localReplies(shop.store, catalogue, new ShownPast("all", shop.store, now), extras);
  let renders = 0;
  const render: RenderPage = async (request, replies) => {
    const count = (renders += 1);
    await replies?.list({ count: 1, bytes: 1 });
    return respond(count, request);
  };
  const parts = {
    homeSearch,
    catalogue,
    local,
    render,
    siteOf: siteUrl(readSettings({})),
    isKnownSite: knownSites(now),
    now,
  };
  const { findHome } = homeDocuments(parts, extras);
  return {
    /** The text of home. Undefined if no document is cached for the request, or if the render fails. */
    textAt: async (search: string, host = "cafe.example", language = "en") => {
      const headers = { host, "accept-language": language };
      const reply = await findHome(search, { headers, socket: {} })?.reply({});
      return Array.isArray(reply?.body) ? Buffer.concat(reply.body).toString() : undefined;
    },
    renders: () => renders,
  };
}

test("queries with unknown parameters get the same cached document of home", async () => {
  await using shop = await openTestShop();
  const { textAt, renders } = countedHome(shop);
  const plain = await textAt("");
  const odd = [
    "?x",
    "?x=1&y=2",
    "?utm_source=a&fbclid=b",
    "?lang=xx",
    "?LANG=bn",
    "?q=&sort=added&category=",
    "?&&",
    "?%zz",
  ];
  for (const search of odd) expect([search, await textAt(search)]).toEqual([search, plain]);
  expect(renders()).toBe(1);
  const bangla = await textAt("?lang=bn");
  expect(await textAt("?utm_source=a&lang=bn&x=1")).toBe(bangla);
  const board = await textAt("?board");
  expect(await textAt("?x&board=1")).toBe(board);
  expect([new Set([plain, bangla, board]).size, renders()]).toEqual([3, 3]);
  for (const search of ["?q=latte", "?sort=name", "?price-from=1", "?lang=bn&chef=Rahim"])
    expect(await textAt(search)).toBeUndefined();
});

test("with extras off, every query gets the same document of home", async () => {
  await using shop = await openTestShop();
  const { textAt, renders } = countedHome(shop, { extras: false });
  for (const search of ["", "?x", "?lang=bn", "?board", "?q=latte"]) expect(await textAt(search)).toBe("render 1");
  expect(renders()).toBe(1);
});

test("a thousand forged hosts cause only a few renders of home, and displace no cached document", async () => {
  await using shop = await openTestShop();
  const { textAt, renders } = countedHome(shop);
  const first = await textAt("");
  for (let count = 0; count < 1_000; count++) await textAt("", `forged${count}.example`);
  expect(await textAt("")).toBe(first);
  expect(renders()).toBe(sitesAtMost + 1);
});

test("after an hour without requests a site makes room for another, and home is rendered for it again", async () => {
  await using shop = await openTestShop();
  let now = june;
  const { textAt } = countedHome(shop, { now: () => now });
  const askAt = async (sites: string) => {
    const texts: unknown[] = [];
    for (const site of sites) texts.push(await textAt("", `${site}.example`));
    return texts;
  };
  expect(await askAt("abcd")).toEqual(["render 1", "render 2", "render 3", "render 4"]);
  now = new Date(june.getTime() + 2 * 3_600_000);
  expect(await askAt("acd")).toEqual(["render 1", "render 3", "render 4"]);
  expect(await askAt("ef")).toEqual(["render 5", "render 6"]); // e displaces b, and f is unknown
  expect(await askAt("acde")).toEqual(["render 1", "render 3", "render 4", "render 5"]);
  now = new Date(june.getTime() + 4 * 3_600_000);
  expect(await askAt("b")).toEqual(["render 7"]);
});

test("home is rendered in each language that visitors ask for", async () => {
  await using shop = await openTestShop();
  const { textAt } = countedHome(shop, {
    respond: (count, { headers }) => new Response(`render ${count} in ${headers.get("accept-language")}`),
  });
  const languages = ["en", "bn-BD,bn;q=0.9", "bn", "en-GB", "fr"];
  const texts = [];
  for (const language of languages) texts.push(await textAt("", "cafe.example", language));
  const [english, bangla] = ["render 1 in en", "render 2 in bn"];
  expect(texts).toEqual([english, bangla, bangla, english, english]);
});

test("many requests for home at the same time share one render", async () => {
  await using shop = await openTestShop();
  const { textAt } = countedHome(shop);
  const texts = await Promise.all(Array.from({ length: 20 }, () => textAt("")));
  expect(new Set(texts)).toEqual(new Set(["render 1"]));
});

test("home is rendered again only after a change of the coffees that it shows", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees.slice(0, 1) });
  const { textAt } = countedHome(shop);
  const first = (await shop.store.list()).coffees[0]?.id ?? "";
  const another = coffeeText({ ...emptyFields, name: "Another" });
  const by = { visitor: null, at: june };
  expect(await textAt("")).toBe("render 1");
  await shop.store.add(another, by);
  expect(await textAt("")).toBe("render 1");
  await shop.store.replace(first, another, by);
  expect(await textAt("")).toBe("render 2");
});

test("home is sent with the type, policy and language of what was rendered, and varies by the encoding too", async () => {
  await using shop = await openTestShop();
  const { headers } = await homeFor(shop, "cafe.example", { "accept-language": "bn" });
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("content-security-policy")).toContain("script-src");
  expect(headers.get("content-language")).toBe("bn");
  expect(headers.get("vary")?.split(", ")).toEqual(expect.arrayContaining(["Accept-Language", "Accept-Encoding"]));
});

test("home is rendered again in another year", async () => {
  await using shop = await openTestShop();
  let year = 2026;
  const { textAt } = countedHome(shop, { now: () => new Date(Date.UTC(year, 5)) });
  expect([await textAt(""), await textAt("")]).toEqual(["render 1", "render 1"]);
  year += 1;
  expect(await textAt("")).toBe("render 2");
});

test("after home fails to render, the next request renders it again", async () => {
  await using shop = await openTestShop();
  const { textAt } = countedHome(shop, {
    respond: (count) => {
      if (count === 2) throw new Error("The page is broken.");
      return new Response(`render ${count}`, { status: count === 1 ? 500 : 200 });
    },
  });
  expect([await textAt(""), await textAt(""), await textAt("")]).toEqual([undefined, undefined, "render 3"]);
});

test("if a render of home fails after a coffee changed, the next render is still cached", async () => {
  await using shop = await openTestShop();
  const rendering = Promise.withResolvers<void>();
  const failing = Promise.withResolvers<void>();
  const respond = async (count: number) => {
    if (count > 1) return rendered(count);
    rendering.resolve();
    await failing.promise;
    return new Response("", { status: 500 });
  };
  const { textAt } = countedHome(shop, { respond });
  const earlier = textAt("");
  await rendering.promise;
  await shop.store.add(coffeeText(emptyFields), { visitor: null, at: june });
  const follow = shop.store.follow.bind(shop.store);
  vi.spyOn(shop.store, "follow").mockImplementationOnce(async (...asked) => {
    const changes = await follow(...asked);
    setImmediate(failing.resolve); // the next render waits for the first before this runs
    return changes;
  });
  expect(await textAt("")).toBe("render 2");
  expect([await earlier, await textAt("")]).toEqual([undefined, "render 2"]);
});

test("with PUBLIC_URL, home names no other address, even if a request does", async () => {
  const PUBLIC_URL = "https://cafe.example";
  await using shop = await openTestShop({ environment: { PUBLIC_URL }, firstCoffees: sampleCoffees.slice(0, 1) });
  const { html, etag } = await homeFor(shop, "forged.example");
  expect(addressesIn(html)).toEqual(new Set([PUBLIC_URL]));
  expect((await homeFor(shop, "cafe.example")).etag).toBe(etag);
});

test.for(["on", "off"])(
  "a photo under the shop's own address is shown like its path, with EXTRAS=%s",
  async (EXTRAS) => {
    const environment = { PUBLIC_URL: "https://cafe.example", EXTRAS };
    const pictures = async (firstCoffees: readonly CoffeeFields[]) => {
      await using shop = await openTestShop({ environment, firstCoffees });
      return [...(await homeFor(shop, "cafe.example")).html.matchAll(/<picture>.*?<\/picture>/g)].map(String);
    };
    const whole = await pictures(samplesFor(environment.PUBLIC_URL));
    expect(whole).toEqual(await pictures(sampleCoffees));
    expect(whole.join("")).toContain("/photographs/dudh-malai-coffee-256.avif 256w");
  },
);

test("a photo that the shop keeps comes in all widths and formats, with its colour, size and description", async () => {
  const photo = { id: "3f".repeat(32), width: 1_200, height: 900, colour: "c8a27f" };
  const address = photoAddress(photo, "দুধের ফেনায় একটি পাতা");
  const environment = { PUBLIC_URL: "https://cafe.example" };
  const firstCoffees = [{ ...emptyFields, name: "Latte", photo: environment.PUBLIC_URL + address }];
  await using shop = await openTestShop({ environment, firstCoffees });
  const { html } = await homeFor(shop, "cafe.example");
  const [frame = ""] = /<div class="photo-frame">.*?<\/div>/.exec(html) ?? [];
  const pictures = frame.match(/\/-\/photos\/[^ "]+/g) ?? [];
  expect(pictures.map((path) => parsePictureName(path.slice("/-/photos/".length)))).toEqual(
    ["avif", "webp"]
      .flatMap((format) => [160, 400, 800, 1_200].map((width) => ({ photo, width, format })))
      .concat({ photo, width: 1_200, format: "jpg" })
      .concat([160, 400, 800, 1_200].map((width) => ({ photo, width, format: "jpg" }))),
  );
  expect(frame).toContain('alt="দুধের ফেনায় একটি পাতা" lang="bn"');
  expect(frame).toContain('width="1200" height="900"');
  expect(frame).toContain('color="#c8a27f"');
  expect(frame).not.toContain("style");
});

const elsewhere = "https://pictures.example/latte.jpg?size=1&crop=2";
const copyAt = (width: number) => `/-/copies?of=${encodeURIComponent(elsewhere)}&amp;width=${width}`;

/** Of a home whose only coffee has a photo on another host: its policy for pictures, the photo's image, and JSON-LD. */
async function homeWithPhotoElsewhere(more: Readonly<Record<string, string>>) {
  const environment = { PUBLIC_URL: "https://cafe.example", ...more };
  const firstCoffees = [{ ...emptyFields, name: "Latte", photo: elsewhere }];
  await using shop = await openTestShop({ environment, firstCoffees });
  const { html, headers } = await homeFor(shop, "cafe.example");
  const [frame = ""] = /<div class="photo-frame">.*?<\/div>/.exec(html) ?? [];
  const [, data = "{}"] = /<script type="application\/ld\+json">([^<]*)/.exec(html) ?? [];
  return {
    pictures: /img-src ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1],
    image: /<img [^>]*>/.exec(frame)?.[0] ?? "",
    hasCup: frame.includes("missing-photo"),
    link: /"image":"([^"]*latte[^"]*)"/.exec(data)?.[1],
    isTold: html.includes("hasNoCopies"),
  };
}

test("a photo on another host comes from the shop's copy in three widths, over the drawn cup", async () => {
  const home = await homeWithPhotoElsewhere({});
  expect(home.pictures).toBe("'self' data: blob:");
  expect(home.image).toContain(`src="${copyAt(1_600)}"`);
  expect(home.image).toContain(`srcSet="${[400, 800, 1_600].map((width) => `${copyAt(width)} ${width}w`).join(", ")}"`);
  expect(home.image).toContain('sizes="min(12.5rem, 34vw)"');
  expect(home.image).toContain('loading="lazy"');
  expect(home.hasCup).toBe(true);
  expect(home.link).toBe(`https://cafe.example/-/copies?of=${encodeURIComponent(elsewhere)}&width=1600`);
  // Every byte of home counts.
  expect(home.isTold).toBe(false);
});

test.for([
  [{ MIRROR_PHOTOS: "off" }, elsewhere],
  [{ EXTRAS: "off" }, undefined],
] as const)("with %j, a photo comes from its own host", async ([environment, link]) => {
  const home = await homeWithPhotoElsewhere(environment);
  expect(home.pictures).toBe("* data: blob:");
  expect(home.image).toContain(`src="${elsewhere.replaceAll("&", "&amp;")}"`);
  expect(home.image).not.toContain("copies");
  expect(home.image).toContain('referrerPolicy="no-referrer"');
  expect(home.hasCup).toBe(true);
  expect(home.link).toBe(link);
});

test.for(["GET /", "GET /?lang=en", "GET /?lang=bn"] as const)(
  "home of the sample shop fits in the first 14,600 bytes of a new connection: %s",
  async (line) => {
    await using shop = await openTestShop({ firstCoffees: sampleCoffees });
    const { headers, bytes } = await sendRaw(shop, line, { "accept-encoding": "br" });
    const lines = ["HTTP/1.1 200 OK", ...[...headers].map(([name, value]) => `${name}: ${value}`), "", ""];
    expect(headers.get("content-encoding")).toBe("br");
    expect(Buffer.byteLength(lines.join("\r\n")) + bytes.length).toBeLessThan(14_600);
  },
);
