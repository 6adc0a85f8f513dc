// Changes that others make while a page is open.
import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { cardOf, espresso, expect, formOf, latte, listArrived, notices, open, submitOf, test } from "../fixtures.ts";

type Shop = Readonly<{ url: string; list: () => Promise<readonly Coffee[]> }>;

/** Sends a request to the shop as another visitor, without a page. */
async function elsewhere(shop: Shop, method: string, path: string, body?: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(shop.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(reply.ok).toBe(true);
}

const news = (page: Page) => page.getByRole("button", { name: /· show$/ });

/** Opens a page, and waits until its stream of changes is open. */
async function openFollowing(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes("/-/changes/stream"));
  await open(page, path);
  await stream;
}

/** Opens a page. Resolves to a function that makes its stream send "reload": there are too many changes to stream. */
async function openOutdated(page: Page, path: string): Promise<(shop: Shop) => Promise<void>> {
  const status = Promise.withResolvers<string>();
  const streams = "**/-/changes/stream**";
  await page.route(
    streams,
    async (route) => route.fulfill({ contentType: "text/event-stream", body: await status.promise }),
    { times: 1 },
  );
  const stream = page.waitForRequest(streams);
  await open(page, path);
  await stream;
  return async (shop) => {
    const { headers } = await fetch(`${shop.url}/coffee`);
    status.resolve(`event: reload\ndata: {"number": ${headers.get("niceties-change")}}\n\n`);
  };
}

async function idOf(shop: Shop, name: string): Promise<string> {
  return (await shop.list()).find((coffee) => coffee.name === name)?._id ?? "";
}

