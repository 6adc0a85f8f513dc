// Two people edit one coffee at once: nothing that either typed is lost.
import type { APIRequestContext, Page, Route } from "@playwright/test";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { cardOf, expect, formOf, latte, notices, open, test } from "../fixtures.ts";

test.use({
  expected: { console: /412|Someone changed this coffee|404|There is no coffee|Failed to load|couldn't reach/ },
});

/** Opens the latte's form, then edits the latte as someone else. Without its stream, the page learns it on sending. */
async function openAndLose(page: Page, request: APIRequestContext, id: string, theirs: Partial<CoffeeFields>) {
  await page.route("**/-/changes/stream**", () => {});
  await open(page, `/update-coffee/${id}`);
  await request.put(`/coffee/${id}`, { data: { ...latte, ...theirs } });
}

/** Lets a request reach the shop, but drops the reply. */
const loseReply = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

const field = (page: Page, label: string) => formOf(page).getByLabel(label, { exact: true });
const otherText = (page: Page, label: string) =>
  formOf(page).getByRole("group", { name: `The other version of ${label}` });
const send = (page: Page) => formOf(page).getByRole("button", { name: "update Coffee" }).click();

test.describe("@own", () => {
  let id = "";
  test.beforeEach(async ({ shop }) => {
    id = (await shop.list())[0]?._id ?? "";
  });

  test(
    "edits of different fields both survive, without a question",
    { tag: "@quick" },
    async ({ page, shop, request }) => {
      await openAndLose(page, request, id, { price: 355, chef: "Somebody Else" });
      await field(page, "Taste").fill("Caramel");
      await send(page);
      await expect(notices(page)).toContainText(
        `${latte.name} was updated. We also kept what someone else changed: Chef, Price.`,
      );
      await expect(page).toHaveURL(/\/$/);
      await expect(cardOf(page, latte.name)).toContainText("355 Taka");
      expect((await shop.list())[0]).toEqual({
        _id: id,
        ...latte,
        price: 355,
        chef: "Somebody Else",
        taste: "Caramel",
      });
    },
  );

  test("two browsers that send at the same moment both win", async ({ page, shop, browser }) => {
    const other = await browser.newPage({ baseURL: shop.url });
    for (const each of [page, other]) await open(each, `/update-coffee/${id}`);
    await field(page, "Taste").fill("Caramel");
    await field(other, "Price").fill("355");
    await Promise.all([send(page), send(other)]);
    for (const each of [page, other]) await expect(each).toHaveURL(/\/$/);
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, price: "355", taste: "Caramel" });
    await other.close();
  });

  test("a form that is sent the moment someone else's edit reaches it keeps that edit", async ({
    page,
    shop,
    request,
  }) => {
    await open(page, `/update-coffee/${id}`);
    await field(page, "Price").fill("355");
    await formOf(page)
      .locator("input[name=loaded]")
      .evaluate((input: HTMLInputElement) => {
        new MutationObserver(() => input.form?.requestSubmit()).observe(input, { attributeFilter: ["value"] });
      });
    await request.put(`/coffee/${id}`, { data: { ...latte, taste: "Smoke" } });
    await expect(page).toHaveURL(/\/$/);
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, price: "355", taste: "Smoke" });
  });

  test(
    "a conflict in one field shows both texts, and sending again saves the visitor's own",
    { tag: "@quick" },
    async ({ page, shop, request }) => {
      await openAndLose(page, request, id, { taste: "Smoke", chef: "Somebody Else" });
      await field(page, "Taste").fill("Caramel");
      await field(page, "Price").fill("355");
      await send(page);
      await expect(otherText(page, "Taste")).toContainText("Someone else wrote: Smoke");
      await expect(notices(page)).toContainText(
        "You and someone else both changed Taste. Below the field, choose which text to keep, then press update Coffee.",
      );
      await expect(field(page, "Taste")).toHaveValue("Caramel");
      await expect(field(page, "Taste")).toBeFocused();
      await expect(field(page, "Price")).toHaveValue("355");
      await expect(field(page, "Chef")).toHaveValue("Somebody Else");
      expect((await shop.list())[0]).toMatchObject({ taste: "Smoke", price: latte.price });
      await send(page);
      await expect(page).toHaveURL(/\/$/);
      expect((await shop.list())[0]).toEqual({
        _id: id,
        ...latte,
        taste: "Caramel",
        price: "355",
        chef: "Somebody Else",
      });
    },
  );

  test("in a conflict the visitor can switch between both texts before sending", async ({ page, shop, request }) => {
    await openAndLose(page, request, id, { taste: "Smoke" });
    await field(page, "Taste").fill("Caramel");
    await send(page);
    const take = otherText(page, "Taste").getByRole("button", { name: "Use this instead" });
    await take.click();
    await expect(field(page, "Taste")).toHaveValue("Smoke");
    await expect(otherText(page, "Taste")).toContainText("You wrote: Caramel");
    await take.click();
    await expect(field(page, "Taste")).toHaveValue("Caramel");
    await take.click();
    await field(page, "Price").fill("355");
    await send(page);
    await expect(page).toHaveURL(/\/$/);
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, taste: "Smoke", price: "355" });
  });

  test("a price that is taken over keeps its type", async ({ page, shop, request }) => {
    await openAndLose(page, request, id, { price: 355 });
    await field(page, "Price").fill("340.5");
    await send(page);
    await otherText(page, "Price").getByRole("button", { name: "Use this instead" }).click();
    await field(page, "Taste").fill("Caramel");
    await send(page);
    await expect(page).toHaveURL(/\/$/);
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, price: 355, taste: "Caramel" });
  });

  test("a third edit that arrives during a conflict is merged too", async ({ page, shop, request }) => {
    await openAndLose(page, request, id, { taste: "Smoke" });
    await field(page, "Taste").fill("Caramel");
    await send(page);
    await otherText(page, "Taste").getByRole("button", { name: "Use this instead" }).click();
    await request.put(`/coffee/${id}`, { data: { ...latte, taste: "Ash", details: "In spring as well." } });
    await field(page, "Price").fill("355");
    await send(page);
    await expect(page).toHaveURL(/\/$/);
    expect((await shop.list())[0]).toEqual({
      _id: id,
      ...latte,
      taste: "Ash",
      details: "In spring as well.",
      price: "355",
    });
  });

  test("a third text for the field in conflict is shown when the form is sent", async ({ page, shop, request }) => {
    await openAndLose(page, request, id, { taste: "Smoke" });
    await field(page, "Taste").fill("Caramel");
    await send(page);
    await otherText(page, "Taste").getByRole("button", { name: "Use this instead" }).click();
    await field(page, "Taste").fill("Smoky caramel");
    await request.put(`/coffee/${id}`, { data: { ...latte, taste: "Ash" } });
    await send(page);
    await expect(otherText(page, "Taste")).toContainText("Someone else wrote: Ash");
    await expect(field(page, "Taste")).toHaveValue("Smoky caramel");
    expect((await shop.list())[0]).toMatchObject({ taste: "Ash" });
  });

  test("text typed while an edit is being sent stays in the form", async ({ page, shop, request }) => {
    await openAndLose(page, request, id, { taste: "Smoke", chef: "Somebody Else" });
    await field(page, "Taste").fill("Caramel");
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route("**/coffee/*", async (route) => {
      await gate;
      await route.fallback();
    });
    await send(page);
    await field(page, "Chef").fill("Typed late");
    openGate();
    await expect(otherText(page, "Taste")).toContainText("Smoke");
    await expect(field(page, "Chef")).toHaveValue("Typed late");
    await expect(otherText(page, "Chef")).toContainText("Somebody Else");
    expect((await shop.list())[0]).toMatchObject({ chef: "Somebody Else" });
  });

  test("sending the other edit's text unchanged ends the conflict, and the list shows that text", async ({
    page,
    request,
  }) => {
    await openAndLose(page, request, id, { name: "Theirs" });
    await field(page, "Name").fill("Mine");
    await send(page);
    await otherText(page, "Name").getByRole("button", { name: "Use this instead" }).click();
    await send(page);
    await expect(notices(page)).toBeEmpty();
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(cardOf(page, "Theirs")).toBeVisible();
  });

  test("a visitor who types in another field keeps the focus after a conflict", async ({ page, request }) => {
    await openAndLose(page, request, id, { taste: "Smoke" });
    await field(page, "Taste").fill("Caramel");
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route("**/coffee/*", async (route) => {
      await gate;
      await route.fallback();
    });
    await send(page);
    await field(page, "Chef").fill("Still typing");
    openGate();
    await expect(otherText(page, "Taste")).toBeVisible();
    await expect(field(page, "Chef")).toBeFocused();
  });

  test("an edit whose reply was lost is done when it is sent again", { tag: "@quick" }, async ({ page, shop }) => {
    await open(page, `/update-coffee/${id}`);
    await page.route("**/coffee/*", loseReply, { times: 1 });
    await field(page, "Taste").fill("Caramel");
    await send(page);
    await expect(notices(page)).toContainText("We don't know whether your changes were saved.");
    await send(page);
    await expect(page).toHaveURL(/\/$/);
    await expect(notices(page)).toBeEmpty();
    await expect(cardOf(page, latte.name)).toContainText("Caramel");
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, taste: "Caramel" });
  });

  test("an edit without a reply that later arrives by the stream is not reported as someone else's", async ({
    page,
    shop,
    request,
  }) => {
    await open(page, `/update-coffee/${id}`);
    await page.route("**/coffee/*", (route) => route.abort(), { times: 1 });
    await field(page, "Taste").fill("Caramel");
    await send(page);
    await expect(notices(page)).toContainText("We don't know whether your changes were saved.");
    const heard = page.waitForResponse((response) => new URL(response.url()).pathname === `/coffee/${id}`);
    await request.put(`/coffee/${id}`, { data: { ...latte, taste: "Caramel" } });
    await (await heard).finished();
    await expect(notices(page)).toContainText("We don't know whether your changes were saved.");
    await expect(notices(page)).not.toContainText("Someone else");
    await send(page);
    await expect(page).toHaveURL(/\/$/);
    await expect(cardOf(page, latte.name)).toContainText("Caramel");
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, taste: "Caramel" });
  });

  test("sending an unchanged form after someone else's edit writes nothing and stays on the page", async ({
    page,
    shop,
    request,
  }) => {
    await openAndLose(page, request, id, { taste: "Smoke" });
    const done = page.waitForResponse((response) => response.request().method() === "GET");
    await send(page);
    await done;
    await expect(formOf(page)).toHaveAttribute("aria-busy", "false");
    await expect(page).toHaveURL(/update-coffee/);
    expect((await shop.list())[0]).toMatchObject({ taste: "Smoke" });
  });

  test("if the other edit cannot be loaded, a notice says that nothing was saved", async ({ page, request }) => {
    await openAndLose(page, request, id, { taste: "Smoke" });
    await page.route("**/coffee/*", (route) => (route.request().method() === "GET" ? route.abort() : route.fallback()));
    await field(page, "Taste").fill("Caramel");
    await send(page);
    await expect(notices(page)).toContainText("Your changes weren't saved. We couldn't reach the shop.");
    await expect(field(page, "Taste")).toHaveValue("Caramel");
  });

  test("the same price, once as a text and once as a number, is no clash", async ({ page, shop, request }) => {
    await openAndLose(page, request, id, { price: 355 });
    await field(page, "Price").fill("355");
    await field(page, "Taste").fill("Caramel");
    await send(page);
    await expect(page).toHaveURL(/\/$/);
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, price: "355", taste: "Caramel" });
  });

  test("a coffee that was deleted meanwhile can be restored, and the edit sent then", async ({
    page,
    shop,
    request,
  }) => {
    await open(page, `/update-coffee/${id}`);
    await field(page, "Taste").fill("Caramel");
    await request.delete(`/coffee/${id}`);
    await send(page);
    await expect(notices(page)).toContainText(
      "Someone deleted this coffee while you were editing it. Restore it, then send your changes again.",
    );
    await notices(page).getByRole("button", { name: "Restore it" }).click();
    await expect(notices(page)).toContainText(`${latte.name} is back.`);
    await expect(field(page, "Taste")).toHaveValue("Caramel");
    await send(page);
    await expect(page).toHaveURL(/\/$/);
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, taste: "Caramel" });
  });
});

test.describe("@own with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" }, expected: {} });

  test("the last one to send wins, as the specification has it", async ({ page, shop, request }) => {
    const id = (await shop.list())[0]?._id ?? "";
    await openAndLose(page, request, id, { price: 355 });
    await field(page, "Taste").fill("Caramel");
    await send(page);
    await expect(page).toHaveURL(/\/$/);
    expect((await shop.list())[0]).toEqual({ _id: id, ...latte, taste: "Caramel" });
  });
});

test("@classic a server without ETags gets a PUT without If-Match", async ({ page, shop }) => {
  const id = (await shop.list())[0]?._id ?? "";
  await open(page, `/update-coffee/${id}`);
  await field(page, "Taste").fill("Caramel");
  const requestPromise = page.waitForRequest((request) => request.method() === "PUT");
  await send(page);
  expect((await requestPromise).headers()).not.toHaveProperty("if-match");
  await expect(page).toHaveURL(/\/$/);
});
