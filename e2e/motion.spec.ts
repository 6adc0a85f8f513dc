import type { Locator, Page } from "@playwright/test";
import { addresses } from "../app/addresses.ts";
import { cardOf, espresso, expect, latte, open, test } from "./fixtures.ts";

/** From here on, the elements that scripts animate, with the time, and what animates by styles. */
async function watchMotion(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    HTMLElement.prototype.animate = function (frames, options) {
      moved.push(`${this.localName} ${typeof options === "object" ? String(options.duration) : options}`);
      return Element.prototype.animate.call(this, frames, options);
    };
    // How long a notice stays is an animation too, but nothing that a visitor waits for.
    document.addEventListener("animationstart", ({ target, pseudoElement }) => {
      if (!(target instanceof Element && target.matches(".notice-time"))) moved.push(pseudoElement);
    });
  });
  return () => page.evaluate<readonly string[]>("moved");
}

/** Left, top, width and height in the window. */
async function placeOf(photo: Locator): Promise<readonly number[]> {
  const { x, y, width, height } = (await photo.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x, y, width, height].map(Math.round);
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

  test("a card answers a tap on Delete before the product server does", async ({ page }) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/coffee/*", async (route) => {
      await held;
      await route.fallback();
    });
    await open(page, addresses.home);
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(cardOf(page, latte.name)).toHaveCSS("opacity", "0.55");
    await expect(cardOf(page, espresso.name)).toHaveCSS("opacity", "1");
    letGo();
    await expect(cardOf(page, latte.name)).toHaveCount(0);
  });

  test("the photo travels from its card to the coffee's page, and back", async ({ page }) => {
    await page.addInitScript(() => {
      HTMLElement.prototype.animate = function (frames, options) {
        const place = () => {
          const { x, y, width, height } = this.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        };
        const to = place();
        const animation = Element.prototype.animate.call(this, frames, options);
        if (this.matches(".travelling-photo")) Object.assign(globalThis, { travelled: { from: place(), to } });
        return animation;
      };
    });
    const travelled = () => page.evaluate<unknown>("travelled");
    await open(page, addresses.home);
    const onCard = cardOf(page, espresso.name).locator(".photo-frame");
    const onPage = page.locator(".details > .photo-frame");
    await page.getByRole("link", { name: `View ${espresso.name}` }).hover();
    const card = await placeOf(onCard);
    await page.getByRole("link", { name: `View ${espresso.name}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Niceties" })).toBeVisible();
    expect(await travelled()).toEqual({ from: card, to: await placeOf(onPage) });
    await page.getByRole("link", { name: "Back to home" }).hover();
    const left = await placeOf(onPage);
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(cardOf(page, espresso.name)).toBeVisible();
    expect(await travelled()).toEqual({ from: left, to: await placeOf(onCard) });
    await expect(page.locator(".travelling-photo")).toHaveCount(0);
  });

  test("a button gives way under the finger", async ({ page }) => {
    await open(page, addresses.home);
    await page.getByRole("button", { name: "Learn More" }).hover();
    await page.mouse.down();
    await expect(page.getByRole("button", { name: "Learn More" })).toHaveCSS("scale", "0.94");
    await page.mouse.up();
    await expect(page.getByRole("button", { name: "Learn More" })).toHaveCSS("scale", "none");
  });
});

test("nothing moves for those who ask for stillness", async ({ page }) => {
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
