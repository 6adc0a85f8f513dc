import { createCanvas } from "@napi-rs/canvas";
import jsQR from "jsqr";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { addresses } from "../../app/shop/addresses.ts";
import { espresso, expect, latte, open, test, wordsOf } from "../fixtures.ts";

test.beforeEach(({ page }) => page.emulateMedia({ media: "print" }));

test.describe("home on paper", () => {
  const coffees = Array.from({ length: 9 }, (_, place) => ({
    ...(place % 2 ? espresso : latte),
    name: `No. ${place}`,
  }));
  test.use({ catalogue: { coffees }, viewport: { width: 680, height: 960 } });

  test(
    "home prints as a menu: name, taste and price of every coffee, and the shop's address",
    { tag: "@quick" },
    async ({ page }) => {
      await open(page, addresses.home);
      const cards = page.getByRole("article");
      await expect(cards).toHaveCount(coffees.length);
      expect(await wordsOf(cards.first())).toBe(`No. 0 ${latte.taste} 340 Taka`);
      await expect(page.getByRole("contentinfo")).toContainText("27 Satmasjid Road");
      await expect(page.getByRole("contentinfo").locator("address")).toBeVisible();
      const menu = page.getByRole("region", { name: "Our Popular Products" });
      await expect(menu).toHaveCSS("padding-block", "0px");
    },
  );

  test("home prints no buttons, no fields and no photos", async ({ page }) => {
    await open(page, addresses.home);
    for (const control of await page.locator("button, input, textarea, .action, img, .button-gold").all())
      await expect(control).toBeHidden();
  });

  test("the printed menu has two columns, and no coffee is split between them", async ({ page }) => {
    await open(page, addresses.home);
    const items = await page
      .getByRole("article")
      .evaluateAll((cards) =>
        cards.map((card) => ({ left: card.getBoundingClientRect().left, boxes: card.getClientRects().length })),
      );
    expect(new Set(items.map(({ left }) => Math.round(left))).size).toBe(2);
    for (const { boxes } of items) expect(boxes).toBe(1);
  });

  test("dotted leaders join each name to its price", async ({ page }) => {
    await open(page, addresses.home);
    const leaders = await page.locator(".coffee-card-words").evaluateAll((all) =>
      all.map((words) => {
        const { borderBottomStyle, width } = getComputedStyle(words, "::before");
        return { borderBottomStyle, width: Number.parseFloat(width) };
      }),
    );
    expect(leaders).toHaveLength(coffees.length);
    for (const { borderBottomStyle, width } of leaders) {
      expect(borderBottomStyle).toBe("dotted");
      expect(width).toBeGreaterThan(10);
    }
  });
});

test("a coffee's page prints as a shelf tag with name, taste and price, without its details", async ({
  page,
  shop,
  extras,
}) => {
  const [coffee] = await shop.list();
  await open(page, addresses.coffeeDetails(coffee?._id ?? ""));
  const tag = page.locator(".details");
  for (const words of [latte.name, latte.taste, "340 Taka"])
    await expect(tag.getByText(words, { exact: true })).toBeVisible();
  await expect(tag.getByText(latte.details)).toBeHidden();
  const code = tag.getByRole("img");
  if (extras === "on") await expect(code).toHaveAccessibleName("QR code that opens this page");
  else await expect(code).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Back to home" })).toHaveCount(0);
});

/** The resolution of a laser printer, about 300 dpi. */
const dotsPerMillimetre = 12;
const pointsPerMillimetre = 72 / 25.4;

/** The text and the width in millimetres of the QR code on a PDF's first sheet, and the number of sheets. */
async function readSheet(pdf: Buffer) {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const sheets = await task.promise;
  const sheet = await sheets.getPage(1);
  const viewport = sheet.getViewport({ scale: dotsPerMillimetre / pointsPerMillimetre });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(width, height);
  const brush = canvas.getContext("2d");
  Object.assign(brush, { fillStyle: "white" });
  brush.fillRect(0, 0, width, height);
  await sheet.render({ canvas: null, canvasContext: Object(brush), viewport }).promise;
  const code = jsQR(brush.getImageData(0, 0, width, height).data, width, height);
  await task.destroy();
  const [left, right] = [code?.location.topLeftCorner.x ?? 0, code?.location.topRightCorner.x ?? 0];
  return { words: code?.data, sheets: sheets.numPages, width: (right - left) / dotsPerMillimetre };
}

for (const [query, colorScheme] of [
  ["", "light"],
  ["?lang=bn", "dark"],
] as const) {
  test(
    `the printed tag of a coffee at its address${query} has a QR code for it, 22 to 40 mm wide`,
    { tag: "@extras" },
    async ({ page, shop }) => {
      const [coffee] = await shop.list();
      const path = addresses.coffeeDetails(coffee?._id ?? "") + query;
      await page.emulateMedia({ media: null, colorScheme });
      await page.setViewportSize({ width: 375, height: 800 });
      await open(page, path);
      const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
      expect(canonical).toBe(shop.url + path);
      const { words, sheets, width } = await readSheet(await page.pdf({ preferCSSPageSize: true }));
      expect([words, sheets]).toEqual([canonical, 1]);
      expect(width).toBeGreaterThan(22);
      expect(width).toBeLessThan(40);
    },
  );
}

test("a form prints without its button and its preview", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await expect(page.getByLabel("Taste")).toBeVisible();
  for (const control of await page.locator("button, .card-preview").all()) await expect(control).toBeHidden();
});

test("a page in dark mode prints dark text on white paper", async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await open(page, addresses.home);
  await expect(page.locator("body")).toHaveCSS("color", "rgb(43, 26, 20)");
  for (const sheet of ["html", "body", "header", "footer"])
    await expect(page.locator(sheet).first()).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});
