// Photos of coffees while the shop cannot be reached: those that it keeps, and its copies of others.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { copyPath, copyWidths } from "../../catalogue/copy-address.ts";
import { addresses } from "../../app/shop/addresses.ts";
import { cardOf, expect, latte, open, test } from "../fixtures.ts";
import { flatWhite } from "../form-photo.ts";
import { openPassingServer } from "../server/passing-server.ts";
import { isSeen, waitUntilCached } from "../service-worker-cache.ts";

const elsewhere = "https://pictures.example/latte.jpg";

test.use({
  serviceWorkers: "allow",
  runs: "apart",
  catalogue: { coffees: [{ ...latte, photo: elsewhere }] },
  expected: {
    console: /failed|Failed|ERR_|status of|couldn't reach|You're offline|network error/,
    requests: /^http:\/\/127\.0\.0\.1:/,
  },
});

async function expectPhotoOnCard(page: Page, name: string): Promise<void> {
  const photo = cardOf(page, name).getByRole("img", { name: `Photo of ${name}` });
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate(isSeen)).toBe(true);
}

/** The path of the picture that a coffee's card shows. */
function shownOnCard(page: Page, name: string): Promise<string> {
  return cardOf(page, name)
    .locator("img")
    .evaluate((image) => {
      const { pathname, search } = new URL(image instanceof HTMLImageElement ? image.currentSrc : "");
      return pathname + search;
    });
}

/** Opens a coffee's page from its card. The page needs a larger picture than the card. */
async function expectPhotoOnPage(page: Page, name: string): Promise<void> {
  await cardOf(page, name)
    .getByRole("link", { name: `View ${name}` })
    .click();
  const photo = page.locator(".details .photo-frame").getByRole("img", { name: `Photo of ${name}` });
  await expect.poll(() => photo.evaluate(isSeen)).toBe(true);
}

test("@own photos that visitors uploaded show on cards and pages while the server is down", async ({ page, shop }) => {
  test.slow();
  const send = (path: string, type: string, body: Uint8Array<ArrayBuffer> | string) =>
    fetch(shop.url + path, { method: "POST", headers: { "content-type": type }, body });
  const { photo } = await (await send("/-/photos", "image/jpeg", readFileSync(flatWhite))).json();
  await send("/coffee", "application/json", JSON.stringify({ name: "From a phone", photo }));
  await open(page, addresses.home);
  await expectPhotoOnCard(page, "From a phone");
  await waitUntilCached(page, "/", "/coffee", await shownOnCard(page, "From a phone"));
  await shop.stop();
  await page.goto(addresses.home);
  await expectPhotoOnCard(page, "From a phone");
  await expectPhotoOnPage(page, "From a phone");
});

/** A shop behind a proxy that has a copy of each photo, which the browser's own cache must not keep. */
async function openCopyingShop(shop: { url: string }) {
  const between = await openPassingServer(shop.url);
  const serve = (body: Uint8Array) => {
    const headers = { "content-type": "image/png", "content-length": `${body.length}`, "cache-control": "no-store" };
    between.meddle(({ url = "" }) => (url.startsWith("/-/copies?") ? { status: 200, headers, body } : undefined));
  };
  serve(
    await sharp({ create: { width: 400, height: 300, channels: 3, background: "#c8a27f" } })
      .png()
      .toBuffer(),
  );
  return { ...between, serve };
}

/** Opens home, and once more when the service worker handles requests. */
async function openWithWorker(page: Page, url: string): Promise<void> {
  await open(page, url);
  await waitUntilCached(page, "/", "/coffee");
  await open(page, url);
}

test("@own copies of other hosts' photos show on cards and pages while the server is down", async ({ page, shop }) => {
  const between = await openCopyingShop(shop);
  await openWithWorker(page, between.url);
  await expectPhotoOnCard(page, latte.name);
  await waitUntilCached(page, copyPath(elsewhere, copyWidths[0]));
  await between[Symbol.asyncDispose]();
  await page.goto(between.url);
  await expectPhotoOnCard(page, latte.name);
  await expectPhotoOnPage(page, latte.name);
});

test("@own a copy comes from the shop while it can be reached", async ({ page, shop }) => {
  await using between = await openCopyingShop(shop);
  await openWithWorker(page, between.url);
  const path = copyPath(elsewhere, copyWidths[0]);
  const load = () => page.evaluate(async (address) => (await fetch(address)).text(), path);
  const isKept = (text: string) =>
    page.evaluate(async ([key, wanted]) => (await (await caches.match(key))?.text()) === wanted, [path, text] as const);
  for (const text of ["the first picture", "the picture that replaced it"]) {
    between.serve(Buffer.from(text));
    expect(await load()).toBe(text);
    await expect.poll(() => isKept(text)).toBe(true);
  }
});

test("@own the cache keeps the newest 300 photos, none of more than 2 MB", async ({ page, shop }) => {
  await using between = await openCopyingShop(shop);
  await openWithWorker(page, between.url);
  const keys = () => page.evaluate(async () => (await (await caches.open("photos")).keys()).map(({ url }) => url));
  await page.evaluate(async () => {
    const cache = await caches.open("photos");
    for (let count = 0; count < 310; count++) await cache.put(`/-/copies?of=${count}&width=400`, new Response("seen"));
  });
  const load = (of: string) => page.evaluate((path) => fetch(path).then(({ status }) => status), copyPath(of, 400));
  await load("newest");
  await expect.poll(async () => (await keys()).length).toBe(300);
  expect((await keys()).at(-1)).toBe(between.url + copyPath("newest", 400));
  between.serve(Buffer.alloc(2_000_001));
  expect(await load("huge")).toBe(200);
  between.serve(Buffer.alloc(2_000_000));
  await load("large");
  await expect.poll(async () => (await keys()).at(-1)).toBe(between.url + copyPath("large", 400));
  expect(await keys()).not.toContain(between.url + copyPath("huge", 400));
});
