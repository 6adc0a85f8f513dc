import type { Page } from "@playwright/test";

import { addresses } from "../../app/shop/addresses.ts";
import { cardOf, espresso, expect, latte, open, test } from "../fixtures.ts";

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const PUBLIC_URL = "https://shop.example";
const photos = {
  "a path of our own": latte.photo,
  "an address of our own": PUBLIC_URL + espresso.photo,
  "an image in the address": pixel,
  "a dead link": "/photos/nothing-here.jpg",
  "no photo": "",
  "words that are no address": "a nice picture",
  "a script": "javascript:alert(1)",
  "a page in the address": "data:text/html,<script>alert(1)</script>",
  "another host without a scheme": "//photos.example/a.jpg",
  "another scheme": "ftp://photos.example/a.jpg",
  "a host that not every browser takes for one": "http://a photo/a.jpg",
};
const coffees = Object.entries(photos).map(([name, photo]) => ({ ...latte, name, photo }));

/** Width over height of every card's photo, to two digits. */
async function shapesOf(page: Page) {
  const frames = page.getByRole("article").locator(".photo-frame");
  const sizes = await frames.evaluateAll((all) =>
    all.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight),
  );
  return sizes.map((shape) => Number(shape.toFixed(2)));
}

test.use({ catalogue: { coffees }, expected: { console: /404/ }, environment: { PUBLIC_URL } });

for (const name of ["a path of our own", "an image in the address"] as const) {
  test(`a photo that is ${name} is shown`, async ({ page }) => {
    await open(page, addresses.home);
    const photo = cardOf(page, name).getByRole("img", { name: `Photo of ${name}` });
    await photo.scrollIntoViewIfNeeded();
    await expect(photo).toHaveAttribute("src", photos[name]);
    await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
  });
}

for (const name of Object.keys(photos).slice(3)) {
  test(`a photo that is ${name} shows the drawn cup in its place`, async ({ page }) => {
    await open(page, addresses.home);
    await cardOf(page, name).scrollIntoViewIfNeeded();
    await expect(cardOf(page, name).getByRole("img", { name: "No photo" })).toBeVisible();
    await expect(cardOf(page, name).getByRole("img")).toHaveCount(1);
  });
}

test("the text of the photo field is kept, whether the photo can be shown or not", async ({ shop }) => {
  expect((await shop.list()).map(({ photo }) => photo)).toEqual(Object.values(photos));
});

test(
  "the shop's photographs load as AVIF in the needed width, with fixed dimensions",
  { tag: "@quick" },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await open(page, addresses.home);
    const photo = cardOf(page, "a path of our own").getByRole("img");
    await photo.scrollIntoViewIfNeeded();
    await expect(photo).toHaveJSProperty("complete", true);
    await expect(photo).toHaveJSProperty("currentSrc", photoUrl(page, "nolen-gur-latte-256.avif"));
    const picture = cardOf(page, "a path of our own").locator("picture");
    await expect(picture.locator('source[type="image/avif"]')).toHaveAttribute("srcset", /256w,.*480w,.*960w/);
    await expect(picture.locator('source[type="image/webp"]')).toHaveAttribute("srcset", /256w,.*480w,.*960w/);
    await expect(photo).toHaveAttribute("width", "960");
    await expect(photo).toHaveAttribute("height", "1200");
    await expect(photo).toHaveAttribute("loading", "lazy");
    const atOwnAddress = cardOf(page, "an address of our own").getByRole("img");
    await atOwnAddress.scrollIntoViewIfNeeded();
    await expect(atOwnAddress).toHaveJSProperty("currentSrc", photoUrl(page, "espresso-saat-masjid-256.avif"));
  },
);

function photoUrl(page: Page, file: string): string {
  return new URL(`/photographs/${file}`, page.url()).href;
}

