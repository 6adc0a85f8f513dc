import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { cardOf, espresso, expect, formOf, latte, submitOf, test } from "../fixtures.ts";

// The browser logs the 4xx reply to a refused form.
test.use({ javaScriptEnabled: false, expected: { console: /responded with a status of 4\d\d/ } });

const send = (page: Page) => submitOf(page).click();
/** The page's notice about the form that was just sent. */
const firstNotice = (page: Page) => page.getByRole("main").getByRole("status").first();
const undo = (page: Page) => firstNotice(page).getByRole("button", { name: "Undo" });

test("the first document already shows the cards", async ({ page }) => {
  await page.goto(addresses.home);
  await expect(cardOf(page, latte.name)).toContainText("340 Taka");
  await expect(page.getByRole("article")).toHaveCount(2);
});

test(
  "a coffee is added, edited and deleted by plain forms",
  { tag: ["@extras", "@quick"] },
  async ({ page, shop, productServer }) => {
    await page.goto(addresses.home);
    await page.getByRole("link", { name: "Add Coffee" }).click();
    await formOf(page).getByLabel("Name").fill("Plain Roast");
    await formOf(page).getByLabel("Details").fill("One\nTwo");
    await formOf(page).getByLabel("Price").fill("12.50");
    await send(page);
    const isNamed = productServer === "own";
    await expect(firstNotice(page)).toContainText(isNamed ? "Plain Roast was added." : "Your coffee was added.");
    const added = shop.stored({ ...emptyFields, name: "Plain Roast", details: "One\nTwo", price: "12.50" });
    expect((await shop.list()).at(-1)).toMatchObject(added);

    await cardOf(page, "Plain Roast").getByRole("link", { name: "Edit Plain Roast" }).click();
    await expect(formOf(page).getByLabel("Details")).toHaveValue("One\nTwo");
    await formOf(page).getByLabel("Chef").fill("Rahim");
    await send(page);
    await expect(firstNotice(page)).toContainText(isNamed ? "Plain Roast was updated." : "Your changes were saved.");
    expect((await shop.list()).at(-1)).toMatchObject({ ...added, chef: "Rahim" });

    await cardOf(page, "Plain Roast").getByRole("button", { name: "Delete Plain Roast" }).click();
    await expect(page.getByRole("heading", { name: "Delete Plain Roast?" })).toBeVisible();
    expect(await shop.list()).toHaveLength(3);
    await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
    await expect(firstNotice(page)).toContainText(isNamed ? "Plain Roast was deleted." : "The coffee was deleted.");
    expect(await shop.list()).toHaveLength(2);
  },
);

test(
  "a photo is uploaded with its coffee by a plain form, and a refused one keeps what was typed",
  { tag: ["@extras", "@quick"] },
  async ({ page, shop }) => {
    await page.goto(addresses.addNewCoffee);
    await formOf(page).getByLabel("Name").fill("Plain Roast");
    const file = page.locator("input[type=file]:visible");
    await file.setInputFiles({ name: "cup.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") });
    await send(page);
    await expect(page.getByText(/can't read this file as a photo/).first()).toBeVisible();
    await expect(formOf(page).getByLabel("Name")).toHaveValue("Plain Roast");
    expect(await shop.list()).toHaveLength(2);

    await page.locator("input[type=file]:visible").setInputFiles("public/photographs/flat-white.jpg");
    await send(page);
    await expect(cardOf(page, "Plain Roast").getByRole("img")).toHaveAttribute("src", /^\/-\/photos\/[\da-f]{64}-/);
    expect((await shop.list()).at(-1)?.photo).toMatch(/^\/-\/photos\/[\da-f]{64}-\d+x\d+-[\da-f]{6}\.jpg$/);
  },
);

test(
  "an edit that modifies nothing stays on its page, without a notice",
  { tag: "@extras" },
  async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await page.goto(addresses.updateCoffee(coffee?._id ?? ""));
    await send(page);
    await expect(page).toHaveURL(addresses.updateCoffee(coffee?._id ?? ""));
    await expect(formOf(page).getByLabel("Name")).toHaveValue(latte.name);
    await expect(page.getByRole("main").getByRole("status")).toHaveCount(0);
  },
);

