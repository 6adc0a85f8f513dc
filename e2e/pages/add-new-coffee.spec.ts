import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { textFields } from "../../catalogue/fields.ts";
import {
  callsOf,
  cardOf,
  espresso,
  expect,
  formOf,
  latte,
  notices,
  open,
  pricesHelped,
  sendAndStay,
  submitOf,
  test,
} from "../fixtures.ts";

const labels = ["Name", "Chef", "Supplier", "Taste", "Category", "Details", "Photo", "Price"];
const flatWhite = { ...latte, name: "Flat White", photo: "/photographs/flat-white.jpg", price: "280" };

test.beforeEach(async ({ page }) => open(page, addresses.addNewCoffee));

test("the add page has its heading, an intro paragraph and a way back to home", async ({ page }) => {
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Add New Coffee");
  await expect(main.getByRole("paragraph")).toHaveText(/\w{3}/);
  await main.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(addresses.home);
});

test("the add form has the eight fields, in their order, all empty", async ({ page }) => {
  const fields = formOf(page).getByRole("textbox").or(formOf(page).getByRole("spinbutton"));
  await expect(fields).toHaveCount(labels.length);
  await expect(formOf(page).locator("label.field")).toHaveText(labels);
  for (const label of labels) await expect(formOf(page).getByLabel(label, { exact: true })).toHaveValue("");
});

test("Price is a number input, and Photo is free text", async ({ page }) => {
  await expect(formOf(page).getByLabel("Price")).toHaveAttribute("type", "number");
  await expect(formOf(page).getByLabel("Photo", { exact: true })).toHaveAttribute("type", "text");
});

test(
  "a price can be typed and pasted in Bangla digits, with commas, and with its currency",
  { tag: ["@extras", "@own"] },
  async ({ page }) => {
    await pricesHelped(page);
    const price = formOf(page).getByLabel("Price");
    const details = formOf(page).getByLabel("Details");
    for (const [typed, value] of [
      ["১২.5০", "12.50"],
      ["120,50", "120.50"],
      ["৳120", "120"],
      ["120 Taka", "120"],
      ["tk. 120", "120"],
      ["1,250.50", "1250.50"],
      ["1,20,000", "120000"],
    ] as const) {
      await price.pressSequentially(typed);
      await expect(price, `typed: ${typed}`).toHaveValue(value);
      await price.fill("");
      await details.fill(typed);
      await details.selectText();
      await details.press("Control+c");
      await price.press("Control+v");
      await expect(price, `pasted: ${typed}`).toHaveValue(value);
      await expect(price).toHaveAccessibleDescription("Taka");
      await price.fill("");
    }
    // As on-screen keyboards compose text.
    await price.focus();
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ["১", "১২", "১২০"])
      await keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await keyboard.send("Input.insertText", { text: "১২০" });
    await expect(price).toHaveValue("120");
    // Composed text replaces the selection.
    await price.selectText();
    await keyboard.send("Input.imeSetComposition", { text: "১", selectionStart: 1, selectionEnd: 1 });
    await keyboard.send("Input.insertText", { text: "১৫০" });
    await expect(price).toHaveValue("150");
  },
);

test(
  "text in Price shows an error and is not sent, and an empty price is sent",
  { tag: ["@extras", "@own"] },
  async ({ page, shop }) => {
    await pricesHelped(page);
    const before = await shop.list();
    const price = formOf(page).getByLabel("Price");
    const send = formOf(page).getByRole("button", { name: "Add Coffee" });
    // The browser drops the letters of the first two, and reports that the last is not a number.
    for (const typed of ["abc", "12abc", "12e"]) {
      await price.pressSequentially(typed);
      await send.click();
      await expect(price).toBeFocused();
      await expect(price).toHaveAccessibleDescription(
        "Taka Use only digits and a decimal point, for example 12.50, or leave it empty.",
      );
      await price.fill("5");
      await expect(price).toHaveAccessibleDescription("Taka");
      await price.fill("");
    }
    expect(await shop.list()).toEqual(before);
    await price.pressSequentially("abc");
    await send.click();
    await expect(price).toBeFocused();
    // Now the visitor has seen the empty field.
    await send.click();
    await expect(page).toHaveURL(addresses.home);
    expect((await shop.list()).at(-1)).toMatchObject(emptyFields);
  },
);

test(
  "Photo's description says what it accepts, and Price's names the currency",
  { tag: "@extras" },
  async ({ page }) => {
    await expect(formOf(page).getByLabel("Photo", { exact: true })).toHaveAccessibleDescription(/^A link to a picture/);
    await expect(formOf(page).getByLabel("Price")).toHaveAccessibleDescription("Taka");
  },
);

test(
  "Chef, Supplier and Category suggest what other coffees have, once the form is in use",
  { tag: "@extras" },
  async ({ page }) => {
    await expect(formOf(page).locator("datalist")).toHaveCount(0);
    await formOf(page).getByLabel("Name").press("Tab");
    const suggested = (label: string) =>
      formOf(page)
        .getByLabel(label)
        .evaluate((input) =>
          input instanceof HTMLInputElement ? [...(input.list?.options ?? [])].map(({ value }) => value) : [],
        );
    for (const [label, texts] of [
      ["Chef", [latte.chef, espresso.chef]],
      ["Supplier", [latte.supplier, espresso.supplier]],
      ["Category", [latte.category, espresso.category]],
      ["Name", []],
    ] as const)
      await expect.poll(() => suggested(label)).toEqual(texts);
  },
);