test.describe("@own", () => {
  test(
    "a change in another browser is announced, and shown only when the visitor asks",
    { tag: "@quick" },
    async ({ page, browser, shop }) => {
      await openFollowing(page, "/");
      const other = await (await browser.newContext()).newPage();
      await other.goto(shop.url + addresses.updateCoffee(await idOf(shop, latte.name)));
      await formOf(other).getByLabel("Price").fill("999");
      await submitOf(other).click();
      await expect(other).toHaveURL(`${shop.url}/`);

      await expect(news(page)).toHaveText("1 change · show");
      await expect(cardOf(page, latte.name)).toContainText("340 Taka");
      await news(page).click();
      await expect(cardOf(page, latte.name)).toContainText("999 Taka");
      await expect(page.getByRole("status").filter({ hasText: "The list is up to date." })).toBeFocused();
      await other.context().close();
    },
  );

  test("adds, edits and deletes are counted, and shown all at once", async ({ page, shop }) => {
    await openFollowing(page, "/");
    const id = await idOf(shop, espresso.name);
    await elsewhere(shop, "POST", "/coffee", { ...latte, name: "Borhani Tonic" });
    await elsewhere(shop, "PUT", `/coffee/${await idOf(shop, latte.name)}`, { ...latte, name: "Nolen Gur" });
    await elsewhere(shop, "DELETE", `/coffee/${id}`);
    await expect(news(page)).toHaveText("3 changes · show");
    await expect(page.getByRole("article")).toHaveCount(2);
    await news(page).click();
    await expect(page.getByRole("article").getByRole("heading")).toHaveText(["Nolen Gur", "Borhani Tonic"]);
    await elsewhere(shop, "PUT", "/-/changes/5/undo");
    await expect(news(page)).toHaveText("1 change · show");
    await news(page).click();
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([
      "Nolen Gur",
      espresso.name,
      "Borhani Tonic",
    ]);
  });

  test("a visitor's own change is not reported on the same page", async ({ page, shop }) => {
    await openFollowing(page, "/");
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await notices(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
    await elsewhere(shop, "POST", "/coffee", latte);
    await expect(news(page)).toHaveText("1 change · show");
  });

  test("the visitor's own delete is no longer counted once its late reply arrives", async ({ page, shop }) => {
    await openFollowing(page, "/");
    const { promise: isTold, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(`**/coffee/${await idOf(shop, latte.name)}`, async (route) => {
      const response = await route.fetch();
      await isTold;
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(news(page)).toHaveText("1 change · show");
    letGo();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(news(page)).toHaveCount(0);
  });

  test("after too many changes to stream, showing them reloads the list without the visitor's deleted coffee", async ({
    page,
    shop,
  }) => {
    const tell = await openOutdated(page, "/");
    await elsewhere(shop, "POST", "/coffee", { ...latte, name: "Borhani Tonic" });
    await tell(shop);
    await expect(news(page)).toHaveText("The list has changed · show");
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
    await news(page).click();
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([espresso.name, "Borhani Tonic"]);
    await elsewhere(shop, "POST", "/coffee", latte);
    await expect(news(page)).toHaveText("1 change · show");
  });

  test.describe("with a deleted coffee", () => {
    test.use({ expected: { console: /404|There is no coffee/ } });

    test("a coffee's page says that it was changed or deleted, even after too many changes to stream", async ({
      page,
      shop,
    }) => {
      const line = page.getByRole("main").getByRole("status");
      const id = await idOf(shop, latte.name);
      const tell = await openOutdated(page, addresses.coffeeDetails(id));
      await elsewhere(shop, "PUT", `/coffee/${id}`, { ...latte, taste: "Molasses" });
      await tell(shop);
      await expect(line).toContainText("Someone has just changed this coffee.");
      const tellMore = await openOutdated(page, addresses.coffeeDetails(id));
      await elsewhere(shop, "DELETE", `/coffee/${id}`);
      await tellMore(shop);
      await expect(line).toContainText("Someone has just deleted this coffee.");
      await line.getByRole("button", { name: "Restore" }).click();
      await expect.poll(async () => (await shop.list()).length).toBe(2);
    });
  });

  test.describe("after the connection broke off", () => {
    test.use({ runs: "apart", expected: { console: /ERR_|failed|network/i } });

    test("a list that changed too much to stream is requested again after a failure", async ({ page, shop }) => {
      const tell = await openOutdated(page, addresses.addNewCoffee);
      await elsewhere(shop, "POST", "/coffee", { ...latte, name: "Borhani Tonic" });
      await page.route("**/coffee", (route) => route.abort(), { times: 1 });
      const loaded = page.waitForResponse(`${shop.url}/coffee`);
      await tell(shop);
      await loaded;
      await page.getByRole("link", { name: "Back to home" }).click();
      await expect(cardOf(page, "Borhani Tonic")).toBeVisible();
      await expect(news(page)).toHaveCount(0);
    });

    test("changes made meanwhile are shown, each once", async ({ page, shop }) => {
      await openFollowing(page, "/");
      await page.context().setOffline(true);
      await elsewhere(shop, "POST", "/coffee", { ...latte, name: "While away" });
      await page.context().setOffline(false);
      await expect(news(page)).toHaveText("1 change · show");
      await shop.crash();
      await elsewhere(shop, "POST", "/coffee", { ...latte, name: "After the crash" });
      await expect(news(page)).toHaveText("2 changes · show", { timeout: 15_000 });
      await news(page).click();
      await expect(page.getByRole("article")).toHaveCount(4);
    });
  });

  test("a coffee's page says that someone changed it, and shows the change when asked", async ({ page, shop }) => {
    const id = await idOf(shop, latte.name);
    await openFollowing(page, addresses.coffeeDetails(id));
    await elsewhere(shop, "PUT", `/coffee/${id}`, { ...latte, taste: "Molasses" });
    const line = page.getByRole("main").getByRole("status");
    await expect(line).toContainText("Someone has just changed this coffee.");
    await expect(page.getByRole("main")).toContainText(latte.taste);
    await line.getByRole("button", { name: "Show the change" }).click();
    await expect(page.getByRole("main")).toContainText("Molasses");
    await expect(line).toBeEmpty();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await elsewhere(shop, "DELETE", `/coffee/${id}`);
    await expect(line).toContainText("Someone has just deleted this coffee.");
    await line.getByRole("button", { name: "Restore" }).click();
    await expect.poll(async () => (await shop.list()).length).toBe(2);
  });

  test(
    "an update form takes over others' edits of other fields, and shows both texts of a conflict",
    { tag: "@quick" },
    async ({ page, shop }) => {
      const id = await idOf(shop, latte.name);
      await openFollowing(page, addresses.updateCoffee(id));
      await formOf(page).getByLabel("Taste").fill("Mine");
      await elsewhere(shop, "PUT", `/coffee/${id}`, { ...latte, price: "500" });
      await expect(formOf(page).getByLabel("Price")).toHaveValue("500");
      await expect(formOf(page).getByLabel("Taste")).toHaveValue("Mine");
      await expect(notices(page)).toContainText("Someone else has just changed Price.");
      await elsewhere(shop, "PUT", `/coffee/${id}`, { ...latte, price: "500", taste: "Theirs" });
      await expect(formOf(page).getByRole("group", { name: "The other version of Taste" })).toContainText("Theirs");
      await formOf(page).getByRole("button", { name: "update Coffee" }).click();
      await expect(page).toHaveURL("/");
      expect((await shop.list())[0]).toMatchObject({ taste: "Mine", price: "500" });
    },
  );

  test("a visitor's own edit is not announced as someone else's", async ({ page, shop }) => {
    const id = await idOf(shop, latte.name);
    await openFollowing(page, addresses.updateCoffee(id));
    await formOf(page).getByLabel("Taste").fill("Mine");
    await formOf(page).getByRole("button", { name: "update Coffee" }).click();
    await expect(page).toHaveURL("/");
    await expect(notices(page)).toContainText(`${latte.name} was updated.`);
    await elsewhere(shop, "POST", "/coffee", latte);
    await expect(news(page)).toHaveText("1 change · show");
    await expect(notices(page)).not.toContainText("Someone else");
  });

  test("a list that is not on the screen takes in changes at once, unannounced", async ({ page, shop }) => {
    await openFollowing(page, addresses.addNewCoffee);
    await elsewhere(shop, "POST", "/coffee", { ...latte, name: "Borhani Tonic" });
    await expect
      .poll(async () => {
        await page.getByRole("link", { name: "Back to home" }).click();
        await expect(page.getByRole("article").first()).toBeVisible();
        const count = await page.getByRole("article").count();
        await page.getByRole("link", { name: "Add Coffee" }).click();
        return count;
      })
      .toBe(3);
    await expect(news(page)).toHaveCount(0);
  });

  test("the board shows at once what others change", async ({ page, shop }) => {
    await openFollowing(page, "/?board");
    await elsewhere(shop, "PUT", `/coffee/${await idOf(shop, latte.name)}`, { ...latte, price: "999" });
    await expect(page.getByRole("listitem").filter({ hasText: latte.name })).toContainText("999 Taka");
  });

  test("tabs of one browser share one stream", async ({ page, shop, context }) => {
    const streams: string[] = [];
    context.on("request", (request) => {
      if (request.url().includes("/-/changes/stream")) streams.push(request.url());
    });
    await openFollowing(page, "/");
    const second = await context.newPage();
    await open(second, "/");
    // A list that loads after the change already holds the coffee, so the page would announce nothing.
    await listArrived(second);
    await elsewhere(shop, "POST", "/coffee", latte);
    await expect(news(page)).toHaveText("1 change · show");
    await expect(news(second)).toHaveText("1 change · show");
    expect(streams).toHaveLength(1);
  });
});

test.describe("with extras off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("no page follows the changes of others", async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await open(page, "/");
    await page.getByRole("link", { name: `View ${latte.name}` }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Niceties");
    expect(requests.filter((path) => path.startsWith("/-/") || path.includes("follow"))).toEqual([]);
    await page.goBack();
    await expect(cardOf(page, latte.name)).toBeVisible();
    await expect(page.getByRole("main").getByRole("status")).toHaveCount(0);
  });
});

const inFrontOfExtras = test.extend({
  environment: async ({ catalogue: { coffees } }, use) => {
    await using shop = await openTestShop({ firstCoffees: coffees, environment: { ALLOWED_ORIGINS: "*" } });
    await use({ EXTRAS: "off", PRODUCT_SERVER_URL: shop.url });
  },
});

inFrontOfExtras(
  "@own with extras off no page follows changes, even if the product server offers them",
  async ({ page, shop }) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    const list = page.waitForResponse(`${shop.productServerUrl}/coffee`);
    await open(page, "/");
    expect(await (await list).headerValue("niceties-change")).toBe("2");
    await page.getByRole("link", { name: `View ${latte.name}` }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Niceties");
    expect(requests.filter((path) => path.startsWith("/-/") || path.includes("follow"))).toEqual([]);
  },
);
