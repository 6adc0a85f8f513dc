import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { alive, cardOf, expect, formOf, latte, open, submitOf, test } from "../fixtures.ts";

const script = "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
const hostile: CoffeeFields = {
  name: script,
  chef: script,
  supplier: script,
  taste: script,
  category: script,
  details: script,
  photo: '"><script>document.title="taken"</script>',
  price: "1",
};
const bangla: CoffeeFields = { ...latte, name: "টং দোকানের কালো কফি", chef: "ফারহানা আক্তার" };
const long: CoffeeFields = {
  ...latte,
  name: "unbroken".repeat(100),
  chef: "many words ".repeat(100),
  price: "9".repeat(60),
};
const padded: CoffeeFields = {
  ...latte,
  name: "Padded",
  details: "  one\r\n\r\ntwo\t",
  taste: "smoke\r\nash",
  price: "012.50",
};

test.use({ catalogue: { coffees: [emptyFields, long, hostile, bangla, padded] } });

test("a coffee without values has a card with named controls", { tag: "@quick" }, async ({ page }) => {
  await open(page, addresses.home);
  const card = page.getByRole("article").first();
  await expect(card.getByRole("link", { name: "View unnamed coffee" })).toBeVisible();
  await expect(card.getByRole("link", { name: "Edit unnamed coffee" })).toBeVisible();
  await expect(card.getByRole("button", { name: "Delete unnamed coffee" })).toBeVisible();
  await expect(card.getByRole("img", { name: "No photo" })).toBeVisible();
  await expect(card.getByRole("paragraph")).toHaveText(["Chef", "Taka"]);
});

test("very long values change card heights by under 80 pixels, and no page scrolls sideways", async ({
  page,
  shop,
}) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, addresses.home);
    const heights = await page.getByRole("article").evaluateAll((cards) => cards.map((card) => card.clientHeight));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(80);
    const ids = (await shop.list()).map(({ _id }) => _id);
    for (const path of ["/", ...ids.map(addresses.coffeeDetails), ...ids.map(addresses.updateCoffee)]) {
      await open(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});

test(
  "text that looks like a script is shown as text, everywhere, and never runs",
  { tag: "@quick" },
  async ({ page, shop }) => {
    const [, , { _id } = { _id: "" }] = await shop.list();
    await open(page, addresses.home);
    await expect(cardOf(page, script)).toBeVisible();
    await expect(page).toHaveTitle("Niceties");
    await open(page, addresses.coffeeDetails(_id));
    await expect(page.getByRole("definition").first()).toHaveText(script);
    await expect(page).toHaveTitle(`${script} · Niceties`);
    await open(page, addresses.updateCoffee(_id));
    await expect(formOf(page).getByLabel("Name")).toHaveValue(script);
  },
);

test("Bangla text is shown unchanged and marked as Bangla", async ({ page }) => {
  await open(page, addresses.home);
  await expect(cardOf(page, bangla.name).getByText(bangla.chef, { exact: true })).toHaveAttribute("lang", "bn");
  await expect(cardOf(page, bangla.name).getByRole("heading")).toHaveAttribute("lang", "bn");
});

test(
  "untouched fields are sent exactly as received, even if a control cannot show them",
  { tag: "@quick" },
  async ({ page, shop }) => {
    const before = (await shop.list()).at(-1);
    await open(page, addresses.updateCoffee(before?._id ?? ""));
    await formOf(page).getByLabel("Name").fill("Padded, renamed");
    const requestPromise = page.waitForRequest((request) => request.method() === "PUT");
    await submitOf(page).click();
    expect((await requestPromise).postDataJSON()).toEqual({ ...before, name: "Padded, renamed" });
    await expect(page).toHaveURL(addresses.home);
    expect((await shop.list()).at(-1)).toEqual({ ...before, name: "Padded, renamed" });
  },
);

test("text typed before hydration is sent with the form", async ({ page, shop }) => {
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  const isAlive = alive(page);
  await page.goto(addresses.addNewCoffee, { waitUntil: "commit" });
  await formOf(page).getByLabel("Name").fill("Early bird");
  openGate();
  await isAlive;
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Early bird");
  await submitOf(page).click();
  await expect(page).toHaveURL(addresses.home);
  expect((await shop.list()).at(-1)).toMatchObject({ name: "Early bird" });
});

test("details replaced before hydration are sent with the form", async ({ page, shop }) => {
  const before = (await shop.list()).at(-1);
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  const isAlive = alive(page);
  await page.goto(addresses.updateCoffee(before?._id ?? ""), { waitUntil: "commit" });
  await formOf(page).getByLabel("Details").fill("Typed early");
  openGate();
  await isAlive;
  await expect(formOf(page).getByLabel("Details")).toHaveValue("Typed early");
  await submitOf(page).click();
  await expect(page).toHaveURL(addresses.home);
  expect((await shop.list()).at(-1)).toEqual({ ...before, details: "Typed early" });
});
