import type { Locator, Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { cardOf, espresso, expect, latte, open, test } from "../fixtures.ts";

/** Records each animation: element and duration in ms if a script starts it, the pseudo-element if a style does. */
async function watchMotion(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    HTMLElement.prototype.animate = function (frames, options) {
      moved.push(`${this.localName} ${typeof options === "object" ? String(options.duration) : options}`);
      return Element.prototype.animate.call(this, frames, options);
    };
    // A notice's timer is a CSS animation too, but it makes no visitor wait.
    document.addEventListener("animationstart", ({ target, pseudoElement }) => {
      if (!(target instanceof Element && target.matches(".notice-time"))) moved.push(pseudoElement);
    });
  });
  return () => page.evaluate<readonly string[]>("moved");
}

test.describe("where motion is welcome", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("a deleted card folds away, and the next takes its place", async ({ page }) => {
    const moved = await watchMotion(page);
    await open(page, addresses.home);
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(cardOf(page, latte.name)).toHaveCount(0);
    await expect(cardOf(page, espresso.name)).toBeVisible();
    expect(await moved()).toEqual(["div 160", "div 160"]);
  });

  test("a click on Delete dims the card before the product server replies", async ({ page }) => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route("**/coffee/*", async (route) => {
      await gate;
      await route.fallback();
    });
    await open(page, addresses.home);
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(cardOf(page, latte.name)).toHaveCSS("opacity", "0.55");
    await expect(cardOf(page, espresso.name)).toHaveCSS("opacity", "1");
    openGate();
    await expect(cardOf(page, latte.name)).toHaveCount(0);
  });

  test("the photo travels from its card to the coffee's page, and back", async ({ page }) => {
    await page.addInitScript(() => {
      const round = Math.round;
      const placeOf = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(round);
      };
      const seen: Record<string, readonly number[]> = {};
      Object.assign(globalThis, { seen });
      // The place of the photo in the article that was clicked: a card, or the page with the link back.
      const note = ({ target }: Event) => {
        const photo = target instanceof Element && target.closest("article")?.querySelector(".photo-frame");
        if (photo) seen["tapped"] = placeOf(photo);
      };
      addEventListener("click", note, true);
      HTMLElement.prototype.animate = function (frames, options) {
        const to = placeOf(this);
        const animation = Element.prototype.animate.call(this, frames, options);
        if (this.matches(".travelling-photo")) Object.assign(seen, { from: placeOf(this), to });
        return animation;
      };
    });
    const travelled = async (to: Locator) => {
      const seen = await page.evaluate<Readonly<Record<string, readonly number[]>>>("seen");
      // A card rises by two pixels under the pointer.
      for (const [at, edge] of (seen["tapped"] ?? []).entries())
        expect(Math.abs((seen["from"]?.[at] ?? 0) - edge)).toBeLessThan(3);
      const { x = 0, y = 0, width = 0, height = 0 } = (await to.boundingBox()) ?? {};
      expect(seen["to"]).toEqual([x, y, width, height].map(Math.round));
      await expect(page.locator(".travelling-photo")).toHaveCount(0);
    };
    await open(page, addresses.home);
    await page.getByRole("link", { name: `View ${espresso.name}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Niceties" })).toBeVisible();
    await travelled(page.locator(".details > .photo-frame"));
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(page.locator(".coffee-grid")).toBeVisible(); // the coffee's page, too, is an article with its name
    await travelled(cardOf(page, espresso.name).locator(".photo-frame"));
  });

  test("a button shrinks while it is pressed", async ({ page }) => {
    await open(page, addresses.home);
    await page.getByRole("button", { name: "Learn More" }).hover();
    await page.mouse.down();
    await expect(page.getByRole("button", { name: "Learn More" })).toHaveCSS("scale", "0.94");
    await page.mouse.up();
    await expect(page.getByRole("button", { name: "Learn More" })).toHaveCSS("scale", "none");
  });
});

test("with reduced motion, a delete and a page change animate nothing", { tag: "@quick" }, async ({ page }) => {
  const moved = await watchMotion(page);
  await open(page, addresses.home);
  await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
  await expect(cardOf(page, latte.name)).toHaveCount(0);
  await page.getByRole("link", { name: `View ${espresso.name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Niceties" })).toBeVisible();
  expect(await moved()).toEqual([]);
  const seen = await page.evaluate(() => {
    const targets = document
      .getAnimations()
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null));
    return targets.filter((target) => target === null || getComputedStyle(target).visibility === "visible").length;
  });
  expect(seen).toBe(0);
});

test("the photo on a card leads to the coffee's page too", async ({ page }) => {
  await open(page, addresses.home);
  await cardOf(page, latte.name).locator(".photo-frame").click({ force: true });
  await expect(page.getByRole("heading", { level: 1, name: "Niceties" })).toBeVisible();
});