test("typing updates a field", async ({ page }) => {
  await formOf(page).getByLabel("Name").pressSequentially("Cold brew");
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Cold brew");
});

test("the add form's button is labelled Add Coffee", async ({ page }) => {
  await expect(submitOf(page)).toHaveText("Add Coffee");
});

test("an acknowledged coffee is sent as typed, appended to the list under its id, and home opens", async ({
  page,
  shop,
}) => {
  for (const field of textFields) await formOf(page).locator(`[name=${field}]`).fill(flatWhite[field]);
  await formOf(page).getByLabel("Price").fill(flatWhite.price);
  const calls = callsOf(page);
  const requestPromise = page.waitForRequest((request) => request.method() === "POST");
  await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
  expect((await requestPromise).postDataJSON()).toEqual(flatWhite);
  await expect(page).toHaveURL(addresses.home);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText([latte.name, espresso.name, flatWhite.name]);
  expect(calls).toEqual(["POST /coffee"]);
  const added = (await shop.list()).at(-1);
  expect(added).toEqual({ ...shop.stored(flatWhite), _id: added?._id });
  await expect(cardOf(page, flatWhite.name).getByRole("link", { name: "View" })).toHaveAttribute(
    "href",
    addresses.coffeeDetails(added?._id ?? ""),
  );
});

test(
  "after an add home opens at the new coffee, and a notice leads to it",
  { tag: "@extras" },
  async ({ page, productServer }) => {
    await page.setViewportSize({ width: 812, height: 375 });
    await formOf(page).getByLabel("Name").fill("Brand new");
    await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
    const card = cardOf(page, "Brand new");
    await expect(card.getByRole("link", { name: "View" })).toBeFocused();
    const lowest = card.getByRole("button", { name: "Delete" });
    await expect(lowest).toBeInViewport({ ratio: 1 });
    await expect(notices(page).locator(".button-quiet")).toHaveText(
      productServer === "own" ? ["View", "Undo"] : ["View"],
    );
    const [cardBox, notice] = await Promise.all([lowest.boundingBox(), notices(page).boundingBox()]);
    expect((cardBox?.y ?? 0) + (cardBox?.height ?? 0)).toBeLessThan(notice?.y ?? 0);
    await notices(page).getByRole("button", { name: "View" }).click();
    await expect(page.locator(".facts")).toContainText("Brand new");
    await page.goBack();
    await expect(card).toBeInViewport();
    await page.getByRole("link", { name: "Add Coffee" }).click();
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  },
);

test("nothing is required: an empty form is sent like any other", async ({ page, shop }) => {
  await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
  await expect(page).toHaveURL(addresses.home);
  const added = (await shop.list()).at(-1);
  const empty = { name: "", chef: "", supplier: "", taste: "", category: "", details: "", photo: "", price: "" };
  expect(added).toEqual({ ...empty, _id: added?._id });
});

test("no length and no format is checked before sending", async ({ page, shop }) => {
  const odd = { ...emptyFields, name: "very long ".repeat(500), photo: "not an address", price: "12.75" };
  await formOf(page).getByLabel("Name").fill(odd.name);
  await formOf(page).getByLabel("Photo", { exact: true }).fill(odd.photo);
  await formOf(page).getByLabel("Price").fill(odd.price);
  await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
  await expect(page).toHaveURL(addresses.home);
  expect((await shop.list()).at(-1)).toMatchObject(shop.stored(odd));
});

test("without an insertedId nothing is appended, and an acknowledged reply still leads home", async ({ page }) => {
  await page.route("**/coffee", (route) => route.fulfill({ json: { acknowledged: true } }));
  await formOf(page).getByLabel("Name").fill("Ghost");
  await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
  await expect(page).toHaveURL(addresses.home);
  await expect(cardOf(page, latte.name)).toBeVisible();
  await expect(cardOf(page, "Ghost")).toHaveCount(0);
});

test("an unacknowledged reply keeps the form open, but its insertedId is still appended", async ({ page }) => {
  await page.route("**/coffee", (route) =>
    route.fulfill({ json: { acknowledged: false, insertedId: "f".repeat(24) } }),
  );
  await formOf(page).getByLabel("Name").fill("Unsure");
  await sendAndStay(page);
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Unsure");
  await expect(page).toHaveURL(addresses.addNewCoffee);
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(cardOf(page, "Unsure")).toBeVisible();
});

test("a double click on Add Coffee adds one coffee", async ({ page, shop }) => {
  await formOf(page).getByLabel("Name").fill("Once");
  await formOf(page).getByRole("button", { name: "Add Coffee" }).dblclick();
  await expect(page).toHaveURL(addresses.home);
  expect((await shop.list()).filter(({ name }) => name === "Once")).toHaveLength(1);
});
