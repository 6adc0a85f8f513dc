import { readFileSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { chromiumArguments, findChromium } from "../../tools/set-up/find-chromium.ts";
import { espresso, expect, latte, open, test } from "../fixtures.ts";

/*
 * Compares the main screens with pictures of them in e2e/look/, made with Debian's Chromium: the first viewport of
 * each page, and the list of home. After an intended change of the look, `npm run look` takes the pictures again.
 */

const bangla: CoffeeFields = {
  name: "টং দোকানের কালো কফি",
  chef: "ফারহানা আক্তার",
  supplier: "মেঘপাহাড় কফি বাগান, বান্দরবান",
  taste: "কড়া, একটু ধোঁয়াটে",
  category: "টং দোকান",
  details: "ছোট কাচের গ্লাসে ঢালা।",
  photo: "/photographs/cha-er-dokan-black.jpg",
  price: "90",
};

const withoutPhoto: CoffeeFields = { ...espresso, name: "A coffee with rather a long name and no photo", photo: "" };

const screens = ["home", "home-list", "add-new-coffee", "coffee-details", "update-coffee", "not-found"] as const;

const windows = [
  { width: 375, height: 812, colorScheme: "light", visible: screens },
  { width: 1280, height: 800, colorScheme: "light", visible: screens },
  { width: 1280, height: 800, colorScheme: "dark", visible: ["home", "coffee-details"] },
] as const;

const madeWith = new URL("../look/made-with.txt", import.meta.url);

test.use({
  catalogue: { coffees: [latte, bangla, espresso, withoutPhoto] },
  expected: { console: /404/ },
  launchOptions: { executablePath: findChromium(), args: chromiumArguments },
});

test.beforeAll(({ browser }) => {
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === "all" || updateSnapshots === "changed") writeFileSync(madeWith, `${nameOf(browser)}\n`);
});

for (const { width, height, colorScheme, visible } of windows) {
  const tag = width === 375 || colorScheme === "dark" ? "@quick" : [];
  test.describe(`@own ${width} wide, ${colorScheme}`, { tag }, () => {
    test.use({ colorScheme, viewport: { width, height } });

    for (const screen of visible) {
      test(`${screen} at ${width} in ${colorScheme} matches its picture`, async ({ page, shop, browser }) => {
        const [first] = await shop.list();
        const paths = {
          home: addresses.home,
          "home-list": addresses.home,
          "add-new-coffee": addresses.addNewCoffee,
          "coffee-details": addresses.coffeeDetails(first?._id ?? ""),
          "update-coffee": addresses.updateCoffee(first?._id ?? ""),
          "not-found": "/nowhere",
        };
        await open(page, paths[screen]);
        if (screen === "home-list")
          await page.getByRole("region", { name: "Our Popular Products" }).evaluate((list) => list.scrollIntoView());
        await settle(page);
        await hidePhotographs(page);
        await expect(page, howToRenew(browser)).toHaveScreenshot(`${screen}-${width}-${colorScheme}.png`, {
          // The year, and a QR code that holds the coffee's id.
          mask: [page.locator(".copyright"), page.locator(".page-code img")],
        });
      });
    }
  });
}

/** Waits for fonts, and for the photos in the viewport. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const seen = Array.from(document.images).filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    await Promise.all([document.fonts.ready, ...seen.map((image) => image.decode())]);
  });
}

/** Replaces photographs with their average colours: the pictures stay small, and only the layout is compared. */
async function hidePhotographs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".photograph { object-position: 200vw 0 !important; background-image: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

function howToRenew(browser: Browser): string {
  const [before, now] = [readFileSync(madeWith, "utf8").trim(), nameOf(browser)];
  const otherwise = before === now ? "" : ` The pictures were made with ${before}, and this is ${now}.`;
  return `If this change is meant, run npm run look to take the pictures again.${otherwise}`;
}

function nameOf(browser: Browser): string {
  return `Chromium ${browser.version().split(".")[0]}`;
}
