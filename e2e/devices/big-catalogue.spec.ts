// Ten thousand coffees: home lists all of them, but only items near the viewport are cards; the others are text.
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { coffeesInDocument } from "../../app/list/coffees-in-document.ts";
import { callsOf, espresso, expect, formOf, latte, open, submitOf, test } from "../fixtures.ts";

const named = (number: number) => ({ ...(number % 2 ? latte : espresso), name: `No. ${number}` });
const coffees = Array.from({ length: 10_000 }, (_, index) => named(index + 1));
const names = coffees.map(({ name }) => name);

const articles = (page: Page) => page.locator(".coffee-grid article");
const headings = (page: Page) => page.locator(".coffee-grid h3");
const openWhole = async (page: Page) => {
  await open(page, addresses.home);
  await expect.poll(() => headings(page).count()).toBe(coffees.length);
};

/** Scrolls to a fraction of the page's height. Resolves to the names on the cards that are then entirely in view. */
async function scrollDown(page: Page, part: number): Promise<readonly string[]> {
  await page.evaluate((share) => scrollTo(0, document.documentElement.scrollHeight * share), part);
  await expect.poll(() => wordsInView(page)).toBe(0);
  return articles(page).evaluateAll((cards) =>
    cards
      .filter((card) => card.getBoundingClientRect().top > 0 && card.getBoundingClientRect().bottom < innerHeight)
      .map((card) => card.querySelector("h3")?.textContent ?? ""),
  );
}

/** Counts the boxes of text-only items in the viewport. */
function wordsInView(page: Page): Promise<number> {
  return page.locator(".coffee-words").evaluateAll((boxes) => {
    const places = boxes.map((box) => box.getBoundingClientRect());
    return places.filter(({ top, bottom }) => bottom > 0 && top < innerHeight).length;
  });
}

/**
 * Finds cards by class and text: a search by role would compute the role and layout of every element of ten thousand
 * items. Tests wait for an element before they use `expect` on it: when an expected element is missing, Playwright
 * describes the whole page, which takes seconds here.
 */
const cardOf = (page: Page, name: string) => articles(page).filter({ has: page.locator(`h3:text-is("${name}")`) });

const deleteOf = (page: Page, name: string) => page.locator(`button[aria-label="Delete ${name}"]`);

const topOf = async (page: Page, name: string) => (await cardOf(page, name).boundingBox())?.y ?? NaN;

