// The log of changes, as visitors read it and undo from it.
import type { Page } from "@playwright/test";
import { emptyFields } from "../catalogue/coffee.ts";
import { cardOf, espresso, expect, latte, notices, open, test, wordsOf } from "./fixtures.ts";

const dialogOf = (page: Page) => page.getByRole("dialog");
const entries = (page: Page) => dialogOf(page).getByRole("list").getByRole("listitem");

test.describe("@own", () => {
  test("open from the list's heading, with an address of their own, and close by key, button and Back", async ({
    page,
  }) => {
    await open(page, "/");
    const link = page.getByRole("link", { name: "Recent changes" });
    const close: readonly (() => Promise<unknown>)[] = [
      () => page.keyboard.press("Escape"),
      () => dialogOf(page).getByRole("button", { name: "Close" }).click(),
      () => page.goBack(),
    ];
    for (const act of close) {
      await link.press("Enter");
      await expect(dialogOf(page)).toBeVisible();
      await expect(dialogOf(page)).toHaveAccessibleName("Recent changes");
      expect(new URL(page.url()).hash).toBe("#changes");
      await act();
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(page).toHaveURL(/\/#?$/);
      await expect(link).toBeFocused();
    }
  });

  test("the place on the page stays, whether they open or close", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("link", { name: "Recent changes" }).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    await page.getByRole("link", { name: "Recent changes" }).click();
    await expect(entries(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  });

  test("an address that ends in their hash opens them at once", async ({ page }) => {
    await page.goto("/#changes");
    await expect(dialogOf(page)).toBeVisible();
    await expect(entries(page)).toHaveCount(2);
  });

  test("tell what was done to which coffee, when, by whom, and field by field what differs", async ({
    page,
    shop,
    request,
  }) => {
    const [coffee] = await shop.list();
    const details = "Only in winter, when the date palms run.";
    await request.put(`/coffee/${coffee?._id}`, { data: { ...latte, price: 355, details } });
    await page.goto("/#changes");
    await expect(entries(page)).toHaveCount(3);
    const words = await wordsOf(entries(page).first());
    expect(words).toMatch(
      /^Updated Nolen Gur Latte (just now|\d+ seconds? ago) by visitor [0-9a-f]{6} Undo Details Only in winter\. winter, when the date palms run\. Price 340 355$/,
    );
    await expect(entries(page).first().getByRole("deletion")).toHaveText(["winter.", "340"]);
    await expect(entries(page).first().getByRole("insertion")).toHaveText(["winter, when the date palms run.", "355"]);
  });

  test("fold up what was added or deleted, all of it", async ({ page, shop, request }) => {
    const [coffee] = await shop.list();
    await request.delete(`/coffee/${coffee?._id}`);
    await page.goto("/#changes");
    await expect(entries(page)).toHaveCount(3);
    const deleted = entries(page).first();
    await expect(deleted.getByText(latte.supplier)).toBeHidden();
    await deleted.getByText("What was deleted").click();
    for (const value of Object.values(latte))
      await expect(deleted.getByText(String(value), { exact: true }).last()).toBeVisible();
  });

  test("each can be undone, and shows that it is; the undo is a change too, and can be undone as well", async ({
    page,
    shop,
    request,
  }) => {
    const before = await shop.list();
    await request.delete(`/coffee/${before[0]?._id}`);
    await open(page, "/#changes");
    await expect(cardOf(page, latte.name)).toHaveCount(0);
    await entries(page).first().getByRole("button").press("Enter");
    await expect(dialogOf(page).getByRole("status")).toHaveText(`Back as it was: ${latte.name}.`);
    await expect(entries(page).nth(1)).toContainText("Undone");
    await expect(entries(page).nth(1).getByRole("button")).toHaveCount(0);
    expect(await shop.list()).toEqual(before);
    await expect(entries(page).first().getByRole("button")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialogOf(page).getByRole("status")).toHaveText("The coffee is gone again.");
    await page.keyboard.press("Escape");
    await expect(cardOf(page, latte.name)).toHaveCount(0);
    expect(await shop.list()).toHaveLength(1);
  });

  test("those of one coffee are a step away, also from its page", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await page.goto("/#changes");
    await entries(page).getByRole("link", { name: latte.name }).click();
    await expect(dialogOf(page)).toHaveAccessibleName("Changes of this coffee");
    await expect(entries(page)).toHaveCount(1);
    const { hash } = new URL(page.url());
    await open(page, `/coffee-details/${coffee?._id}`);
    await page.getByRole("link", { name: "Recent changes of this coffee" }).click();
    await expect(entries(page)).toHaveCount(1);
    expect(new URL(page.url()).hash).toBe(hash);
  });

  test("an undo on a coffee's page shows the coffee as it is then", async ({ page, shop, request }) => {
    const [coffee] = await shop.list();
    await request.put(`/coffee/${coffee?._id}`, { data: { ...latte, chef: "Nobody" } });
    await open(page, `/coffee-details/${coffee?._id}#changes/coffee/${coffee?._id}`);
    await entries(page).first().getByRole("button").click();
    await expect(dialogOf(page).getByRole("status")).toContainText("Back as it was");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("main")).toContainText(latte.chef);
  });

  test("on a coffee's page they close at once, whatever the network does", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await open(page, `/coffee-details/${coffee?._id}`);
    await page.getByRole("link", { name: "Recent changes of this coffee" }).click();
    await expect(entries(page)).toHaveCount(1);
    let calls = 0;
    await page.route("**/coffee/*", () => {
      calls += 1; // never answered
    });
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText(latte.chef);
    expect(calls).toBe(0);
  });

  test("more than fifty come page by page", async ({ page, request }) => {
    for (let count = 0; count < 60; count++) await request.post("/coffee", { data: emptyFields });
    await page.goto("/#changes");
    await expect(entries(page)).toHaveCount(50);
    await dialogOf(page).getByRole("button", { name: "Older changes" }).click();
    await expect(entries(page)).toHaveCount(62);
    await expect(dialogOf(page).getByRole("button", { name: "Older changes" })).toHaveCount(0);
  });

  test.describe("while the server cannot be reached", () => {
    test.use({ expected: { console: /Failed to load resource|did not answer/ } });

    test("say so", async ({ page }) => {
      await open(page, "/");
      await page.route("**/-/changes**", (route) => route.abort());
      await page.getByRole("link", { name: "Recent changes" }).click();
      await expect(dialogOf(page).getByRole("status")).toHaveText("The product server did not answer.");
    });

    test("when not even their code can be fetched, a notice says so", async ({ page }) => {
      await open(page, "/");
      await page.route("**/assets/changes-dialog*", (route) => route.abort());
      await page.getByRole("link", { name: "Recent changes" }).click();
      await expect(notices(page)).toContainText("The changes could not be opened. Reload the page to try again.");
    });
  });

  test.describe("by several visitors", () => {
    test.use({ environment: { TRUST_PROXY: "1", WRITE_LIMIT: "5" } });

    test("everything by one of them can be seen and undone together, however far the budget goes", async ({
      page,
      shop,
      request,
    }) => {
      const vandal = { "x-forwarded-for": "192.0.2.66" };
      const [first] = await shop.list();
      await request.put(`/coffee/${first?._id}`, { data: { ...latte, name: "Spam" }, headers: vandal });
      await request.put(`/coffee/${first?._id}`, { data: { ...latte, name: "More spam" }, headers: vandal });
      await open(page, "/#changes");
      await entries(page)
        .first()
        .getByRole("link", { name: /^visitor/ })
        .click();
      await expect(dialogOf(page)).toHaveAccessibleName(/^Everything by visitor [0-9a-f]{6}$/);
      await expect(entries(page)).toHaveCount(2);
      await dialogOf(page).getByRole("button", { name: "Undo all of these" }).click();
      await expect(dialogOf(page).getByRole("status")).toHaveText("2 of 2 undone.");
      await expect(dialogOf(page).getByRole("button", { name: "Undo all of these" })).toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(cardOf(page, latte.name)).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

    test.describe("that is spent", () => {
      test.use({ expected: { console: /429|Too many changes/ } });

      test("a refusal stops it, and says how far it came", async ({ page, shop, request }) => {
        const [first] = await shop.list();
        for (let count = 0; count < 7; count++) {
          const headers = { "x-forwarded-for": `192.0.2.${66 + Math.floor(count / 2)}` };
          await request.put(`/coffee/${first?._id}`, { data: { ...latte, name: `Spam ${count}` }, headers });
        }
        await open(page, "/");
        for (let count = 0; count < 3; count++) await request.post("/coffee", { data: { name: "Mine" } });
        await request.put(`/coffee/${first?._id}`, { data: { ...latte, name: "Spam" } });
        await page.goto("/#changes");
        await entries(page)
          .first()
          .getByRole("link", { name: /^visitor/ })
          .click();
        await dialogOf(page).getByRole("button", { name: "Undo all of these" }).click();
        await expect(dialogOf(page).getByRole("status")).toHaveText(
          /^0 of 4 undone\. Too many changes came from your address/,
        );
      });
    });
  });

  test.describe("a coffee that was deleted", () => {
    test.use({ expected: { console: /404|There is no coffee/ } });

    test("shows blanks at its address, and a notice that brings it back", async ({ page, shop, request }) => {
      const before = await shop.list();
      const [coffee] = before;
      await request.delete(`/coffee/${coffee?._id}`);
      await open(page, `/coffee-details/${coffee?._id}`);
      await expect(page.getByRole("main")).not.toContainText(latte.chef);
      await expect(notices(page)).toContainText(
        /This coffee was deleted (just now|\d+ seconds? ago)\. Nothing of it is lost\./,
      );
      await notices(page).getByRole("button", { name: "Restore" }).click();
      await expect(page.getByRole("main")).toContainText(latte.chef);
      expect(await shop.list()).toEqual(before);
    });

    test("shows an empty form at its other address, which fills once it is brought back", async ({
      page,
      shop,
      request,
    }) => {
      const [coffee] = await shop.list();
      await request.delete(`/coffee/${coffee?._id}`);
      await open(page, `/update-coffee/${coffee?._id}`);
      await expect(page.getByRole("main").getByLabel("Chef")).toHaveValue("");
      await notices(page).getByRole("button", { name: "Restore" }).click();
      await expect(page.getByRole("main").getByLabel("Chef")).toHaveValue(latte.chef);
    });

    test("is reached within the shop as well", async ({ page, shop, request }) => {
      await open(page, "/");
      const [coffee] = await shop.list();
      await request.delete(`/coffee/${coffee?._id}`);
      await cardOf(page, latte.name).getByRole("link", { name: "View" }).click();
      await notices(page).getByRole("button", { name: "Restore" }).click();
      await expect(page.getByRole("main")).toContainText(latte.chef);
      await page.getByRole("link", { name: "Back to home" }).click();
      await expect(page.getByRole("article")).toHaveCount(2);
      await expect(cardOf(page, espresso.name)).toBeVisible();
    });
  });
});
