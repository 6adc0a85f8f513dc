// Finding coffees on home: by words, by filters, and in an order.
import { writeFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import {
  callsOf,
  espresso,
  expect,
  formOf,
  idle,
  latte,
  listArrived,
  notices,
  open,
  pricesHelped,
  requestsOf,
  submitOf,
  test,
} from "../fixtures.ts";

const malai: CoffeeFields = {
  name: "দুধ মালাই কফি",
  chef: "নুসরাত জাহান",
  supplier: "Bandarban Hill Lots",
  taste: "মোলায়েম, মিষ্টি",
  category: "Milk coffee",
  details: "শীতের সকালে এক কাপ।",
  photo: "/photographs/dudh-malai-coffee.jpg",
  price: "250",
};
const ristretto: CoffeeFields = { ...espresso, name: "Aarong Ristretto", chef: "Mong Marma", price: 200 };
const unpriced: CoffeeFields = { ...latte, name: "Bhola Buffalo Latte", chef: "Farhana Akter", price: "" };
const menu = [latte, espresso, malai, ristretto, unpriced];

const field = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const status = (page: Page) => page.getByRole("search").getByRole("status");
const headings = (page: Page) => page.locator(".coffee-grid h3");
const order = (page: Page) => page.getByRole("combobox", { name: "Sort" });
const showAll = (page: Page) => page.getByRole("link", { name: "Show all coffees" });
const filters = (page: Page) => page.locator(".find-filters summary");
const choice = (page: Page, name: string) =>
  page.getByRole(name.startsWith("Price") ? "spinbutton" : "combobox", { name, exact: true });
const expectNames = (page: Page, ...coffees: readonly CoffeeFields[]) =>
  expect(headings(page)).toHaveText(coffees.map(({ name }) => name));
const openFilters = async (page: Page) => {
  await filters(page).click();
  await expect(choice(page, "Category").locator("option")).not.toHaveCount(1);
};
const optionsOf = (select: Locator) => select.locator("option").allTextContents();
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test.use({ catalogue: { coffees: menu } });

test("without a query home shows the whole list and the number of coffees", async ({ page }) => {
  await open(page, addresses.home);
  await expectNames(page, ...menu);
  await expect(status(page)).toBeEmpty();
  await expect(page.locator(".find-result")).toHaveText("5 coffees");
  await expect(showAll(page)).toHaveCount(0);
});

test("the filters' choices render only when the filters are opened, and before they appear", async ({ page }) => {
  await open(page, addresses.home);
  const choices = page.locator(".find-filters select");
  await expect(page.getByRole("link", { name: "Choose by category", includeHidden: true })).toHaveCount(0);
  await expect(choices).toHaveCount(0);
  const drawn = page.locator(".find-filters").evaluate(
    (details) =>
      new Promise((resolve) => {
        details.addEventListener("toggle", () => resolve(details.querySelectorAll("select").length), { capture: true });
      }),
  );
  await filters(page).click();
  expect(await drawn).toBe(4);
  await filters(page).click();
  await expect(page.locator(".find-filters[open]")).toHaveCount(0);
  await expect(choices).toHaveCount(4);
});

for (const [typed, coffees, marked] of [
  ["nolen", [latte], "Nolen"],
  ["NOLAN gur", [latte], "Nolen"],
  ["মালাই", [malai], "মালাই"],
  ["malai", [malai], "মালাই"],
  ["মারমা", [ristretto], "Marma"],
  ["expresso", [espresso, ristretto], "Espresso"],
] as const) {
  test(`${typed} finds ${coffees.map(({ name }) => name).join(" and ")} and marks the match`, async ({ page }) => {
    await open(page, addresses.home);
    await field(page).pressSequentially(typed);
    await expectNames(page, ...coffees);
    await expect(status(page)).toHaveText(`${coffees.length} of 5 coffees`);
    await expect(page.locator(".coffee-grid mark").filter({ hasText: marked }).first()).toHaveText(marked);
    await expect(headings(page)).toHaveText(coffees.map(({ name }) => name));
  });
}

test("a card names the hidden field in which a word was found, also in the first document", async ({ page, shop }) => {
  const html = await (await fetch(`${shop.url}/?q=bandarban`)).text();
  expect(html).toMatch(/class="coffee-card-why">[^"]*Bandarban Hill Lots/);
  await open(page, addresses.home);
  const why = page.locator(".coffee-card-why");
  await expect(why).toHaveCount(0);
  await field(page).fill("lungo bandorban");
  await expect(why).toHaveText(Array.from({ length: 3 }, () => "Supplier: Bandarban Hill Lots"));
  await expect(why.first().locator("mark")).toHaveText("Bandarban");
  await field(page).fill("latte");
  await expectNames(page, latte, unpriced);
  await expect(why).toHaveCount(0);
});

test("when no coffee matches all words, partial matches are listed and the status says so", async ({ page }) => {
  await open(page, addresses.home);
  await field(page).fill("ristretto xyzzy");
  await expectNames(page, ristretto);
  await expect(status(page)).toHaveText(
    "1 of 5 coffees No coffee matches all of these words. These match some of them.",
  );
});

test("fast typing ends with the results for the whole text", { tag: "@quick" }, async ({ page }) => {
  await open(page, addresses.home);
  await field(page).focus();
  for (const text of ["e", "es", "esp", "ri", "rist", "l", "la", "lat", "latt", "latte"]) await field(page).fill(text);
  await expectNames(page, latte, unpriced);
  await expect(page).toHaveURL("/?q=latte");
});

test("Ctrl+/ focuses the search field, but / alone does not", async ({ page }) => {
  await open(page, addresses.home);
  await expect(field(page)).toHaveAttribute("aria-keyshortcuts", "Control+/");
  await expect(page.locator(".find-field kbd")).toHaveText("Ctrl /");
  await page.keyboard.press("/");
  await expect(field(page)).not.toBeFocused();
  await page.keyboard.press("Control+/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("latte");
  await page.getByRole("contentinfo").getByRole("textbox").first().focus();
  await page.keyboard.type("a/b");
  await expect(page.getByRole("contentinfo").getByRole("textbox").first()).toHaveValue("a/b");
  await page.keyboard.press("Control+/");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("latte");
  expect(await field(page).evaluate((element: HTMLInputElement) => element.selectionEnd)).toBe("latte".length);
});

test("Ctrl+/ does not focus the search field behind a dialog @own", async ({ page }) => {
  await open(page, addresses.home);
  await page.getByRole("link", { name: "Recent changes" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Control+/");
  await expect(field(page)).not.toBeFocused();
});

test("Escape empties the field, and the whole list is back", async ({ page }) => {
  await open(page, addresses.home);
  await field(page).fill("malai");
  await expectNames(page, malai);
  await field(page).press("Escape");
  await expect(field(page)).toHaveValue("");
  await expect(field(page)).toBeFocused();
  await expectNames(page, ...menu);
  await expect(page).toHaveURL("/");
});

test(
  "each filter value shows how many coffees it finds together with the words and other filters",
  { tag: "@quick" },
  async ({ page }) => {
    await open(page, addresses.home);
    await openFilters(page);
    await expect(choice(page, "Category").locator("option")).toHaveText(["Any", "Milk coffee (3)", "Espresso (2)"]);
    await choice(page, "Category").selectOption("Espresso");
    await expectNames(page, espresso, ristretto);
    await expect(filters(page)).toHaveText("Filters, 1 chosen");
    await expect(choice(page, "Chef").locator("option")).toHaveText(["Any", "Farhana Akter (1)", "Mong Marma (1)"]);
    await choice(page, "Chef").selectOption("Mong Marma");
    await expectNames(page, ristretto);
    await expect(choice(page, "Category").locator("option")).toHaveText(["Any", "Espresso (1)"]);
    await choice(page, "Category").selectOption("Any");
    await choice(page, "Chef").selectOption("Any");
    await expectNames(page, ...menu);
    await expect(choice(page, "Chef"), "the filters stay open while one chooses").toBeVisible();
    await field(page).fill("latte");
    await expect.poll(() => optionsOf(choice(page, "Chef"))).toEqual(["Any", "Tanvir Hasan (1)", "Farhana Akter (1)"]);
  },
);

test("a price range includes both its ends, and leaves out coffees without a price", async ({ page }) => {
  await open(page, addresses.home);
  await openFilters(page);
  await expect(choice(page, "Price from")).toHaveAttribute("placeholder", "160");
  await expect(choice(page, "Price up to")).toHaveAttribute("placeholder", "340");
  await pricesHelped(page);
  await choice(page, "Price from").pressSequentially("২০০");
  await expect(choice(page, "Price from")).toBeFocused();
  await expect(choice(page, "Price from")).toHaveValue("200");
  await expectNames(page, latte, malai, ristretto);
  await choice(page, "Price up to").pressSequentially("250");
  await expectNames(page, malai, ristretto);
  await expect(page).toHaveURL("/?price-from=200&price-to=250");
  await choice(page, "Price from").fill("");
  await expectNames(page, espresso, malai, ristretto);
  await choice(page, "Price from").fill("300");
  await expect(status(page)).toHaveText(
    "The lowest price (300) is above the highest (250). Swap the two to see coffees.",
  );
  await expect(choice(page, "Price up to")).toHaveAttribute("aria-invalid", "true");
});

for (const [label, coffees] of [
  ["Newest first", menu.toReversed()],
  ["By name", [ristretto, unpriced, latte, espresso, malai]],
  ["Lowest price first", [espresso, ristretto, malai, latte, unpriced]],
  ["Highest price first", [latte, malai, ristretto, espresso, unpriced]],
  ["As added", menu],
] as const) {
  test(`coffees stand in the order ${label}`, async ({ page }) => {
    await open(page, `/?sort=name`);
    await order(page).selectOption(label);
    await expectNames(page, ...coffees);
  });
}

test("with words the best match comes first, unless another order is asked for", async ({ page }) => {
  await open(page, addresses.home);
  await field(page).fill("farhana");
  await expectNames(page, espresso, unpriced);
  await expect(order(page).locator("option:checked")).toHaveText("Best match first");
  await order(page).selectOption("Newest first");
  await expectNames(page, unpriced, espresso);
  await expect(page).toHaveURL("/?q=farhana&sort=newest");
});

test("the address holds the words and filters, and a reload restores the results", async ({ page }) => {
  await open(page, addresses.home);
  await field(page).fill("farhana");
  await openFilters(page);
  await choice(page, "Category").selectOption("Espresso");
  await expectNames(page, espresso);
  await expect.poll(() => query(page)).toEqual({ q: "farhana", category: "Espresso" });
  await page.reload();
  await expectNames(page, espresso);
  await expect(field(page)).toHaveValue("farhana");
  await expect(choice(page, "Category")).toHaveValue("Espresso");
  await expect(status(page)).toHaveText("1 of 5 coffees");
  await expect(page.locator(".coffee-grid mark")).toHaveText("Farhana");
});

test("typing a search adds no history entries: Back leaves home", async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await page.getByRole("link", { name: "Back to home" }).click();
  await field(page).pressSequentially("latte", { delay: 1 });
  await expect(page).toHaveURL("/?q=latte");
  await page.goBack();
  await expect(page).toHaveURL(addresses.addNewCoffee);
});

test("Back and Forward restore the search of each history entry", async ({ page }) => {
  await open(page, addresses.home);
  await field(page).fill("malai");
  await expect(page).toHaveURL("/?q=malai");
  await page.getByRole("banner").getByRole("link").first().click();
  await expectNames(page, ...menu);
  await expect(field(page)).toHaveValue("");
  await page.goBack();
  await expectNames(page, malai);
  await expect(field(page)).toHaveValue("malai");
  await page.goForward();
  await expectNames(page, ...menu);
});

test("Show all coffees clears words, filters and order", async ({ page }) => {
  await open(page, "/?q=latte&category=Milk+coffee&price-from=100&sort=price");
  await expectNames(page, latte);
  await showAll(page).click();
  await expectNames(page, ...menu);
  await expect(page).toHaveURL("/");
  await expect(field(page)).toHaveValue("");
  await expect(field(page), "the button is gone, and the focus with it").toBeFocused();
  await expect(choice(page, "Price from")).toHaveValue("");
  await expect(order(page).locator("option:checked")).toHaveText("As added");
});

test("a search without results says so, and Show all coffees lists them all", async ({ page }) => {
  await open(page, addresses.home);
  await field(page).fill("zzzzzz");
  await expect(status(page)).toHaveText("No coffees match. Try fewer words or clear a filter.");
  await expect(page.getByRole("article")).toHaveCount(0);
  await showAll(page).click();
  await expectNames(page, ...menu);
});

test(
  "the first document already holds the results of the search in its address",
  { tag: "@quick" },
  async ({ shop }) => {
    const html = await (await fetch(`${shop.url}/?q=malai`)).text();
    expect(html.match(/<article/g)).toHaveLength(1);
    expect(html).toContain(malai.name);
    expect(html).toContain("1 of 5 coffees");
  },
);

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form finds by words, and then by filters and in an order", { tag: "@quick" }, async ({ page }) => {
    await page.goto(addresses.home);
    await field(page).fill("latte");
    await field(page).press("Enter");
    await expectNames(page, latte, unpriced);
    await expect(status(page)).toHaveText("2 of 5 coffees");
    await filters(page).click();
    await choice(page, "Chef").selectOption("Farhana Akter (1)");
    await order(page).selectOption("By name");
    await page.getByRole("search").getByRole("button", { name: "Search" }).click();
    await expectNames(page, unpriced);
    expect(query(page)).toMatchObject({ q: "latte", chef: "Farhana Akter", sort: "name" });
    await expect(choice(page, "Chef")).toHaveValue("Farhana Akter");
  });

  test("a search without results says so, and a link shows all coffees", async ({ page }) => {
    await page.goto("/?q=zzzzzz&lang=en");
    await expect(status(page)).toHaveText("No coffees match. Try fewer words or clear a filter.");
    await expect(field(page)).toHaveValue("zzzzzz");
    await showAll(page).click();
    await expectNames(page, ...menu);
    expect(query(page)).toEqual({ lang: "en" });
  });

  test("the form keeps the language that the address asks for", async ({ page }) => {
    await page.goto("/?lang=bn");
    await page.getByRole("searchbox").fill("latte");
    await page.getByRole("searchbox").press("Enter");
    await expect(page.locator("html")).toHaveAttribute("lang", "bn");
    await expectNames(page, latte, unpriced);
  });
});

test("words typed before hydration stay in the search field, and are searched for", async ({ page }) => {
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(addresses.home, { waitUntil: "commit" });
  await field(page).fill("malai");
  openGate();
  await expectNames(page, malai);
  await expect(field(page)).toHaveValue("malai");
});

for (const [name, key] of [
  ["by mouse", undefined],
  ["by keyboard", "Enter"],
] as const) {
  test(`Back from a coffee's page restores the results, the scroll position and the focus, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 500 });
    await open(page, addresses.home);
    await field(page).fill("latte");
    await expectNames(page, latte, unpriced);
    const view = page.getByRole("link", { name: `View ${unpriced.name}` });
    await view.scrollIntoViewIfNeeded();
    await view.focus();
    const top = (await view.boundingBox())?.y ?? NaN;
    await (key ? page.keyboard.press(key) : view.click());
    await expect(page.getByRole("definition").first()).toHaveText(unpriced.name);
    await page.goBack();
    await expectNames(page, latte, unpriced);
    await expect(field(page)).toHaveValue("latte");
    await expect(view).toBeFocused();
    await expect.poll(async () => Math.abs(((await view.boundingBox())?.y ?? NaN) - top)).toBeLessThan(2);
  });
}

test("Back to home and a saved edit restore the search and scroll position, even after a reload", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 500 });
  await open(page, "/?lang=en&q=latte&sort=newest");
  await expectNames(page, unpriced, latte);
  const view = page.getByRole("link", { name: `View ${latte.name}` });
  await view.scrollIntoViewIfNeeded();
  const top = (await view.boundingBox())?.y ?? NaN;
  const isAsLeft = async () => {
    await expect(page).toHaveURL("/?lang=en&q=latte&sort=newest");
    await expectNames(page, unpriced, latte);
    await expect.poll(async () => Math.abs(((await view.boundingBox())?.y ?? NaN) - top)).toBeLessThan(2);
  };
  await view.click();
  await page.getByRole("heading", { name: "Niceties", exact: true }).waitFor();
  await page.reload();
  await listArrived(page);
  await page.getByRole("link", { name: "Back to home" }).click();
  await isAsLeft();
  await page.getByRole("link", { name: `Edit ${latte.name}` }).click();
  await page.getByRole("heading", { name: "Update Existing Coffee Details" }).waitFor();
  await page.reload();
  await listArrived(page);
  // As in browsers without scroll anchoring.
  await page.evaluate(() => document.documentElement.style.setProperty("overflow-anchor", "none"));
  await formOf(page).getByLabel("Supplier").fill("Another farm");
  await submitOf(page).click();
  await isAsLeft();
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(page).toHaveURL("/?lang=en");
  await page.getByRole("link", { name: `View ${latte.name}` }).click();
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL("/?lang=en");
});

test("Back from the update form focuses the pressed Edit; other ways home focus the heading", async ({ page }) => {
  await open(page, addresses.home);
  await page.getByRole("link", { name: `Edit ${espresso.name}` }).click();
  await page.getByRole("heading", { level: 1, name: "Update Existing Coffee Details" }).waitFor();
  await page.goBack();
  await expect(page.getByRole("link", { name: `Edit ${espresso.name}` })).toBeFocused();
  await page.getByRole("link", { name: `Edit ${espresso.name}` }).click();
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page.locator("main h1")).toBeFocused();
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await page.getByRole("heading", { level: 1, name: "Add New Coffee" }).waitFor();
  await page.goBack();
  await expect(page.locator("main h1")).toBeFocused();
});

test("a delete among search results removes the card and lowers the count at once", async ({ page }) => {
  await open(page, "/?q=latte");
  await expect(page.locator(".coffee-grid mark").first()).toBeVisible();
  await watchForReturn(page, latte.name);
  await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
  await expectNames(page, unpriced);
  await expect(status(page)).toHaveText("1 of 4 coffees");
  await listArrived(page);
  expect(await page.evaluate(() => document.body.dataset["returned"])).toBeUndefined();
});

/** Marks the body if a heading disappears and then returns. */
function watchForReturn(page: Page, name: string): Promise<void> {
  return page.evaluate((text) => {
    let isGone = false;
    new MutationObserver(() => {
      const isHere = [...document.querySelectorAll(".coffee-grid h3")].some((each) => each.textContent === text);
      if (isGone && isHere) document.body.dataset["returned"] = "yes";
      isGone ||= !isHere;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, name);
}

test("an undo among search results puts the card back in its place @own", { tag: "@quick" }, async ({ page }) => {
  await open(page, "/?q=latte&sort=newest");
  await page.getByRole("button", { name: `Delete ${unpriced.name}` }).click();
  await expectNames(page, latte);
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expectNames(page, unpriced, latte);
  await expect(status(page)).toHaveText("2 of 5 coffees");
});

test("a renamed coffee is found by its new name and no longer by its old one", async ({ page }) => {
  await open(page, "/?q=ristretto");
  await expectNames(page, ristretto);
  await page.getByRole("link", { name: `Edit ${ristretto.name}` }).click();
  await formOf(page).getByLabel("Name", { exact: true }).fill("Sylhet Lungo");
  await submitOf(page).click();
  await expect(page).toHaveURL("/?q=ristretto");
  await expect(status(page)).toContainText("No coffees match.");
  await field(page).fill("lungo");
  await expect(headings(page)).toHaveText(["Sylhet Lungo"]);
});

test("a coffee that was added is found", { tag: "@quick" }, async ({ page }) => {
  await open(page, "/?q=lungo");
  await expect(status(page)).toContainText("No coffees match.");
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await formOf(page).getByLabel("Name", { exact: true }).fill("Sylhet Lungo");
  await submitOf(page).click();
  await expect(headings(page)).toHaveCount(6);
  await field(page).fill("lungo");
  await expect(headings(page)).toHaveText(["Sylhet Lungo"]);
});

test("switching the language keeps the search, and sorts names by that language's rules", async ({ page }) => {
  await open(page, addresses.home);
  await order(page).selectOption("By name");
  await field(page).fill("coffee");
  await expect(headings(page)).toHaveText([unpriced.name, latte.name, malai.name]);
  await page.getByRole("link", { name: "বাংলা" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "bn");
  await expect(headings(page)).toHaveText([malai.name, unpriced.name, latte.name]);
  await expect(page.getByRole("searchbox")).toHaveValue("coffee");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("৫টি কফির মধ্যে ৩টি");
  await expect.poll(() => query(page)).toEqual({ lang: "bn", q: "coffee", sort: "name" });
});

test("a coffee clicked right after an order is chosen opens, although the address changes meanwhile", async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>();
  await page.route("**/coffee/*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await open(page, addresses.home);
  await order(page).selectOption("By name");
  await page.getByRole("link", { name: `View ${latte.name}` }).click();
  await expect.poll(() => query(page)).toEqual({ sort: "name" });
  gate.resolve();
  await expect(page.getByRole("definition").first()).toHaveText(latte.name);
});

test("the keyboard alone reaches the search, order, filters, Show all and the first card", async ({ page }) => {
  await open(page, addresses.home);
  await page.keyboard.press("Control+/");
  await page.keyboard.type("latte");
  await expectNames(page, latte, unpriced);
  await page.keyboard.press("Tab");
  await expect(order(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(filters(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(choice(page, "Category")).toBeFocused();
  for (let stops = 0; stops < 6; stops += 1) await page.keyboard.press("Tab");
  await expect(showAll(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: `View ${latte.name}` })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expectNames(page, ...menu);
});

test("the search scripts load only when the field is focused, and home requests the list once", async ({ page }) => {
  const requests = requestsOf(page);
  const calls = callsOf(page);
  await open(page, addresses.home);
  await listArrived(page);
  expect(requests.filter((url) => /\/(finder|word-index)-/.test(url))).toEqual([]);
  await field(page).focus();
  await expect.poll(() => requests.filter((url) => /\/(finder|word-index)-/.test(url)).length).toBe(2);
  await field(page).fill("malai");
  await expectNames(page, malai);
  expect(calls).toEqual(["GET /coffee"]);
});

test("a search begun before the list loads finds its coffees, even if the first import ends last", async ({
  page,
  shop,
}) => {
  const lungo = { ...espresso, name: "Lungo", _id: "ffffffffffffffffffffffff" };
  const coffees = [...(await shop.list()), lungo];
  await page.addInitScript(() => {
    const late = new Promise((resolve) => addEventListener("late", resolve, { once: true }));
    let imports = 0;
    const endLate = (code: Promise<unknown>) => ((imports += 1) === 1 ? late.then(() => code) : code);
    Object.assign(globalThis, { endLate });
  });
  await page.route(/\/shared-finder-/, async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const body = script.replace(/import\(.\.\/finder-[^)]*\)/, "endLate($&)");
    expect(body).not.toBe(script);
    await route.fulfill({ response, body });
  });
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/coffee", async (route) => {
    await gate;
    await route.fulfill({ json: coffees });
  });
  const code = page.waitForResponse(/\/finder-/);
  await open(page, addresses.home);
  await field(page).fill("lungo");
  await code;
  openGate();
  await expectNames(page, lungo);
  await page.evaluate(() => dispatchEvent(new Event("late")));
  await idle(page);
  await field(page).fill("lung");
  await expect(status(page)).toHaveText("1 of 6 coffees");
});

test.describe("when the search cannot be loaded", () => {
  test.use({ expected: { console: /Failed to load|Failed to fetch|ERR_|dynamically imported/ } });

  test("the status says so, the list stays, and the next typing retries", async ({ page }) => {
    await open(page, addresses.home);
    await listArrived(page);
    await page.route(/\/(finder|word-index)-/, (route) => route.abort());
    await field(page).fill("malai");
    await expect(status(page)).toHaveText("We couldn't load the search. Reload the page to try again.");
    await expectNames(page, ...menu);
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(headings(page)).toHaveCount(4);
    await page.unroute(/\/(finder|word-index)-/);
    await field(page).fill("mala");
    await expectNames(page, malai);
    await expect(status(page)).toHaveText("1 of 4 coffees");
  });
});

test.describe("where the list cannot be loaded", () => {
  test.use({ expected: { console: /Failed to load|Failed to fetch|ERR_|GET \/coffee failed/ } });

  test("no count is shown for new words, and Enter sends the search to the server", async ({ page }) => {
    await page.route("**/coffee", (route) => route.abort());
    await page.goto("/?q=malai");
    await expect(notices(page)).toContainText("We couldn't load");
    await expect(status(page)).toHaveText("1 of 5 coffees");
    await field(page).fill("latte");
    await expect(status(page)).toBeEmpty();
    await field(page).press("Enter");
    await expectNames(page, latte, unpriced);
    await expect(status(page)).toHaveText("2 of 5 coffees");
  });
});

test("a category in the address selects its option despite other case and spacing", async ({ page }) => {
  await open(page, "/?category=%20MILK%20%20coffee");
  await expect(choice(page, "Category").locator("option:checked")).toHaveText("Milk coffee (3)");
  expect(await optionsOf(choice(page, "Category"))).toEqual(["Any", "Milk coffee (3)", "Espresso (2)"]);
});

test("the search results are printed, but not the search form", async ({ page }) => {
  await open(page, "/?q=latte");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.locator(".find")).toBeHidden();
});

for (const [name, q] of [
  ["very long", "a".repeat(3_000)],
  ["of signs", `"><script>alert(1)</script>' %00 [(*+?\\`],
  ["half a letter", "\ud800 \u0985\u09cd\u200d"],
  ["of spaces", "   "],
] as const) {
  test(`a search that is ${name} finds nothing, and the search form still works`, async ({ page }) => {
    const path = `/?${new URLSearchParams({ q, "price-from": "NaN", "price-to": "১e9", sort: "__proto__", category: "constructor" })}`;
    await open(page, path);
    await expect(status(page)).toHaveText("No coffees match. Try fewer words or clear a filter.");
    await showAll(page).click();
    await expectNames(page, ...menu);
    await field(page).fill(q);
    await expect(field(page)).toHaveValue(q.toWellFormed().slice(0, 200));
    await expect(page.getByRole("search")).toBeVisible();
  });
}

test.describe("with extras off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("there is no search form, and a search in the address has no effect", async ({ page, shop }) => {
    expect(await (await fetch(`${shop.url}/?q=malai`)).text()).not.toContain('role="search"');
    await open(page, "/?q=malai&sort=name");
    await expectNames(page, ...menu);
    await expect(page.getByRole("search")).toHaveCount(0);
    await expect(page.locator("mark")).toHaveCount(0);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [375, 1280]) {
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test(`axe finds nothing on a search in ${colorScheme} at ${width}`, async ({ page }) => {
        test.slow();
        for (const path of ["/?q=latte", "/?category=Espresso&price-from=100", "/?q=zzzzzz"]) {
          await open(page, path);
          await expect(status(page)).not.toBeEmpty();
          if (!path.includes("category")) await filters(page).click();
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`)).toEqual([]);
        }
      });

      test(`search controls are at least 44 pixels high, and searching moves no card, in ${colorScheme} at ${width}`, async ({
        page,
      }) => {
        await open(page, addresses.home);
        const grid = page.locator(".coffee-grid");
        const top = () => grid.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));
        const before = await top();
        await field(page).fill("latte");
        await expectNames(page, latte, unpriced);
        expect(await top()).toBe(before);
        await filters(page).click();
        for (const control of await page
          .getByRole("search")
          .locator("input:visible, select, summary, button:visible")
          .all()) {
          const { height = 0 } = (await control.boundingBox()) ?? {};
          if (await control.evaluate((element) => !element.matches(".sr-only")))
            expect(height).toBeGreaterThanOrEqual(44);
        }
      });
    });
  }
}

test.describe("@own ten thousand coffees", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    ...(index % 2 ? latte : espresso),
    name: `${index % 2 ? "Latte" : "Lungo"} No. ${index + 1}`,
  }));
  // A busy machine needs more than the default 5 seconds to read the list. These tests do not measure speed.
  const expectAtLast = expect.configure({ timeout: 20_000 });
  test.use({ catalogue: { coffees: [] }, viewport: { width: 1280, height: 800 } });
  test.beforeEach(async ({ shop }, info) => {
    test.slow();
    const file = info.outputPath("coffees.json");
    await writeFile(file, JSON.stringify(many));
    shop.operate("import", file, "--yes");
  });

  test("are searched while the visitor types, and all results are listed", async ({ page }) => {
    await open(page, addresses.home);
    await field(page).fill("lungo");
    await expectAtLast(status(page)).toHaveText("5,000 of 10,000 coffees");
    await expectAtLast.poll(() => headings(page).count()).toBe(5_000);
    await field(page).fill("lungo 7003");
    await expectAtLast(headings(page)).toHaveText(["Lungo No. 7003"]);
    await showAll(page).click();
    await expectAtLast.poll(() => headings(page).count()).toBe(10_000);
  });

  test("an address with a search shows one count, in the first document and afterwards", async ({ page, shop }) => {
    const html = await (await fetch(`${shop.url}/?q=lungo`)).text();
    expect(html).toContain("5,000 of 10,000 coffees");
    await page.addInitScript(() => {
      const statusTexts = new Set<string>();
      new MutationObserver(() => {
        statusTexts.add(document.querySelector(".find [role=status]")?.textContent ?? "");
        document.documentElement.dataset["said"] = [...statusTexts].filter(Boolean).join("|");
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await open(page, "/?q=lungo");
    await expectAtLast.poll(() => headings(page).count()).toBe(5_000);
    await expectAtLast(page.locator("html")).toHaveAttribute("data-said", "5,000 of 10,000 coffees");
  });
});