test.describe("@own ten thousand coffees", () => {
  test.beforeEach(async ({ shop }, info) => {
    const file = info.outputPath("coffees.json");
    await writeFile(file, JSON.stringify(coffees));
    shop.operate("import", file, "--yes");
  });
  test.use({ catalogue: { coffees: [] }, viewport: { width: 1280, height: 800 } });

  test("the first document holds only the first cards, and the browser requests the list once", async ({
    page,
    shop,
  }) => {
    const html = await (await fetch(shop.url)).text();
    expect(html.match(/<article/g)).toHaveLength(coffeesInDocument);
    const calls = callsOf(page);
    await openWhole(page);
    expect(await headings(page).allTextContents()).toEqual(names);
    expect(calls).toEqual(["GET /coffee"]);
  });

  test("each is an item of one list, by name, chef and price", async ({ page }) => {
    await openWhole(page);
    const list = page.getByRole("list").filter({ has: page.getByRole("article") });
    await expect(list).toHaveCount(1);
    const items = list.getByRole("listitem");
    await expect(items).toHaveCount(coffees.length);
    await expect(items.nth(7_002)).toHaveText(`No. 7003Chef ${latte.chef}${latte.price} Taka`);
    expect(await articles(page).count()).toBeLessThan(300);
  });

  test("the browser's search in the page finds a coffee far down and shows its card", async ({ page }) => {
    await openWhole(page);
    expect(
      await page.evaluate(() => "find" in window && typeof window.find === "function" && window.find("No. 7003")),
    ).toBe(true);
    await expect.poll(() => wordsInView(page)).toBe(0);
    await expect(deleteOf(page, "No. 7003")).toBeInViewport();
  });

  for (const width of [375, 1280]) {
    test(`scrolling to any part shows cards in order, and keeps fewer than 300, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await openWhole(page);
      for (const part of [0.2, 0.9, 0.5, 0.51, 0.52]) {
        const seen = await scrollDown(page, part);
        expect(seen.length).toBeGreaterThan(1);
        const place = names.indexOf(seen[0] ?? "");
        expect(Math.abs(place / names.length - part)).toBeLessThan(0.02);
        expect(seen).toEqual(names.slice(place, place + seen.length));
      }
      expect(await articles(page).count()).toBeLessThan(300);
    });

    test(`text-only items have the same size and layout as cards, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await openWhole(page);
      const firstFour = (selector: string) =>
        page.locator(selector).evaluateAll((boxes) => {
          const places = boxes.slice(0, 4).map((box) => box.getBoundingClientRect());
          return places.map((place) => [place.left, place.top - (places[0]?.top ?? 0), place.width, place.height]);
        });
      const cards = await firstFour(".coffee-item");
      expect(cards).toHaveLength(4);
      expect(await firstFour(".coffee-item ~ .coffee-words > *")).toEqual(cards);
    });
  }

  test("all are printed as a menu in two columns, with their tastes", async ({ page }) => {
    await openWhole(page);
    await page.emulateMedia({ media: "print" });
    const items = await page.locator(".coffee-grid [role=listitem]").evaluateAll((all) =>
      all.map((item) => ({
        left: Math.round(item.getBoundingClientRect().left),
        height: item.getBoundingClientRect().height,
      })),
    );
    expect(items).toHaveLength(coffees.length);
    expect(new Set(items.map(({ left }) => left)).size).toBe(2);
    expect(Math.min(...items.map(({ height }) => height))).toBeGreaterThan(10);
    const far = page.locator(".coffee-grid [role=listitem]").nth(7_002);
    expect(await far.locator("h3").textContent()).toBe("No. 7003");
    expect(await far.evaluate((item) => getComputedStyle(item, "::after").content)).toBe(`"${latte.taste}"`);
    await expect(far.getByText(`Chef ${latte.chef}`)).toBeHidden();
  });

  test("a delete by keyboard keeps the scroll position and focuses the next card; Ctrl+Z reverses it", async ({
    page,
    shop,
  }) => {
    await openWhole(page);
    const calls = callsOf(page);
    const [, , name = "", next = ""] = await scrollDown(page, 0.5);
    const button = deleteOf(page, name);
    await button.focus();
    const top = await topOf(page, name);
    await page.keyboard.press("Enter");
    await expect(deleteOf(page, next)).toBeFocused();
    await expect(cardOf(page, name)).toHaveCount(0);
    expect(Math.abs((await topOf(page, next)) - top)).toBeLessThan(2);
    await expect(headings(page)).toHaveCount(coffees.length - 1);
    await page.locator(".notices", { hasText: `${name} was deleted.` }).waitFor();
    const undone = page.waitForResponse("**/undo");
    await page.keyboard.press("Control+z");
    await undone;
    await cardOf(page, name).waitFor();
    await expect(cardOf(page, name)).toBeInViewport();
    expect(Math.abs((await topOf(page, name)) - top)).toBeLessThan(2);
    expect(await headings(page).allTextContents()).toEqual(names);
    expect((await shop.list()).map((coffee) => coffee.name)).toEqual(names);
    expect(calls.filter((call) => call === "GET /coffee")).toEqual([]);
  });

  test("after a delete in the middle, cards keep their columns as the visitor scrolls on", async ({ page }) => {
    await openWhole(page);
    const [name = ""] = await scrollDown(page, 0.5);
    await deleteOf(page, name).click();
    await expect(cardOf(page, name)).toHaveCount(0);
    const rest = names.filter((other) => other !== name);
    for (const part of [0.501, 0.504, 0.51, 0.6, 0.7]) {
      const seen = await scrollDown(page, part);
      for (const each of seen) {
        const left = (await cardOf(page, each).boundingBox())?.x ?? NaN;
        expect(left < 300, each).toBe(rest.indexOf(each) % 2 === 0);
      }
    }
  });

  for (const width of [375, 1280]) {
    test(`returning from a coffee's page or form restores the scroll position on home, ${width} wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await openWhole(page);
      const calls = callsOf(page);
      const [name = ""] = await scrollDown(page, 0.5);
      const top = await topOf(page, name);
      const isOnDetails = () =>
        page.waitForFunction(() => document.querySelector(".details"), undefined, { polling: 100 });
      const isAtItsPlace = () => expect.poll(async () => Math.abs((await topOf(page, name)) - top)).toBeLessThan(2);
      await cardOf(page, name).locator("[title=View]").click();
      await isOnDetails();
      await page.goBack();
      await isAtItsPlace();
      await cardOf(page, name).locator("[title=View]").click();
      await isOnDetails();
      await page.locator(".back-to-home").click();
      await isAtItsPlace();
      await cardOf(page, name).locator("[title=Edit]").click();
      await formOf(page).getByLabel("Price").fill("777");
      await submitOf(page).click();
      await isAtItsPlace();
      await expect(cardOf(page, name)).toContainText("777 Taka");
      await expect(headings(page)).toHaveCount(coffees.length);
      expect(calls.filter((call) => call === "GET /coffee")).toEqual([]);
      await cardOf(page, name).locator("[title=View]").click();
      await isOnDetails();
      await page.locator(".brand").click();
      await headings(page).first().waitFor();
      await expect(page.locator("h1")).toBeInViewport();
    });
  }

  test("after an add home opens at the new coffee, the last of them", async ({ page }) => {
    await openWhole(page);
    await page.locator(".products-actions .button-gold").click();
    await formOf(page).getByLabel("Name").fill("Brand new");
    await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
    await cardOf(page, "Brand new").waitFor();
    await expect(cardOf(page, "Brand new").locator("[title=View]")).toBeFocused();
    await expect(cardOf(page, "Brand new")).toBeInViewport({ ratio: 1 });
    await expect.poll(() => wordsInView(page)).toBe(0);
  });

  test("Tab reaches every card in order, even after the visitor has scrolled away", async ({ page }) => {
    await openWhole(page);
    const [name = ""] = await scrollDown(page, 0.5);
    const place = names.indexOf(name);
    await deleteOf(page, name).focus();
    await scrollDown(page, 0.9);
    for (const next of names.slice(place + 1, place + 60)) {
      for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press("Tab");
      await expect(deleteOf(page, next)).toBeFocused();
    }
  });
});

test.describe("as many coffees as the first document holds", () => {
  test.use({ catalogue: { coffees: coffees.slice(0, coffeesInDocument) } });

  test("are whole cards, all of them", async ({ page }) => {
    await open(page, addresses.home);
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/coffee")),
    );
    await expect(page.getByRole("article")).toHaveCount(coffeesInDocument);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole("article")).toHaveCount(coffeesInDocument);
  });
});
