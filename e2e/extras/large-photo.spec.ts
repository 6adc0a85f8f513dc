// The photo of a coffee's page, as large as the window.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { cardOf, expect, latte, open, test } from "../fixtures.ts";

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const link = (page: Page) => page.getByRole("link", { name: "Enlarge the photo" });
const dialog = (page: Page) => page.getByRole("dialog", { name: `Photo of ${latte.name}` });
const stage = (page: Page) => dialog(page).locator(".large-photo-stage");

test.use({
  // The dead photo is among the coffees that are alike, too.
  expected: { console: /404/ },
  catalogue: { coffees: [latte, { ...latte, name: "Dead", photo: "/dead.jpg" }, { ...latte, photo: pixel }] },
});

test(
  "the photo opens large at an address of its own, and Back, Escape and its button close it",
  { tag: "@quick" },
  async ({ page, shop }) => {
    const [coffee] = await shop.list();
    const details = addresses.coffeeDetails(coffee?._id ?? "");
    await open(page, addresses.home);
    await cardOf(page, latte.name).first().getByRole("link", { name: "View" }).click();
    await link(page).click();
    await expect(dialog(page)).toBeVisible();
    await expect(page).toHaveURL(`${details}#photo`);
    const photo = dialog(page).getByRole("img");
    await expect(photo).toHaveJSProperty("complete", true);
    await expect(photo).toHaveJSProperty(
      "currentSrc",
      new URL("/photographs/nolen-gur-latte-960.avif", page.url()).href,
    );
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(details);
    await expect(link(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(details);
    await page.goto("about:blank");
    await open(page, `${details}#photo`);
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(details);
    await expect(dialog(page)).toHaveCount(0);
  },
);

test("keys, buttons and a double click make the photo larger and smaller", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  await open(page, `${addresses.coffeeDetails(coffee?._id ?? "")}#photo`);
  const size = () => stage(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth / clientWidth);
  await expect(stage(page)).toBeFocused();
  expect(await size()).toBe(1);
  await page.keyboard.press("+");
  expect(await size()).toBe(1.5);
  await dialog(page).getByRole("button", { name: "Larger" }).click();
  expect(await size()).toBe(2);
  for (let at = 0; at < 5; at++) await page.keyboard.press("+");
  expect(await size()).toBe(4);
  await expect(dialog(page).getByRole("button", { name: "Larger" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("0");
  expect(await size()).toBe(1);
  await page.mouse.dblclick(10, 200);
  expect(await size()).toBe(2);
  expect(await stage(page).evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  await dialog(page).getByRole("button", { name: "Smaller" }).click();
  expect(await size()).toBe(1.5);
});

test("a photo that does not load cannot be enlarged", async ({ page, shop }) => {
  const [, dead] = await shop.list();
  await open(page, addresses.coffeeDetails(dead?._id ?? ""));
  await expect(page.locator(".details").getByRole("img", { name: "No photo" })).toBeVisible();
  await expect(link(page)).toHaveCount(0);
});

test("a photo in the address itself opens large too", async ({ page, shop }) => {
  const coffee = (await shop.list())[2];
  await open(page, addresses.coffeeDetails(coffee?._id ?? ""));
  await link(page).click();
  await expect(dialog(page).getByRole("img", { name: `Photo of ${latte.name}` })).toBeVisible();
});

for (const width of [375, 1_280]) {
  test(`axe finds nothing in the large view at ${width}, whose buttons have 44 pixels`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 800 });
    const [coffee] = await shop.list();
    const details = addresses.coffeeDetails(coffee?._id ?? "");
    for (const path of [details, `${details}?lang=bn#photo`, `${details}#photo`]) {
      await page.goto("about:blank");
      await open(page, path);
      if (path !== details) await expect(page.getByRole("dialog")).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    }
    for (const button of await dialog(page).getByRole("button").all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the photo leads to its picture", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await page.goto(addresses.coffeeDetails(coffee?._id ?? ""));
    await expect(link(page)).toHaveAttribute("href", latte.photo);
  });
});

test.describe("with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("the photo is no link, and its hash opens nothing", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await open(page, `${addresses.coffeeDetails(coffee?._id ?? "")}#photo`);
    await expect(page.locator(".details").getByRole("img", { name: `Photo of ${latte.name}` })).toBeVisible();
    await expect(link(page)).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
