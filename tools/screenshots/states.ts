import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { bangla } from "../../app/words/bangla.ts";
import { english, type Words } from "../../app/words/english.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { settle, type Camera, type SheetPart } from "./camera.ts";

type State = Readonly<{ path: (firstId: string) => string; show?: (page: Page, words: Words) => Promise<void> }>;

/** What a visitor sees besides whole pages, each in a window that shows it. */
const states: Readonly<Record<string, State>> = {
  hero: { path: () => addresses.home },
  filters: {
    path: () => `${addresses.home}?category=Espresso`,
    show: (page) =>
      page.getByRole("search").evaluate((form) => {
        for (const filters of form.querySelectorAll("details")) filters.open = true;
        scrollTo(0, form.getBoundingClientRect().top - 16);
      }),
  },
  refused: {
    path: () => addresses.addNewCoffee,
    show: async (page, { coffee, form, notices }) => {
      await page.getByLabel(coffee.fields.price).fill("-5");
      await page.getByRole("button", { name: form.add.submit }).click();
      await page.getByRole("region", { name: notices.region }).getByRole("paragraph").first().waitFor();
    },
  },
  added: {
    path: () => addresses.addNewCoffee,
    show: async (page, { coffee, form, notices }) => {
      await page.getByRole("main").getByLabel(coffee.fields.name, { exact: true }).fill("Rooftop Rain");
      await page.getByRole("button", { name: form.add.submit }).click();
      await page.getByRole("link", { name: coffee.viewNamed("Rooftop Rain") }).waitFor();
      await page.getByRole("button", { name: notices.undo }).waitFor();
    },
  },
  deleted: {
    path: () => addresses.home,
    show: async (page, { coffee, notices }) => {
      const buttons = page.getByRole("button", { name: new RegExp(coffee.deleteNamed("").trim()) });
      for (let count = 0; count < 4; count += 1) {
        const before = await buttons.count();
        await buttons.nth(1).click();
        await page.waitForFunction((left) => document.querySelectorAll(".action-delete").length < left, before);
      }
      await page.getByRole("button", { name: notices.undo }).first().waitFor();
    },
  },
  details: {
    path: addresses.coffeeDetails,
    show: (page) => page.locator(".facts").evaluate((facts) => facts.scrollIntoView({ block: "start" })),
  },
  alike: {
    path: addresses.coffeeDetails,
    show: (page) => page.locator(".around").evaluate((around) => around.scrollIntoView({ block: "start" })),
  },
};

/** A phone in portrait and landscape, a desktop, and the desktop at 200 %: half as wide, at twice the density. */
const stateWindows = [
  { width: 375, height: 812, deviceScaleFactor: 1 },
  { width: 812, height: 375, deviceScaleFactor: 1 },
  { width: 1280, height: 800, deviceScaleFactor: 1 },
  { width: 640, height: 400, deviceScaleFactor: 2 },
];

/** Takes each state in both languages and in each of these windows. */
export async function takeStates(camera: Camera): Promise<void> {
  for (const [name, { path, show }] of Object.entries(states)) {
    const parts: SheetPart[] = [];
    for (const words of [english, bangla]) {
      for (const { width, height, deviceScaleFactor } of stateWindows) {
        await using shop = await openTestShop({ firstCoffees: sampleCoffees });
        const [first] = (await shop.store.list()).coffees;
        const options = { viewport: { width, height }, deviceScaleFactor, locale: words.locale };
        const page = await camera.open(shop.url + path(first?.id ?? ""), width, options);
        await show?.(page, words);
        await settle(page);
        const zoom = deviceScaleFactor === 2 ? "1280 × 800 at 200 %" : `${width} × ${height}`;
        parts.push({ source: pngUrl(await page.screenshot()), words: `${zoom}, ${words.language}` });
        await page.close();
      }
    }
    await camera.takeSheet(`state-${name}`, parts, stateWindows.length, 1_500);
  }
}

export function pngUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString("base64")}`;
}
