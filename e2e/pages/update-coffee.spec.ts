import { addresses } from "../../app/shop/addresses.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import {
  callsOf,
  cardOf,
  espresso,
  expect,
  formOf,
  latte,
  notices,
  open,
  sendAndStay,
  submitOf,
  test,
} from "../fixtures.ts";

let first: Coffee;
let second: Coffee;
test.beforeEach(async ({ shop }) => {
  const [one, other] = await shop.list();
  if (!one || !other) throw new Error("The shop is empty.");
  [first, second] = [one, other];
});

test("the update page has its heading, a way back to home, and a form filled with the loaded coffee", async ({
  page,
}) => {
  await open(page, addresses.updateCoffee(first._id));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update Existing Coffee Details");
  const form = formOf(page);
  await expect(form.getByLabel("Name")).toHaveValue(latte.name);
  await expect(form.getByLabel("Chef")).toHaveValue(latte.chef);
  await expect(form.getByLabel("Supplier")).toHaveValue(latte.supplier);
  await expect(form.getByLabel("Taste")).toHaveValue(latte.taste);
  await expect(form.getByLabel("Category")).toHaveValue(latte.category);
  await expect(form.getByLabel("Details")).toHaveValue(latte.details);
  await expect(form.getByLabel("Photo", { exact: true })).toHaveValue(latte.photo);
  await expect(form.getByLabel("Price")).toHaveValue("340");
  await page.getByRole("main").getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(addresses.home);
});

test("the update form's button is labelled update Coffee", async ({ page }) => {
  await open(page, addresses.updateCoffee(first._id));
  await expect(submitOf(page)).toHaveText("update Coffee");
});

test("the coffee is loaded by its id before the update page shows", async ({ page }) => {
  await open(page, addresses.home);
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route(`**/coffee/${first._id}`, async (route) => {
    await gate;
    await route.continue();
  });
  const calls = callsOf(page);
  const requestPromise = page.waitForRequest(`**/coffee/${first._id}`);
  await page.getByRole("link", { name: `Edit ${latte.name}` }).click();
  await requestPromise;
  await expect(page.getByRole("heading", { name: "Our Popular Products" })).toBeVisible();
  await expect(formOf(page)).toHaveCount(0);
  openGate();
  await expect(formOf(page).getByLabel("Name")).toHaveValue(latte.name);
  expect(calls).toEqual([`GET /coffee/${first._id}`]);
});

test("an edit is sent whole, merged into the list, and home is shown", async ({ page, shop }) => {
  await open(page, addresses.home);
  await page.getByRole("link", { name: `Edit ${latte.name}` }).click();
  await formOf(page).getByLabel("Name").fill("Nolen Gur Latte, large");
  await formOf(page).getByLabel("Price").fill("390");
  const calls = callsOf(page);
  const requestPromise = page.waitForRequest((request) => request.method() === "PUT");
  await submitOf(page).click();
  const edited = { ...first, name: "Nolen Gur Latte, large", price: "390" };
  expect((await requestPromise).postDataJSON()).toEqual(edited);
  await expect(page).toHaveURL(addresses.home);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText([edited.name, espresso.name]);
  await expect(cardOf(page, edited.name)).toContainText("390 Taka");
  expect(calls).toEqual([`PUT /coffee/${first._id}`]);
  expect((await shop.list())[0]).toEqual(shop.stored(edited, first));
});

test("a price that was not touched keeps its type: a number is sent as a number", async ({ page }) => {
  await open(page, addresses.updateCoffee(second._id));
  await formOf(page).getByLabel("Chef").fill("Nusrat Jahan");
  const requestPromise = page.waitForRequest((request) => request.method() === "PUT");
  await submitOf(page).click();
  expect((await requestPromise).postDataJSON()).toEqual({ ...second, chef: "Nusrat Jahan", price: 160 });
});

test("when nothing was modified the visitor stays, with no message", async ({ page }) => {
  await open(page, addresses.updateCoffee(first._id));
  const reply = page.waitForResponse((response) => response.request().method() === "PUT");
  await sendAndStay(page);
  expect(await (await reply).json()).toMatchObject({ modifiedCount: 0 });
  await expect(formOf(page).getByLabel("Name")).toHaveValue(latte.name);
  await expect(page).toHaveURL(addresses.updateCoffee(first._id));
  await expect(notices(page).locator(".notice")).toHaveCount(0);
});

test("after a reply that modified nothing, another try still works", async ({ page }) => {
  await open(page, addresses.updateCoffee(first._id));
  await sendAndStay(page);
  await formOf(page).getByLabel("Taste").fill("Smoke first");
  await submitOf(page).click();
  await expect(page).toHaveURL(addresses.home);
});

test.describe("for an unknown coffee", () => {
  test.use({ expected: { console: /failed|404/ } });

  test("the update form is blank, and sending it changes nothing", async ({ page, shop }) => {
    const before = await shop.list();
    await open(page, addresses.updateCoffee("0".repeat(24)));
    await expect(formOf(page).getByLabel("Name")).toHaveValue("");
    await formOf(page).getByLabel("Name").fill("Nobody");
    await sendAndStay(page);
    await expect(formOf(page).getByLabel("Name")).toHaveValue("Nobody");
    expect(await shop.list()).toEqual(before);
  });
});

test.describe("for a coffee that failed to load with 503", () => {
  test.use({ expected: { console: /failed|503/ } });

  test("the update form is not sent, so its blanks replace nothing", async ({ page, shop, extras }) => {
    const before = await shop.list();
    await open(page, addresses.home);
    const busy = { status: 503, json: { detail: "Busy." } };
    await page.route("**/coffee/*", (route) =>
      route.request().method() === "GET" ? route.fulfill(busy) : route.continue(),
    );
    await page.getByRole("link", { name: `Edit ${latte.name}` }).click();
    await expect(formOf(page).getByLabel("Name")).toHaveValue("");
    const calls = callsOf(page);
    await formOf(page).getByLabel("Chef").fill("New chef");
    await submitOf(page).click();
    if (extras === "on") await expect(notices(page)).toContainText("This coffee never loaded");
    await expect(formOf(page).getByLabel("Chef")).toHaveValue("New chef");
    expect(calls).toEqual([]);
    expect(await shop.list()).toEqual(before);
  });
});

test("a reply that comes late does not pull the visitor away from another page", async ({ page }) => {
  await open(page, addresses.updateCoffee(first._id));
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/coffee/*", async (route) => {
    if (route.request().method() === "PUT") await gate;
    await route.continue();
  });
  await formOf(page).getByLabel("Name").fill("Late but kept");
  const answered = page.waitForResponse((response) => response.request().method() === "PUT");
  await submitOf(page).click();
  await page.getByRole("main").getByRole("link", { name: "Back to home" }).click();
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await formOf(page).getByLabel("Name").fill("Half typed");
  openGate();
  await answered;
  await page.getByRole("banner").getByRole("link").first().focus();
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Half typed");
  await page.getByRole("main").getByRole("link", { name: "Back to home" }).click();
  await expect(cardOf(page, "Late but kept")).toBeVisible();
});
