import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { espresso, expect, formOf, latte, open, test, wordsOf } from "../fixtures.ts";

const preview = (page: Page) => page.getByRole("main").locator(".card-preview");

test("beside the add form a card shows name, chef and price as they are typed", { tag: "@quick" }, async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await expect(preview(page)).toBeVisible();
  await formOf(page).getByLabel("Name").pressSequentially("Foam");
  await expect(preview(page).locator("h2")).toHaveText("Foam");
  await formOf(page).getByLabel("Chef").pressSequentially("Mita");
  await formOf(page).getByLabel("Price").pressSequentially("95");
  await expect(preview(page).locator(".coffee-card-price")).toHaveText("95 Taka");
  expect(await wordsOf(preview(page).locator(".coffee-card-words"))).toBe("Foam Chef Mita 95 Taka");
});

test("beside the update form a card shows the coffee, then what it is changed to", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  await open(page, addresses.updateCoffee(coffee?._id ?? ""));
  await expect(preview(page).locator("h2")).toHaveText(latte.name);
  await expect(preview(page).locator("img")).toHaveAttribute("src", latte.photo);
  await formOf(page).getByLabel("Price").fill("355");
  await expect(preview(page).locator(".coffee-card-price")).toHaveText("355 Taka");
});

test("the preview requests a photo once its field is left, and not at each key", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  const requests: string[] = [];
  await page.route("**/*.png", (route) => {
    requests.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  await formOf(page).getByLabel("Photo", { exact: true }).pressSequentially("/a.png");
  await expect(preview(page).getByLabel("No photo")).toBeVisible();
  expect(requests).toEqual([]);
  await formOf(page).getByLabel("Price").focus();
  await expect(preview(page).locator("img")).toHaveAttribute("src", "/a.png");
  await expect.poll(() => requests).toEqual(["/a.png"]);
});

test("the preview card is hidden from screen readers", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await expect(preview(page)).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("the card stands beside the form on large screens and below it on small ones", async ({ page }) => {
  const placeOfCard = async () => {
    const [form, card] = [await formOf(page).boundingBox(), await preview(page).boundingBox()];
    if (!form || !card) return "nowhere";
    if (card.y >= form.y + form.height) return "below";
    return card.x >= form.x + form.width ? "beside" : "over";
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, addresses.addNewCoffee);
  expect(await placeOfCard()).toBe("beside");
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await placeOfCard()).toBe("below");
});

test.describe("with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" }, catalogue: { coffees: [espresso] } });

  test("no card stands beside the forms", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    for (const path of [addresses.addNewCoffee, addresses.updateCoffee(coffee?._id ?? "")]) {
      await open(page, path);
      await expect(formOf(page)).toBeVisible();
      await expect(preview(page)).toHaveCount(0);
    }
  });
});