test(
  "the page that asks before a delete has a link that keeps the coffee",
  { tag: "@extras" },
  async ({ page, shop }) => {
    await page.goto(addresses.home);
    await cardOf(page, latte.name)
      .getByRole("button", { name: `Delete ${latte.name}` })
      .click();
    await page.getByRole("link", { name: "Keep it" }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
    expect(await shop.list()).toHaveLength(2);
  },
);

test("two people who edit one coffee lose nothing", { tag: "@extras" }, async ({ page, shop }) => {
  const [coffee] = await shop.list();
  const put = (fields: object) =>
    fetch(`${shop.productServerUrl}/coffee/${coffee?._id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...coffee, ...fields }),
    });
  await page.goto(addresses.updateCoffee(coffee?._id ?? ""));
  await put({ taste: "Plum", chef: "Karim" });
  await formOf(page).getByLabel("Chef").fill("Rahim");
  await send(page);
  await expect(firstNotice(page)).toContainText("You and someone else both changed Chef.");
  await expect(formOf(page).getByRole("textbox", { name: "Chef" })).toHaveValue("Rahim");
  await expect(formOf(page).getByLabel("Taste")).toHaveValue("Plum");
  await expect(page.getByRole("group", { name: "The other version of Chef" })).toContainText("Karim");
  await send(page);
  await expect(page).toHaveURL(/done=update/);
  expect((await shop.list())[0]).toMatchObject({ taste: "Plum", chef: "Rahim" });
});

test("a refused form keeps its text and shows the reason", { tag: ["@own", "@extras"] }, async ({ page, shop }) => {
  await page.goto(addresses.addNewCoffee);
  await formOf(page).getByLabel("Name").fill("Early");
  await formOf(page).getByLabel("Price").fill("-5");
  await send(page);
  await expect(firstNotice(page)).toContainText("Your coffee wasn't added.");
  await expect(formOf(page).getByLabel("Price")).toHaveAccessibleDescription(/must be a number of 0 or more/i);
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Early");
  expect(await shop.list()).toHaveLength(2);
  await formOf(page).getByLabel("Price").fill("5");
  await send(page);
  await expect(cardOf(page, "Early")).toBeVisible();
});

test(
  "a delete can be undone from its notice, and that undo from the changes",
  { tag: ["@own", "@extras", "@quick"] },
  async ({ page, shop }) => {
    await page.goto(addresses.home);
    await cardOf(page, espresso.name)
      .getByRole("button", { name: `Delete ${espresso.name}` })
      .click();
    await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
    await undo(page).click();
    await expect(firstNotice(page)).toContainText(`${espresso.name} is back.`);
    expect(await shop.list()).toHaveLength(2);
    await page.getByRole("link", { name: "Recent changes" }).click();
    await expect(page.getByRole("heading", { name: "Recent changes", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: /^Undo change 4:/ }).click();
    await expect(firstNotice(page)).toContainText(`${espresso.name} was removed again.`);
    expect(await shop.list()).toHaveLength(1);
  },
);

test("every button does something, except Learn More and Send Message", { tag: "@extras" }, async ({ page, shop }) => {
  const [coffee] = await shop.list();
  const id = coffee?._id ?? "";
  const paths = [
    addresses.home,
    addresses.addNewCoffee,
    addresses.coffeeDetails(id),
    addresses.updateCoffee(id),
    "/none",
    "/?changes=",
  ];
  const idle = new Set<string>();
  for (const path of paths) {
    await page.goto(path);
    for (const button of await page.getByRole("button").all()) {
      const leads = await button.evaluate((element) =>
        element instanceof HTMLButtonElement
          ? element.type === "submit" && element.form !== null && element.form.method !== "dialog"
          : element.matches("summary, [href], input[type=file]"),
      );
      if (!leads) idle.add((await button.innerText()) || ((await button.getAttribute("aria-label")) ?? ""));
    }
  }
  expect([...idle].toSorted()).toEqual(["Learn More", "Send Message"]);
});

test.describe("a list longer than a document", () => {
  test.use({
    catalogue: { coffees: Array.from({ length: 100 }, (_, at) => ({ ...latte, name: `Number ${at}`, photo: "" })) },
  });

  test("continues on a page behind More coffees, in another order too", { tag: "@extras" }, async ({ page }) => {
    for (const path of [addresses.home, "/?sort=newest"]) {
      await page.goto(path);
      await expect(page.getByRole("article")).toHaveCount(96);
      await page.getByRole("link", { name: "More coffees" }).click();
      await expect(page.getByRole("article")).toHaveCount(4);
      await expect(page.getByRole("link", { name: "More coffees" })).toHaveCount(0);
    }
  });
});

test("a link opens the filters, and a category finds its coffee", { tag: "@extras" }, async ({ page }) => {
  await page.goto(addresses.home);
  await page.getByText("Filters", { exact: true }).click();
  await page.getByRole("link", { name: "Choose by category" }).click();
  await page.getByLabel("Category").selectOption("Espresso (1)");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("the footer's form stays on its page and keeps the typed text", async ({ page }) => {
  await page.goto(addresses.addNewCoffee);
  const contact = page.getByRole("form", { name: "Connect with Us" });
  await contact.getByLabel("Name").fill("Rahim");
  await contact.getByLabel("Name").press("Enter");
  await contact.getByRole("button").click();
  await expect(page).toHaveURL(addresses.addNewCoffee);
  await expect(contact.getByLabel("Name")).toHaveValue("Rahim");
});

test.describe("with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("the add form stays on its page, and the contact block is plain text", async ({ page, shop }) => {
    await page.goto(addresses.addNewCoffee);
    await formOf(page).getByLabel("Name").fill("Early");
    await formOf(page).getByLabel("Name").press("Enter");
    await submitOf(page).click();
    await expect(page).toHaveURL(addresses.addNewCoffee);
    await expect(formOf(page).getByLabel("Name")).toHaveValue("Early");
    const [coffee] = await shop.list();
    for (const path of [addresses.home, addresses.addNewCoffee, addresses.coffeeDetails(coffee?._id ?? "")]) {
      const html = await (await fetch(shop.url + path)).text();
      expect(html).not.toMatch(/<noscript|JavaScript|tel:|mailto:|openstreetmap/);
      expect(html).toContain("hello@niceties.example");
    }
  });
});
