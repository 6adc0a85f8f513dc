// Photos on other hosts, which pages show as the shop's own copies.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { copyPath, copyWidths } from "../../catalogue/copy-address.ts";
import { addresses } from "../../app/shop/addresses.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { networkTo, openPhotoHost, publicName } from "../../test/servers/photo-hosts.ts";
import { cardOf, espresso, expect, formOf, idle, latte, open, test } from "../fixtures.ts";

const elsewhere = "https://pictures.example/latte.jpg?size=1,2";
const alsoElsewhere = "http://192.0.2.1/espresso.png";

test.use({
  catalogue: {
    coffees: [
      { ...latte, photo: elsewhere },
      { ...espresso, photo: alsoElsewhere },
    ],
  },
});

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>';

/** Answers each request for a copy with a picture, and returns the copies that were requested, as they come. */
async function serveCopies(page: Page) {
  const copies: { of: string; width: number }[] = [];
  await page.route(/\/-\/copies\?/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    copies.push({ of: searchParams.get("of") ?? "", width: Number(searchParams.get("width")) });
    await route.fulfill({ contentType: "image/svg+xml", body: picture });
  });
  return copies;
}

/** Pages by name: the path of each, given a coffee's id, and whether it shows photos. */
const pages = {
  home: [() => addresses.home, true],
  "home in Bangla": [() => "/?lang=bn", true],
  "a search": [() => "/?q=latte", true],
  "the question before a delete": [(id: string) => `/?delete=${id}`, true],
  "the board": [() => "/?board", false],
  "the changes": [() => "/?changes", false],
  "a coffee": [addresses.coffeeDetails, true],
  "a photo at its largest": [(id: string) => `${addresses.coffeeDetails(id)}#photo`, true],
  "the update form": [addresses.updateCoffee, true],
  "the add form": [() => addresses.addNewCoffee, false],
  "not found": [() => "/nowhere", false],
} as const;

test.describe("with photos on other hosts", () => {
  test.use({ expected: { console: /404/ } });

  for (const [name, [pathOf, hasPhotos]] of Object.entries(pages)) {
    const tag = name === "home" ? "@quick" : [];
    test(`${name} requests nothing from the hosts of photos`, { tag }, async ({ page, shop }) => {
      const hosts = new Set<string>();
      page.on("request", (request) => hosts.add(new URL(request.url()).host));
      const copies = await serveCopies(page);
      const [first] = await shop.list();
      await page.goto(pathOf(first?._id ?? ""));
      for (const frame of await page.locator(".photo-frame:visible").all()) await frame.scrollIntoViewIfNeeded();
      await page.emulateMedia({ media: "print" });
      await idle(page);
      if (hasPhotos) await expect.poll(() => copies.map(({ of }) => of)).toContain(elsewhere);
      const ofShop = [shop.url, shop.productServerUrl].map((url) => new URL(url).host);
      expect([...hosts].filter((host) => !ofShop.includes(host))).toEqual([]);
    });
  }
});

test("a copy has the width that the page needs, and covers the drawn cup", async ({ page, shop }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const copies = await serveCopies(page);
  const [first] = await shop.list();
  await open(page, addresses.home);
  const frame = cardOf(page, latte.name).locator(".photo-frame");
  await frame.scrollIntoViewIfNeeded();
  await expect(frame.getByRole("img", { name: `Photo of ${latte.name}` })).not.toHaveJSProperty("naturalWidth", 0);
  await expect(frame.locator(".missing-photo")).toBeHidden();
  expect(copies.filter(({ of }) => of === elsewhere)).toEqual([{ of: elsewhere, width: copyWidths[0] }]);
  copies.length = 0;
  await page.goto(addresses.coffeeDetails(first?._id ?? ""));
  await expect.poll(() => copies).toContainEqual({ of: elsewhere, width: copyWidths[1] });
});

test("the large view shows the largest copy", async ({ page, shop }) => {
  const copies = await serveCopies(page);
  const [first] = await shop.list();
  await open(page, addresses.coffeeDetails(first?._id ?? ""));
  await page.getByRole("link", { name: "Enlarge the photo" }).click();
  const photo = page.getByRole("dialog").getByRole("img", { name: `Photo of ${latte.name}` });
  await expect(photo).toHaveJSProperty("currentSrc", shop.url + copyPath(elsewhere, copyWidths[2]));
  expect(copies).toContainEqual({ of: elsewhere, width: copyWidths[2] });
});