test("until one of our own photographs arrives, a blurred preview holds its place", async ({ page }) => {
  await page.route("**/photographs/nolen*", () => {});
  await open(page, addresses.home);
  const photo = cardOf(page, "a path of our own").locator("img");
  await expect(photo).toHaveCSS("background-image", /^url\("data:image\/webp;base64,/);
});

// Pages request the shop's copies of these photos; with EXTRAS=off, the photos themselves.
test.describe("photos of another host that never answers", () => {
  test.use({
    catalogue: {
      coffees: [
        { ...latte, photo: "https://slow.example/dead.jpg" },
        { ...espresso, photo: "https://slow.example/late.jpg" },
      ],
    },
    expected: { console: /ERR_/, requests: /^https:\/\/slow\.example\// },
  });

  test("do not delay the load of a page, and the drawn cup shows instead", async ({ page, shop }) => {
    const [slow] = await shop.list();
    await page.route(/slow\.example/, () => {});
    for (const path of [addresses.home, addresses.coffeeDetails(slow?._id ?? "")]) {
      await page.goto(path, { waitUntil: "load" });
      const frame = page.getByRole("main").locator(".photo-frame").first();
      await expect(frame.locator(".missing-photo")).toBeVisible();
      await expect(frame.getByRole("img", { name: "No photo" })).toHaveCount(0);
    }
  });

  test("a photo that arrives covers the cup, and no card is rendered again", async ({ page }) => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route(/slow\.example.+late\.jpg/, async (route) => {
      await gate;
      await route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    });
    await page.route(/slow\.example.+dead\.jpg/, () => {});
    await open(page, addresses.home);
    const cup = cardOf(page, espresso.name).locator(".missing-photo");
    await cup.scrollIntoViewIfNeeded();
    await expect(cup).toBeVisible();
    const changed = await page.evaluateHandle(() => {
      const nodes: Node[] = [];
      const note = (records: readonly MutationRecord[]) => nodes.push(...records.map(({ target }) => target));
      const list = document.querySelector(".coffee-grid");
      if (list) new MutationObserver(note).observe(list, { childList: true, subtree: true, characterData: true });
      return nodes;
    });
    openGate();
    await expect(cup).toBeHidden();
    expect(await changed.evaluate(({ length }) => length)).toBe(0);
  });

  test("a photo that dies or arrives late moves nothing on the page", async ({ page }) => {
    // One column, so that no card stretches to the height of its neighbour.
    await page.setViewportSize({ width: 800, height: 900 });
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route(/slow\.example/, async (route) => {
      await gate;
      if (route.request().url().includes("dead.jpg")) return await route.abort();
      const body = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"/>';
      return await route.fulfill({ contentType: "image/svg+xml", body });
    });
    await open(page, addresses.home);
    const [dead, late] = [cardOf(page, latte.name), cardOf(page, espresso.name)];
    for (const card of [dead, late]) await card.scrollIntoViewIfNeeded();
    const before = await page
      .getByRole("article")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    openGate();
    await expect(dead.getByRole("img", { name: "No photo" })).toBeVisible();
    await expect(late.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
    await expect(late.locator(".photo-frame svg")).toBeHidden();
    const after = await page.getByRole("article").evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    expect(after).toEqual(before);
    expect(await shapesOf(page)).toEqual([0.8, 0.8]);
  });
});

test("cards keep one shape with any photo", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, addresses.home);
  const heights = await page.getByRole("article").evaluateAll((cards) => cards.map((card) => card.clientHeight));
  expect(new Set(heights).size).toBe(1);
  expect(await shapesOf(page)).toEqual(coffees.map(() => 0.8));
});

test("the detail page shows the drawn cup for a dead link too", { tag: "@quick" }, async ({ page, shop }) => {
  const dead = (await shop.list()).find(({ name }) => name === "a dead link");
  await open(page, addresses.coffeeDetails(dead?._id ?? ""));
  await expect(page.locator(".details").getByRole("img", { name: "No photo" })).toBeVisible();
});
