// Takes the pictures of every screen that docs/screens.md shows: a phone and a desk, light and dark.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser } from "@playwright/test";
import { addresses } from "../app/addresses.ts";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { openTestShop } from "../server/open-test-shop.ts";
import { chromiumArguments, findChromium } from "./find-chromium.ts";

const folder = fileURLToPath(new URL("../docs/screenshots", import.meta.url));
const widths = [375, 1280];
const schemes = ["light", "dark"] as const;
const jpegQuality = 72;

async function main(): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("There is no Chromium; npm test brings one.");
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const [first] = (await shop.store.list()).coffees;
  if (!first) throw new Error("The sample catalogue is empty.");
  const screens = {
    home: addresses.home,
    "add-new-coffee": addresses.addNewCoffee,
    "coffee-details": addresses.coffeeDetails(first._id),
    "update-coffee": addresses.updateCoffee(first._id),
    "not-found": "/no-such-page",
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  for (const [name, path] of Object.entries(screens)) {
    for (const width of widths) {
      for (const scheme of schemes)
        await picture(browser, shop.url + path, `${name}-${width}-${scheme}`, width, scheme);
    }
    console.log(name);
  }
  await browser.close();
}

async function picture(browser: Browser, url: string, name: string, width: number, colorScheme: "light" | "dark") {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  await page.goto(url);
  await page.evaluate(async () => {
    // Pictures below the fold load lazily; a full page shows them all.
    for (const image of document.images) image.loading = "eager";
    await Promise.all([document.fonts.ready, ...Array.from(document.images, (image) => image.decode())]);
  });
  await page.screenshot({ path: join(folder, `${name}.jpg`), fullPage: true, type: "jpeg", quality: jpegQuality });
  await page.close();
}

await main();