test.describe("of a photo that the shop cannot fetch", () => {
  test.use({ expected: { console: /404|503/ } });

  for (const status of [404, 503])
    test(`a copy that is answered ${status} leaves the drawn cup in its place`, async ({ page }) => {
      await page.route(/\/-\/copies\?/, (route) => route.fulfill({ status, body: "" }));
      await open(page, addresses.home);
      const card = cardOf(page, latte.name);
      await card.scrollIntoViewIfNeeded();
      await expect(card.getByRole("img", { name: "No photo" })).toBeVisible();
      await expect(card.getByRole("img")).toHaveCount(1);
    });

  test("a copy that the shop is still making is asked for again, a few times", async ({ page }) => {
    let asked = 0;
    await page.route(/\/-\/copies\?of=https/, async (route) => {
      asked += 1;
      if (asked < 3) await route.fulfill({ status: 503, body: "" });
      else await route.fulfill({ contentType: "image/svg+xml", body: picture });
    });
    await page.clock.install();
    await open(page, addresses.home);
    const card = cardOf(page, latte.name);
    await card.scrollIntoViewIfNeeded();
    for (const seconds of [3, 6]) {
      await expect(card.getByRole("img", { name: "No photo" })).toBeVisible();
      await page.clock.runFor(seconds * 1_000);
    }
    const photo = card.getByRole("img", { name: `Photo of ${latte.name}` });
    await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
    expect(asked).toBe(3);
  });
});

test.describe("of a host that answers", () => {
  test.use({ expected: { requests: /^http:\/\/127\.0\.0\.1:/ } }); // the test has a shop of its own

  test("a photo on another host arrives by way of the shop", async ({ page }) => {
    const bytes = readFileSync(new URL("../../public/photographs/flat-white.jpg", import.meta.url));
    await using host = await openPhotoHost(({ url }, outgoing) =>
      url === "/latte.jpg" ? outgoing.end(bytes) : outgoing.writeHead(404).end(),
    );
    const photo = `http://${publicName}/latte.jpg`;
    await using shop = await openTestShop({ mirror: networkTo(host), firstCoffees: [{ ...latte, photo }] });
    await page.goto(shop.url);
    await cardOf(page, latte.name).scrollIntoViewIfNeeded();
    const image = cardOf(page, latte.name).getByRole("img", { name: `Photo of ${latte.name}` });
    await expect(image).not.toHaveJSProperty("naturalWidth", 0);
    await expect(cardOf(page, latte.name).locator(".missing-photo")).toBeHidden();
  });
});

test("the form's card shows the copy of an address once its field is left", async ({ page }) => {
  const copies = await serveCopies(page);
  await open(page, addresses.addNewCoffee);
  await formOf(page).getByLabel("Photo", { exact: true }).pressSequentially(alsoElsewhere);
  await idle(page);
  expect(copies).toEqual([]);
  await formOf(page).getByLabel("Price").focus();
  await expect(page.locator(".card-preview img")).not.toHaveJSProperty("naturalWidth", 0);
  expect(new Set(copies.map(({ of }) => of))).toEqual(new Set([alsoElsewhere]));
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the photo on a coffee's page leads to its largest copy", async ({ page, shop }) => {
    await serveCopies(page);
    const [first] = await shop.list();
    await page.goto(addresses.coffeeDetails(first?._id ?? ""));
    const link = page.getByRole("link", { name: "Enlarge the photo" });
    await expect(link).toHaveAttribute("href", copyPath(elsewhere, copyWidths[2]));
  });
});

test.describe("with MIRROR_PHOTOS=off", () => {
  test.use({
    environment: { MIRROR_PHOTOS: "off" },
    expected: { requests: /^https:\/\/pictures\.example\/|^http:\/\/192\.0\.2\.1\//, console: /ERR_FAILED/ },
  });

  test("photos come from their own hosts, which do not learn the page", async ({ page }) => {
    await page.route(alsoElsewhere, (route) => route.abort());
    const asked = page.waitForRequest(elsewhere);
    await page.route(elsewhere, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    await open(page, addresses.home);
    await cardOf(page, latte.name).scrollIntoViewIfNeeded();
    expect((await asked).headers()["referer"]).toBeUndefined();
    await expect(cardOf(page, latte.name).locator(".missing-photo")).toBeHidden();
  });
});
