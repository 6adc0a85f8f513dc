// Turning and cropping the photo of a form, before it is uploaded.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { addresses } from "../../app/shop/addresses.ts";
import { button, chooser, colourAt, photoOnItsSide, preview, recordSent, uploaded } from "../form-photo.ts";
import { expect, open, test } from "../fixtures.ts";

test.beforeEach(() => test.slow());

const dialog = (page: Page) => page.getByRole("dialog", { name: "Turn or crop the photo" });
const frame = (page: Page) => dialog(page).getByRole("group", { name: "The part of the photo that stays" });
const frameAt = (page: Page) => dialog(page).getByRole("status");

/** Opens the form with a photo of this size, and the dialog. */
async function openDialog(page: Page, width: number, height: number) {
  const sentPhoto = await recordSent(page);
  await open(page, addresses.addNewCoffee);
  await chooser(page).setInputFiles(await photoOnItsSide(width, height));
  await sentPhoto();
  await button(page, "Turn or crop").click();
  await expect(dialog(page)).toBeVisible();
  return sentPhoto;
}

test("by keyboard alone, a photo is turned, cropped and taken", { tag: "@quick" }, async ({ page }) => {
  const sentPhoto = await openDialog(page, 400, 200);
  await expect(frame(page)).toBeFocused();
  await expect(frameAt(page)).toHaveText("0% from the left, 0% from the top, 100% wide, 100% high");
  for (let at = 0; at < 10; at++) await page.keyboard.press("Shift+ArrowUp");
  await expect(frameAt(page)).toHaveText("0% from the left, 0% from the top, 100% wide, 80% high");
  for (let at = 0; at < 5; at++) await page.keyboard.press("ArrowDown");
  await expect(frameAt(page)).toHaveText("0% from the left, 10% from the top, 100% wide, 80% high");
  await page.keyboard.press("r");
  await expect(frameAt(page)).toHaveText("10% from the left, 0% from the top, 80% wide, 100% high");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, "Turn or crop")).toBeFocused();
  const { bytes } = await sentPhoto();
  const { width, height } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([160, 400]);
  // A quarter turn clockwise: what was above is at the right.
  expect([await colourAt(bytes, 0.9, 0.5), await colourAt(bytes, 0.1, 0.5)]).toEqual(["red", "blue"]);
  await uploaded(page);
});

test("Escape leaves the photo as it was, and nothing is sent again", async ({ page }) => {
  await openDialog(page, 400, 200);
  await page.keyboard.press("r");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, "Turn or crop")).toBeFocused();
  expect(await page.evaluate(() => "sentPhoto" in window)).toBe(false);
  await uploaded(page);
});

test("a pointer drags the frame and its corners, within the photo", async ({ page }) => {
  const sentPhoto = await openDialog(page, 400, 200);
  const picture = await dialog(page).locator("canvas").boundingBox();
  if (!picture) throw new Error("The photo is not shown.");
  const { x, y, width, height } = picture;
  const drag = async (fromX: number, fromY: number, toX: number, toY: number) => {
    await page.mouse.move(x + fromX * width, y + fromY * height);
    await page.mouse.down();
    await page.mouse.move(x + toX * width, y + toY * height, { steps: 3 });
    await page.mouse.up();
  };
  await drag(0.99, 0.98, 0.49, 0.48);
  await expect(frameAt(page)).toHaveText("0% from the left, 0% from the top, 50% wide, 50% high");
  await drag(0.25, 0.25, 0.6, 2);
  await expect(frameAt(page)).toHaveText("35% from the left, 50% from the top, 50% wide, 50% high");
  await dialog(page).getByText("Square", { exact: true }).click();
  await expect(frameAt(page)).toHaveText("35% from the left, 0% from the top, 50% wide, 100% high");
  await dialog(page).getByRole("button", { name: "Use this" }).click();
  const { bytes } = await sentPhoto();
  const { width: wide, height: high } = await sharp(bytes).metadata();
  expect([wide, high]).toEqual([200, 200]);
  await expect(preview(page)).toHaveJSProperty("naturalWidth", 200);
  await uploaded(page);
});

for (const [width, height] of [
  [375, 667],
  [1_280, 800],
] as const) {
  test(`at ${width} by ${height}, all of the dialog is in the window, with targets of 44 pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openDialog(page, 300, 400);
    const parts = dialog(page).locator("canvas, button, fieldset label, .crop-frame > span");
    await expect(parts).toHaveCount(1 + 3 + 3 + 4);
    for (const part of await parts.all()) {
      await expect(part).toBeInViewport({ ratio: 0.99 });
      const box = await part.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    await uploaded(page);
  });
}
