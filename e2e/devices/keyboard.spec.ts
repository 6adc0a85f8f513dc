import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { contrast } from "../../server/pages/theme.ts";
import { asHex, lightestColour } from "./colours.ts";
import { cardOf, espresso, expect, formOf, latte, notices, open, test } from "../fixtures.ts";

/** Presses Tab until the control with this name has the focus, as a person without a mouse would. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const control = document.activeElement;
      const label =
        control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.labels?.[0] : null;
      return control?.getAttribute("aria-label") ?? label?.textContent ?? control?.textContent?.trim();
    });
    if (focused === name) return;
  }
  throw new Error(`${name} was never focused.`);
}

/** The colour of an element's focus ring, and a spot of one pixel just outside the ring. */
function ringAndPlaceAround(element: Element) {
  const { outlineColor, outlineOffset, outlineWidth } = getComputedStyle(element);
  const { left, top, height } = element.getBoundingClientRect();
  const outside = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) + 2;
  return { ring: outlineColor, around: { x: left - outside, y: top + height / 2, width: 1, height: 1 } };
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`in ${colorScheme}, the focused element is on the screen and has a focus ring`, async ({ page, shop }) => {
    await page.emulateMedia({ colorScheme });
    const [coffee] = await shop.list();
    for (const path of [addresses.home, addresses.updateCoffee(coffee?._id ?? "")]) {
      await open(page, path);
      for (let stop = 0; stop < 18; stop += 1) {
        await page.keyboard.press("Tab");
        // A file field is not seen; the button over it has the ring.
        const focused = page.locator(":focus:not(input.sr-only), input.sr-only:focus + *");
        await expect(focused).toBeInViewport();
        await expect(focused).toHaveCSS("outline-style", "solid");
        await expect(focused).toHaveCSS("outline-width", "3px");
        const { ring, around } = await focused.evaluate(ringAndPlaceAround);
        expect(contrast(await lightestColour(page, around), asHex(ring))).toBeGreaterThanOrEqual(3);
      }
    }
  });
}

for (const [width, height] of [
  [320, 256],
  [375, 667],
  [1280, 800],
] as const) {
  test.describe(`${width} by ${height}`, { tag: ["@extras", "@own"] }, () => {
    test.use({ viewport: { width, height }, catalogue: { coffees: Array.from({ length: 5 }, () => latte) } });

    test(`notices leave more than half of the focused element visible, in a window of ${width} by ${height}`, async ({
      page,
    }) => {
      test.slow();
      await open(page, addresses.home);
      const deletes = page.getByRole("button", { name: `Delete ${latte.name}` });
      for (const count of [4, 3, 2]) {
        await deletes.first().press("Enter");
        await expect(deletes).toHaveCount(count);
      }
      await expect(notices(page).getByRole("paragraph")).toHaveCount(3);
      for (const link of [undefined, "Add Coffee", "Back to home", `View ${latte.name}`, `Edit this coffee`]) {
        if (link) {
          await page.getByRole("link", { name: link, exact: true }).first().press("Enter");
          await expect(page.locator("main h1")).toBeFocused();
          // Home restores its scroll position again in the next frame.
          await page.evaluate(() => new Promise(requestAnimationFrame));
        }
        await page.getByRole("link", { name: "Skip to the page" }).focus();
        const stops = await page.locator("a, button, input, select, textarea, summary").count();
        for (let stop = 0; stop < stops; stop += 1) {
          await page.keyboard.press("Tab");
          const seen = await page.evaluate(seenOfFocused);
          expect(seen.part, `${link ?? "home"}: ${seen.name}`).toBeGreaterThan(0.5);
        }
      }
    });
  });
}

/**
 * The fraction (0 to 1) of the focused element that is in the window and not under a notice. The link over a photo can be
 * taller than the window, so its sign may be seen instead.
 */
function seenOfFocused(): { name: string; part: number } {
  const focused = document.activeElement ?? document.body;
  if (focused === document.body || focused.closest(".notices")) return { name: "", part: 1 };
  const sides = [0.1, 0.3, 0.5, 0.7, 0.9];
  const parts = [focused, ...focused.querySelectorAll(".large-photo-link > .mark")].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const places = sides.flatMap((x) => sides.map((y) => [left + x * width, top + y * height] as const));
    const isSeen = places.filter(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      return found !== null && !found.closest(".notices");
    });
    return isSeen.length / places.length;
  });
  return { name: focused.outerHTML.slice(0, 100), part: Math.max(...parts) };
}

test("a coffee can be added by keyboard alone", { tag: "@quick" }, async ({ page, shop }) => {
  await open(page, addresses.home);
  await tabTo(page, "Add Coffee");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Add New Coffee" })).toBeFocused();
  await tabTo(page, "Name");
  await page.keyboard.type("Typed only");
  await tabTo(page, "Price");
  await page.keyboard.type("99");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(addresses.home);
  const typed = { ...emptyFields, name: "Typed only", price: "99" };
  expect((await shop.list()).at(-1)).toMatchObject(shop.stored(typed));
});

test("a coffee can be edited by keyboard alone", async ({ page, shop }) => {
  await open(page, addresses.home);
  await tabTo(page, `Edit ${espresso.name}`);
  await page.keyboard.press("Enter");
  await expect(formOf(page).getByLabel("Name")).toHaveValue(espresso.name);
  await tabTo(page, "Name");
  await page.keyboard.press("End");
  await page.keyboard.type(", double");
  await tabTo(page, "update Coffee");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(addresses.home);
  expect((await shop.list())[1]).toMatchObject({ name: `${espresso.name}, double` });
});

test("coffees can be deleted by keyboard alone; focus moves to the next card, then to Add Coffee", async ({
  page,
  shop,
}) => {
  await open(page, addresses.home);
  await tabTo(page, `Delete ${latte.name}`);
  await page.keyboard.press("Enter");
  await expect(cardOf(page, latte.name)).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Delete ${espresso.name}` })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("article")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Add Coffee" })).toBeFocused();
  expect(await shop.list()).toEqual([]);
});

test("after the last card is deleted, the focus goes to the one before it", async ({ page }) => {
  await open(page, addresses.home);
  await page.getByRole("button", { name: `Delete ${espresso.name}` }).press("Enter");
  await expect(page.getByRole("button", { name: `Delete ${latte.name}` })).toBeFocused();
});

test("a late reply to a delete leaves the focus where the visitor moved it", async ({ page }) => {
  await open(page, addresses.home);
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/coffee/*", async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole("button", { name: `Delete ${latte.name}` }).press("Enter");
  await page.getByRole("link", { name: `Edit ${espresso.name}` }).focus();
  openGate();
  await expect(cardOf(page, latte.name)).toHaveCount(0);
  await expect(page.getByRole("link", { name: `Edit ${espresso.name}` })).toBeFocused();
});
