import { expect, test } from "vitest";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { sendRaw } from "./api/check-reply.ts";
import { ShownPast } from "./api/shown-past.ts";
import { homeDocuments, sitesAtMost } from "./home-document.ts";
import { openTestShop, type TestShop } from "./open-test-shop.ts";
import { localReplies } from "./pages.ts";
import { PreparedCatalogue } from "./prepared/prepared-catalogue.ts";
import { readSettings } from "./settings.ts";
import { siteUrl } from "./share/site-url.ts";

async function homeFor(shop: TestShop, host: string, headers = {}) {
  const { bytes, ...reply } = await sendRaw(shop, "GET /", { host, ...headers });
  return { ...reply, html: bytes.toString(), etag: reply.headers.get("etag") ?? "" };
}

function addressesIn(html: string): ReadonlySet<string> {
  return new Set(html.matchAll(/https?:\/\/[\w.]+\.example(?=[/:"])/g).map(([address]) => address));
}

test("home names the address by which it was asked for, and whoever names another changes nobody else's", async () => {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees.slice(0, 1) });
  const first = await homeFor(shop, "cafe.example");
  for (const host of Array.from({ length: 3 * sitesAtMost }, (_, at) => `forged${at}.example`)) {
    const { html } = await homeFor(shop, host);
    expect(addressesIn(html)).toEqual(new Set([`http://${host}`]));
    const again = await homeFor(shop, "cafe.example");
    expect([again.html, again.etag]).toEqual([first.html, first.etag]);
  }
  expect(addressesIn(first.html)).toEqual(new Set(["http://cafe.example"]));
  expect((await homeFor(shop, "cafe.example", { "if-none-match": first.etag })).status).toBe(304);
  expect((await homeFor(shop, "other.example", { "if-none-match": first.etag })).status).toBe(200);
});

test("no more documents of home are kept than for the few addresses by which it was asked for last", async () => {
  await using shop = await openTestShop();
  const catalogue = new PreparedCatalogue(shop.store);
  const local = localReplies(shop.store, catalogue, new ShownPast("all", shop.store, () => new Date()), true);
  const settled = { render: async () => new Response(), siteOf: siteUrl(readSettings({})), now: () => new Date() };
  const findHome = homeDocuments({ catalogue, local, ...settled }, true);
  const homeAt = (host: string, search = "") => findHome(search, { headers: { host }, socket: {} });
  const first = homeAt("cafe.example");
  for (let count = 1; count < sitesAtMost; count++) homeAt(`forged${count}.example`);
  expect(homeAt("cafe.example")).toBe(first);
  for (let count = 0; count < sitesAtMost; count++) homeAt(`forged${count}.example`, "?q=latte");
  expect(homeAt("cafe.example")).toBe(first);
  for (let count = 1; count < sitesAtMost; count++) homeAt(`other${count}.example`);
  expect(homeAt("cafe.example")).toBe(first);
  for (let count = 0; count < sitesAtMost; count++) homeAt(`another${count}.example`);
  expect(homeAt("cafe.example")).not.toBe(first);
});

test("where the shop's address is settled, home names no other, whatever a request says", async () => {
  const PUBLIC_URL = "https://cafe.example";
  await using shop = await openTestShop({ environment: { PUBLIC_URL }, firstCoffees: sampleCoffees.slice(0, 1) });
  const { html, etag } = await homeFor(shop, "forged.example");
  expect(addressesIn(html)).toEqual(new Set([PUBLIC_URL]));
  expect((await homeFor(shop, "cafe.example")).etag).toBe(etag);
});
