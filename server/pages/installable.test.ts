import { expect, test } from "vitest";
import { openTestShop } from "../../test/servers/open-test-shop.ts";

const manifestOf = async (url: string, search = "") => (await fetch(`${url}/manifest.webmanifest${search}`)).json();

test("the manifest has the shop's own name, colours and languages, and icons that are there", async () => {
  await using shop = await openTestShop({
    environment: { SHOP_NAME: "Corner Cup", SHOP_NAME_BN: "কর্নার কাপ", THEME_LIGHT: "espresso=#102030 paper=#fffaf0" },
  });
  const manifest = await manifestOf(shop.url);
  expect(manifest).toMatchObject({
    name: "Corner Cup",
    short_name: "Corner Cup",
    lang: "en",
    start_url: "/",
    display: "standalone",
    theme_color: "#102030",
    background_color: "#fffaf0",
  });
  expect(await manifestOf(shop.url, "?lang=bn")).toMatchObject({ name: "কর্নার কাপ", lang: "bn", start_url: "/" });
  expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose])).toEqual([
    ["192x192", "any"],
    ["512x512", "any"],
    ["512x512", "maskable"],
  ]);
  for (const { src, type } of manifest.icons)
    expect((await fetch(shop.url + src)).headers.get("content-type")).toBe(type);
});

test("the service worker is revalidated each time, may fetch only from this server, and knows every script and style", async () => {
  await using shop = await openTestShop();
  const reply = await fetch(`${shop.url}/service-worker.js`);
  expect(reply.headers.get("cache-control")).toBe("no-cache");
  expect(reply.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(reply.headers.get("content-security-policy")).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  );
  const worker = await reply.text();
  const named = [...(await (await fetch(shop.url)).text()).matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)];
  expect(named.length).toBeGreaterThan(3);
  for (const [path] of named) expect(worker).toContain(path);
});

test("with extras off, there is no manifest, and the service worker unregisters itself", async () => {
  await using shop = await openTestShop({ environment: { EXTRAS: "off" } });
  expect((await fetch(`${shop.url}/manifest.webmanifest`)).status).toBe(404);
  expect(await (await fetch(shop.url)).text()).not.toContain("manifest.webmanifest");
  const reply = await fetch(`${shop.url}/service-worker.js`);
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  const worker = await reply.text();
  expect(worker).toContain("unregister");
  expect(worker).not.toContain("respondWith");
});
