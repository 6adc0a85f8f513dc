// Text that was typed into a form and not yet sent is saved in the browser.
import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { alive, cardOf, expect, formOf, latte, notices, open, submitOf, test } from "../fixtures.ts";

const field = (page: Page, label: string) => formOf(page).getByLabel(label, { exact: true });
const clear = (page: Page) => page.getByRole("main").getByRole("button", { name: "Clear" });
const keptTexts = (page: Page) => page.evaluate(() => Object.values(localStorage).join(" "));

test("typed text survives navigation and a reload until it is sent", { tag: "@quick" }, async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  await expect(clear(page)).toHaveCount(0);
  await field(page, "Name").fill("Half a thought");
  await field(page, "Details").fill("Two\nlines");
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(cardOf(page, latte.name)).toBeVisible();
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await expect(field(page, "Name")).toHaveValue("Half a thought");
  await page.reload();
  await expect(field(page, "Name")).toHaveValue("Half a thought");
  await expect(field(page, "Details")).toHaveValue("Two\nlines");
  await expect(page.locator(".card-preview")).toContainText("Half a thought");
  await expect(notices(page)).toContainText("We brought back what you typed here but didn't send.");
  await expect(page.locator(".offline-bar")).toBeAttached(); // loads together with the list of forms that got no reply
  await expect(page.getByRole("region", { name: "Not sent yet" })).toHaveCount(0);
  await submitOf(page).click();
  await expect(page).toHaveURL(addresses.home);
  expect((await shop.list()).at(-1)).toMatchObject({ name: "Half a thought", details: "Two\nlines" });
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await expect(field(page, "Name")).toHaveValue("");
  expect(await keptTexts(page)).not.toContain("Half a thought");
});

test("a draft can be cleared and the clearing undone, even after leaving the form", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await field(page, "Name").fill("Not this");
  await field(page, "Price").fill("12.50");
  await clear(page).click();
  await expect(field(page, "Name")).toHaveValue("");
  await expect(field(page, "Name")).toBeFocused();
  await expect(clear(page)).toHaveCount(0);
  expect(await keptTexts(page)).not.toContain("Not this");
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "Name")).toHaveValue("Not this");
  await expect(field(page, "Price")).toHaveValue("12.50");
  await clear(page).click();
  await page.getByRole("link", { name: "Back to home" }).click();
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await expect(field(page, "Name")).toHaveValue("Not this");
});

test("each of two tabs keeps its own draft", async ({ page, context }) => {
  await open(page, addresses.addNewCoffee);
  await field(page, "Name").fill("First");
  const other = await context.newPage();
  await open(other, addresses.addNewCoffee);
  await expect(field(other, "Name")).toHaveValue("First");
  await field(other, "Name").fill("Second");
  await expect.poll(() => keptTexts(page)).toMatch(/First.*Second|Second.*First/);
  await submitOf(other).click();
  await expect(cardOf(other, "Second")).toBeVisible();
  await page.reload();
  await expect(field(page, "Name")).toHaveValue("First");
});

test("text typed before hydration stays in the form, and the saved draft is kept too", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await field(page, "Name").fill("Before");
  await field(page, "Taste").fill("Smoke");
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  const isAlive = alive(page);
  await page.reload({ waitUntil: "commit" });
  await field(page, "Name").fill("After");
  openGate();
  await isAlive;
  await expect(clear(page)).toBeVisible();
  await expect(field(page, "Name")).toHaveValue("After");
  await expect(field(page, "Taste")).toHaveValue("");
  await clear(page).click();
  await page.reload();
  await expect(field(page, "Name")).toHaveValue("Before");
  await expect(field(page, "Taste")).toHaveValue("Smoke");
});

test("a draft of an edit comes back merged with the changes that others made since", async ({
  page,
  request,
  shop,
}) => {
  const [coffee] = await shop.list();
  const path = addresses.updateCoffee(coffee?._id ?? "");
  await open(page, path);
  await field(page, "Taste").fill("Caramel");
  await field(page, "Chef").fill("Me");
  await page.goto("about:blank");
  const theirs = { ...latte, chef: "Somebody", price: "355" };
  await request.put(`${shop.productServerUrl}/coffee/${coffee?._id}`, { data: theirs });
  await open(page, path);
  await expect(field(page, "Taste")).toHaveValue("Caramel");
  await expect(field(page, "Price")).toHaveValue(String(shop.stored(theirs, latte).price));
  await expect(field(page, "Chef")).toHaveValue("Me");
  await expect(formOf(page).getByRole("group", { name: "The other version of Chef" })).toContainText("Somebody");
  await page.getByRole("main").getByRole("button", { name: "Discard changes" }).click();
  await expect(field(page, "Taste")).toHaveValue(latte.taste);
  await expect(field(page, "Chef")).toHaveValue("Somebody");
});

test("a browser without local storage can still add a coffee", async ({ page, shop }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  });
  await open(page, addresses.addNewCoffee);
  await field(page, "Name").fill("Private");
  await clear(page).click();
  await field(page, "Name").fill("Very private");
  await submitOf(page).click();
  await expect(cardOf(page, "Very private")).toBeVisible();
  expect((await shop.list()).at(-1)).toMatchObject({ name: "Very private" });
});
