import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { hashSource } from "../../app/document/inline-code.ts";
import { defaultPalette, type Colours } from "../../server/pages/theme.ts";
import { asHex } from "./colours.ts";
import { expect, open, submitOf, test } from "../fixtures.ts";

type Shown = Readonly<{ paper: string; gold: string; espresso: string }>;

const theirs: Shown = { paper: "#f4f8f2", gold: "#8fc79a", espresso: "#12301f" };
const oursInLight = shownOf(defaultPalette.light);
const oursInDark = shownOf(defaultPalette.dark);

function shownOf(colours: Colours): Shown {
  const { paper = "", gold = "", espresso = "" } = Object.fromEntries(colours);
  return { paper, gold, espresso };
}

async function expectShown(page: Page, colorScheme: "light" | "dark", { paper, gold, espresso }: Shown) {
  await page.emulateMedia({ colorScheme });
  const places = [
    [page.locator("html"), paper],
    [submitOf(page), gold],
    [page.getByRole("banner"), espresso],
    [page.getByText(/^© /), espresso],
  ] as const;
  for (const [place, colour] of places)
    await expect.poll(async () => asHex(await place.evaluate(groundOf))).toBe(colour);
  const frame = page.locator(`meta[name="theme-color"][media="(prefers-color-scheme: ${colorScheme})"]`);
  await expect(frame).toHaveAttribute("content", espresso);
}

function groundOf(element: Element): string {
  return getComputedStyle(element).backgroundColor;
}

test.describe("a shop with colours of its own in light", () => {
  test.use({ environment: { THEME_LIGHT: "paper=#f4f8f2, gold=#8FC79A on-gold=#10291a espresso=#12301f" } });

  test("shows them in light, and leaves dark as it was", { tag: "@quick" }, async ({ page }) => {
    await open(page, addresses.addNewCoffee);
    await expectShown(page, "light", theirs);
    await expectShown(page, "dark", oursInDark);
  });

  test("prints with them in dark mode too", async ({ page }) => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await open(page, addresses.addNewCoffee);
    await expect(page.locator("html")).toHaveCSS("--color-espresso", theirs.espresso);
  });

  test("has them in the first document, and its policy allows them by hash", async ({ shop }) => {
    const reply = await fetch(shop.url);
    const [, style = ""] = /<style>([^<]+)<\/style>/.exec(await reply.text()) ?? [];
    expect(style).toMatch(/^@media print, \(prefers-color-scheme: light\) \{ :root \{ --color-paper: #f4f8f2; /);
    const policy = reply.headers.get("content-security-policy");
    expect(policy).toMatch(/style-src 'self' 'sha256-/);
    expect(policy).toContain(hashSource(style));
  });

  test.describe("where a page fails", () => {
    test.use({ expected: { console: /not to be focused/ } });

    test("keeps them", async ({ page }) => {
      await open(page, addresses.addNewCoffee);
      await page.evaluate(() => {
        HTMLHeadingElement.prototype.focus = () => {
          throw new Error("not to be focused");
        };
      });
      await page.getByRole("link", { name: "Back to home" }).click();
      await expect(page.getByRole("heading", { name: "Our Popular Products" })).toBeVisible();
      await page.emulateMedia({ colorScheme: "light" });
      expect(asHex(await page.locator("html").evaluate(groundOf))).toBe(theirs.paper);
    });
  });
});

test("a shop without its own colours has the default ones, and no style element", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await expectShown(page, "light", oursInLight);
  await expectShown(page, "dark", oursInDark);
  await expect(page.locator("style")).toHaveCount(0);
});
