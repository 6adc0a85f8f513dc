import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import { callsOf, expect, latte, listArrived, notices, open, test } from "../fixtures.ts";

let coffee: Coffee;
test.beforeEach(async ({ shop }) => {
  const [first] = await shop.list();
  if (!first) throw new Error("The shop is empty.");
  coffee = first;
});

const hop = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

const unknownId = "0".repeat(24);

test("the detail page has a way back to home, the photo and the heading Niceties", async ({ page }) => {
  await open(page, addresses.coffeeDetails(coffee._id));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Niceties");
  await expect(main.getByRole("img", { name: `Photo of ${latte.name}` })).toHaveAttribute("src", latte.photo);
  await main.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(addresses.home);
});

test("the detail page shows its seven labelled lines, and Taka after the price", async ({ page }) => {
  await open(page, addresses.coffeeDetails(coffee._id));
  const labels = ["Name:", "Chef:", "Supplier:", "Taste:", "Category:", "Details:", "Price:"];
  const { name, chef, supplier, taste, category, details, price } = latte;
  await expect(page.getByRole("term")).toHaveText(labels);
  await expect(page.getByRole("definition")).toHaveText([
    name,
    chef,
    supplier,
    taste,
    category,
    details,
    `${price} Taka`,
  ]);
});

test("the coffee is loaded by its id before the detail page shows", async ({ page }) => {
  await open(page, addresses.home);
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route(`**/coffee/${coffee._id}`, async (route) => {
    await gate;
    await route.continue();
  });
  const requestPromise = page.waitForRequest(`**/coffee/${coffee._id}`);
  await page.getByRole("link", { name: `View ${latte.name}` }).click();
  await requestPromise;
  await expect(page.getByRole("heading", { name: "Our Popular Products" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Niceties" })).toHaveCount(0);
  openGate();
  await expect(page.getByRole("definition").first()).toHaveText(latte.name);
});

test("going to a detail page asks the product server once, for that coffee alone", async ({ page }) => {
  await open(page, addresses.home);
  const calls = callsOf(page);
  await page.getByRole("link", { name: `View ${latte.name}` }).click();
  await expect(page.getByRole("heading", { name: "Niceties" })).toBeVisible();
  expect(calls).toEqual([`GET /coffee/${coffee._id}`]);
});

test("opened by its address, the detail page arrives complete in the first document", async ({ page }) => {
  const document = await page.request.get(addresses.coffeeDetails(coffee._id));
  expect(document.status()).toBe(200);
  expect(await document.text()).toContain(latte.details);
  expect(await document.text()).toContain(`<meta name="description" content="${latte.taste}. ${latte.details}"/>`);
});

test.describe("the links to other coffees", { tag: "@extras" }, () => {
  const menu = ["Aarong Lungo", "Bhola Lungo", "Cha", "Dhaka Lungo"].map((name) => ({
    ...latte,
    name,
    category: name.includes("Lungo") ? "Espresso" : "Tea",
  }));
  test.use({ catalogue: { coffees: menu } });

  test("Next and Previous follow the list, set title and focus, and do not request it again", async ({ page }) => {
    const calls = callsOf(page);
    await open(page, addresses.coffeeDetails(coffee._id));
    await listArrived(page);
    await expect(page.getByRole("link", { name: /Previous coffee/ })).toHaveCount(0);
    await hop(page, "Next coffee: Bhola Lungo").click();
    await expect(page).toHaveTitle("Bhola Lungo · Niceties");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await hop(page, "Next coffee: Cha").click();
    await hop(page, "Previous coffee: Bhola Lungo").click();
    await expect(page.getByRole("definition").first()).toHaveText("Bhola Lungo");
    expect(calls.filter((call) => call === "GET /coffee")).toHaveLength(1);
  });

  test("after a search, Next follows the results, even after a reload; Back to home restores them", async ({
    page,
  }) => {
    await open(page, "/?q=lungo&sort=newest");
    await page.getByRole("link", { name: "View Dhaka Lungo" }).click();
    await hop(page, "Next coffee: Bhola Lungo").click();
    await expect(page.getByRole("definition").first()).toHaveText("Bhola Lungo");
    await page.reload();
    await hop(page, "Next coffee: Aarong Lungo").click();
    await expect(page.getByRole("definition").first()).toHaveText("Aarong Lungo");
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(page).toHaveURL("/?q=lungo&sort=newest");
  });

  test("More like this and Edit lead to their pages, and nothing moves when the list arrives", async ({ page }) => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route("**/coffee", async (route) => {
      await gate;
      await route.continue();
    });
    await open(page, addresses.coffeeDetails(coffee._id));
    const footerTop = () => page.getByRole("contentinfo").evaluate((footer) => footer.getBoundingClientRect().top);
    await page.evaluate(() => document.fonts.ready);
    const before = await footerTop();
    openGate();
    await listArrived(page);
    await expect(page.getByRole("region", { name: "More like this" }).getByRole("link")).toHaveText([
      "Bhola Lungo",
      "Dhaka Lungo",
      "Cha",
    ]);
    expect(await footerTop()).toBe(before);
    await hop(page, "Cha").click();
    await expect(page).toHaveTitle("Cha · Niceties");
    await hop(page, "Edit this coffee").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update Existing Coffee Details");
  });
});

test.describe("when the loader fails", () => {
  test.use({ expected: { console: /failed|404|503|ERR_/ } });

  const blanks = ["", "", "", "", "", "", "Taka"];

  test("the detail page of an unknown coffee shows blanks, with status 404", async ({ page, extras }) => {
    const reply = await page.goto(addresses.coffeeDetails(unknownId));
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Niceties");
    await expect(page.getByRole("definition")).toHaveText(blanks);
    await expect(page.getByRole("img", { name: "No photo" })).toBeVisible();
    await expect(page.locator('meta[name="description"]')).toHaveCount(0);
    if (extras === "on") await expect(notices(page)).toContainText("We couldn't load this coffee.");
  });

  test("the detail page shows blanks where the connection breaks on the way to it", async ({ page, extras }) => {
    const lines: string[] = [];
    page.on("console", (message) => lines.push(message.text()));
    await open(page, addresses.home);
    await page.route(`**/coffee/${coffee._id}`, (route) => route.abort());
    await page.getByRole("link", { name: `View ${latte.name}` }).click();
    await expect(page.getByRole("definition")).toHaveText(blanks);
    if (extras === "on") await expect(notices(page)).toContainText("We couldn't reach the shop");
    expect(lines).toContain(`GET /coffee/${coffee._id} failed: We couldn't reach the shop.`);
  });
});
