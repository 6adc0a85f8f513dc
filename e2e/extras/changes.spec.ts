// The log of changes: how visitors read it, and undo changes from it.
import type { Locator, Page } from "@playwright/test";
import { emptyFields } from "../../catalogue/coffee.ts";
import { cardOf, espresso, expect, latte, notices, open, test, wordsOf } from "../fixtures.ts";

const dialogOf = (page: Page) => page.getByRole("dialog");
const entries = (page: Page) => dialogOf(page).getByRole("list").getByRole("listitem");
const undoAll = (page: Page) => dialogOf(page).getByRole("button", { name: "Undo all by this visitor" });
const preview = (page: Page) => dialogOf(page).getByRole("region", { name: "What will be undone" });
const undoThese = (page: Page) => preview(page).getByRole("button", { name: "Undo these changes" });

/** Collects the addresses of the undo requests that the page sends from now on. */
function undosOf(page: Page): string[] {
  const undos: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/undo")) undos.push(request.url());
  });
  return undos;
}

/** Records the text of an element at each change. Resolves to a function that reads these texts. */
async function toldBy(place: Locator): Promise<() => Promise<readonly string[]>> {
  await place.evaluate((element) => {
    const requests: string[] = [];
    Object.assign(globalThis, { told: requests });
    new MutationObserver(() => requests.push(element.textContent)).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return () => place.page().evaluate<readonly string[]>("told");
}

test.describe("@own", () => {
  test(
    "the changes dialog has an address, opens from a link, and closes by Escape, button and Back",
    { tag: "@quick" },
    async ({ page }) => {
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
    },
  );

  test("the changes dialog opens again right after it closes, without a view transition", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("link", { name: `View ${latte.name}` }).click();
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(cardOf(page, latte.name)).toBeVisible();
    const transitions = await page.evaluateHandle(() => {
      const started: string[] = [];
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        started.push(location.href);
        return start(update);
      };
      return started;
    });
    const link = page.getByRole("link", { name: "Recent changes" });
    await link.click();
    for (const close of [() => page.keyboard.press("Escape"), () => page.evaluate(() => history.back())]) {
      await expect(entries(page)).toHaveCount(2);
      const isOpenAgain = link.evaluate(async (element: HTMLElement) => {
        while (location.hash !== "") await new Promise((resolve) => setTimeout(resolve));
        element.click();
      });
      await close();
      await isOpenAgain;
      await expect(page).toHaveURL(/#changes$/);
    }
    await expect(entries(page)).toHaveCount(2);
    expect(await transitions.jsonValue()).toEqual([]);
  });

  test("Back leaves the changes dialog at once after any steps inside it; Forward opens it again", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("link", { name: "Recent changes" }).click();
    await entries(page).getByRole("link", { name: latte.name }).click();
    await dialogOf(page).getByRole("link", { name: "All recent changes" }).click();
    await entries(page).getByRole("link", { name: espresso.name }).click();
    await expect(entries(page)).toHaveCount(1);
    await page.goBack();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);
    await page.goForward();
    await expect(dialogOf(page)).toHaveAccessibleName(`Changes of ${espresso.name}`);
  });

  test("after the changes dialog is closed, Back does not open it again", async ({ page, shop }) => {
    const home = `${shop.url}/?from=poster`;
    await page.goto(`${home}#changes`);
    await expect(entries(page)).toHaveCount(2);
    await page.keyboard.press("Escape"); // as the first input, since browsers then let no page prevent Escape
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(home);
    await page.getByRole("link", { name: `View ${latte.name}` }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const coffee = page.url();
    await page.getByRole("link", { name: "Recent changes of this coffee" }).click();
    await dialogOf(page).getByRole("link", { name: "All recent changes" }).click();
    await expect(entries(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(coffee);
    await page.goBack();
    await expect(page).toHaveURL(home);
    await expect(cardOf(page, latte.name)).toBeVisible();
    await expect(dialogOf(page)).toHaveCount(0);
  });

  test("the changes dialog keeps the query of the address", async ({ page, shop }) => {
    await open(page, "/?from=poster");
    await page.getByRole("link", { name: "Recent changes" }).click();
    await expect(page).toHaveURL(`${shop.url}/?from=poster#changes`);
    await entries(page).getByRole("link", { name: latte.name }).click();
    await expect(page).toHaveURL(/\/\?from=poster#changes\/coffee\/\w+$/);
    await dialogOf(page).getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(`${shop.url}/?from=poster`);
  });

  test("a click beside the changes dialog closes it, but a drag across its edge does not", async ({ page }) => {
    await open(page, "/#changes");
    await expect(entries(page)).toHaveCount(2);
    const sheet = await dialogOf(page).boundingBox();
    if (!sheet) throw new Error("The changes are not shown.");
    const inside = [sheet.x + 40, sheet.y + 90] as const;
    const beside = [sheet.x / 2, sheet.y + 90] as const;
    for (const [from, to] of [
      [inside, beside],
      [beside, inside],
    ] as const) {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to);
      await page.mouse.up();
      await expect(dialogOf(page)).toHaveAttribute("open");
    }
    await page.mouse.click(...beside);
    await expect(dialogOf(page)).toHaveCount(0);
  });

  test("focus moves to the changes dialog's heading on opening and at each step inside", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("link", { name: "Recent changes" }).press("Enter");
    const heading = dialogOf(page).getByRole("heading", { level: 2 });
    await expect(heading).toBeFocused();
    await entries(page).getByRole("link", { name: latte.name }).press("Enter");
    await expect(heading).toHaveText(`Changes of ${latte.name}`);
    await expect(heading).toBeFocused();
    await dialogOf(page).getByRole("link", { name: "All recent changes" }).press("Enter");
    await expect(heading).toHaveText("Recent changes");
    await expect(heading).toBeFocused();
  });

  test("the changes dialog does not move while its entries load", async ({ page, request }) => {
    for (let count = 0; count < 8; count++) await request.post("/coffee", { data: emptyFields });
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route("**/-/changes**", async (route) => {
      await gate;
      await route.fallback();
    });
    await page.goto("/#changes");
    await expect(dialogOf(page)).toBeVisible();
    const before = await dialogOf(page).boundingBox();
    expect(before?.height).toBeGreaterThan(400);
    openGate();
    await expect(entries(page)).toHaveCount(10);
    expect(await dialogOf(page).boundingBox()).toMatchObject({ x: before?.x, y: before?.y });
  });

  test("opening and closing the changes dialog keeps the page's scroll position", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("link", { name: "Recent changes" }).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    await page.getByRole("link", { name: "Recent changes" }).click();
    await expect(entries(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  });

  test("an address with the hash #changes opens the changes dialog", async ({ page }) => {
    await page.goto("/#changes");
    await expect(dialogOf(page)).toBeVisible();
    await expect(entries(page)).toHaveCount(2);
  });

  test("the entry of an update shows coffee, time, visitor and the difference in each field", async ({
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
      /^Updated Nolen Gur Latte (just now|\d+ seconds? ago), \d\d:\d\d by visitor [0-9a-f]{6} Undo Details Only in was winter\. now winter, when the date palms run\. Price was 340 now 355$/,
    );
    await expect(entries(page).first().getByRole("deletion")).toHaveText(["was winter.", "was 340"]);
    await expect(entries(page).first().getByRole("insertion")).toHaveText([
      "now winter, when the date palms run.",
      "now 355",
    ]);
  });

  test("an entry of another day shows its date as well", async ({ page }) => {
    await page.clock.setFixedTime(Date.now() + 49 * 3_600_000);
    await page.goto("/#changes");
    const time = entries(page).first().locator("time");
    const moment = new Date((await time.getAttribute("datetime")) ?? "");
    const date = moment.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
    await expect(time).toHaveText(`2 days ago, ${date}, ${moment.toTimeString().slice(0, 5)}`);
  });

  test("the entry of an undo says what it undid", async ({ page, shop, request }) => {
    const [first, second] = await shop.list();
    await request.put(`/coffee/${first?._id}`, { data: { ...latte, price: 1 } }); // change 3
    await request.delete(`/coffee/${second?._id}`); // change 4
    await request.post("/coffee", { data: { name: "Spam" } }); // change 5
    for (const number of [3, 4, 5]) await request.put(`/-/changes/${number}/undo`);
    await page.goto("/#changes");
    await expect(entries(page).getByRole("heading")).toHaveText([
      "Removed Spam",
      `Restored ${espresso.name}`,
      `Undid an update of ${latte.name}`,
      "Added Spam",
      `Deleted ${espresso.name}`,
      `Updated ${latte.name}`,
      `Added ${espresso.name}`,
      `Added ${latte.name}`,
    ]);
    const summaries = entries(page).locator("summary");
    await expect(summaries).toHaveText([
      "What was deleted",
      "What came back",
      "What was added",
      "What was deleted",
      "What was added",
      "What was added",
    ]);
    await expect(entries(page).nth(1).getByRole("button")).toHaveAccessibleName(
      `Undo change 7: Restored ${espresso.name}`,
    );
  });

  test("the changes dialog of an unknown coffee says that there are no changes", async ({ page }) => {
    await page.goto("/#changes/coffee/0123456789abcdef01234567");
    await expect(dialogOf(page)).toContainText("There are no changes here.");
    await expect(dialogOf(page)).toHaveAccessibleName("Changes of this coffee");
  });

  test("a name of 5,000 emoji takes a few lines, and is shortened in accessible names", async ({ page, request }) => {
    const name = "\u{1f375}".repeat(5_000);
    await request.post("/coffee", { data: { name } });
    await page.goto("/#changes");
    const heading = entries(page).first().getByRole("heading");
    await expect(heading).toHaveText(`Added ${name}`);
    expect((await heading.boundingBox())?.height).toBeLessThan(100);
    const short = `${"\u{1f375}".repeat(60)}…`;
    await expect(entries(page).first().getByRole("button")).toHaveAccessibleName(`Undo change 3: Added ${short}`);
    await heading.getByRole("link").click();
    await expect(dialogOf(page)).toHaveAccessibleName(`Changes of ${short}`);
    expect((await dialogOf(page).locator(".changes-head").boundingBox())?.height).toBeLessThan(160);
  });

  test("the entry of a delete hides the coffee's fields until it is expanded", async ({ page, shop, request }) => {
    const [coffee] = await shop.list();
    await request.delete(`/coffee/${coffee?._id}`);
    await page.goto("/#changes");
    await expect(entries(page)).toHaveCount(3);
    const deleted = entries(page).first();
    await expect(deleted.getByRole("deletion")).toHaveCount(0);
    await deleted.getByText("What was deleted").click();
    await expect(deleted.getByRole("deletion")).toHaveText(Object.values(latte).map((value) => `was ${value}`));
  });

  test(
    "a change can be undone and is marked Undone; its undo can be undone as well",
    { tag: "@quick" },
    async ({ page, shop, request }) => {
      const before = await shop.list();
      await request.delete(`/coffee/${before[0]?._id}`);
      await open(page, "/#changes");
      await expect(cardOf(page, latte.name)).toHaveCount(0);
      await entries(page).first().getByRole("button").press("Enter");
      await expect(dialogOf(page).getByRole("status")).toHaveText(`${latte.name} is back.`);
      await expect(entries(page).nth(1)).toContainText("Undone");
      await expect(entries(page).nth(1).getByRole("button")).toHaveCount(0);
      expect(await shop.list()).toEqual(before);
      await expect(entries(page).first().getByRole("button")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(dialogOf(page).getByRole("status")).toHaveText(`${latte.name} was removed again.`);
      await page.keyboard.press("Escape");
      await expect(cardOf(page, latte.name)).toHaveCount(0);
      expect(await shop.list()).toHaveLength(1);
    },
  );

  test("the changes of one coffee open from an entry and from the coffee's page", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await page.goto("/#changes");
    await entries(page).getByRole("link", { name: latte.name }).click();
    await expect(dialogOf(page)).toHaveAccessibleName(`Changes of ${latte.name}`);
    await expect(entries(page)).toHaveCount(1);
    const { hash } = new URL(page.url());
    await open(page, `/coffee-details/${coffee?._id}`);
    await page.getByRole("link", { name: "Recent changes of this coffee" }).click();
    await expect(entries(page)).toHaveCount(1);
    expect(new URL(page.url()).hash).toBe(hash);
  });

  test("a page whose coffee reloads after an undo shows it, although the dialog closes meanwhile", async ({
    page,
    shop,
    request,
  }) => {
    const [coffee] = await shop.list();
    await request.put(`/coffee/${coffee?._id}`, { data: { ...latte, chef: "Nobody" } });
    await open(page, `/coffee-details/${coffee?._id}`);
    await page.getByRole("link", { name: "Recent changes of this coffee" }).click();
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route("**/coffee/*", async (route) => {
      await gate;
      await route.fallback();
    });
    await entries(page).first().getByRole("button").click();
    await expect(entries(page)).toHaveCount(3);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    openGate();
    await expect(page.getByRole("main")).toContainText(latte.chef);
  });

  test("an undo on a coffee's page shows the coffee as it is then", async ({ page, shop, request }) => {
    const [coffee] = await shop.list();
    await request.put(`/coffee/${coffee?._id}`, { data: { ...latte, chef: "Nobody" } });
    await open(page, `/coffee-details/${coffee?._id}#changes/coffee/${coffee?._id}`);
    await entries(page).first().getByRole("button").click();
    await expect(dialogOf(page).getByRole("status")).toHaveText(`The change to ${latte.name} was undone.`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("main")).toContainText(latte.chef);
  });

  test("closing the changes dialog on a coffee's page sends no request for the coffee", async ({ page, shop }) => {
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

  test("a held key or a double click on Undo sends one undo", async ({ page, shop, request }) => {
    const [coffee] = await shop.list();
    await request.put(`/coffee/${coffee?._id}`, { data: { ...latte, price: 1 } });
    await page.goto("/#changes");
    const undo = entries(page).first().getByRole("button");
    const undos = undosOf(page);
    await undo.click();
    await expect(dialogOf(page).getByRole("status")).toHaveText(`The change to ${latte.name} was undone.`);
    await expect(undo).toBeEnabled();
    await undo.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(await shop.list()).toMatchObject([{ price: latte.price }, espresso]);
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route("**/undo", async (route) => {
      await gate;
      await route.fallback();
    });
    await undo.press("Enter");
    await expect(undo).toBeDisabled();
    await undo.press("Enter");
    await expect(undo).toBeFocused();
    await page.keyboard.down("Enter");
    openGate();
    await expect(entries(page)).toHaveCount(5);
    await expect(undo).toBeFocused();
    await page.keyboard.down("Enter"); // still held down
    await page.keyboard.up("Enter");
    await expect(undo).toBeEnabled();
    expect(undos).toHaveLength(2);
    expect(await shop.list()).toMatchObject([{ price: 1 }, espresso]);
  });

  test("more than fifty changes load in pages, and stay loaded after an undo", async ({ page, request }) => {
    for (let count = 0; count < 60; count++) await request.post("/coffee", { data: emptyFields });
    await page.goto("/#changes");
    await expect(entries(page)).toHaveCount(50);
    await dialogOf(page).getByRole("button", { name: "Older changes" }).click();
    await expect(entries(page)).toHaveCount(62);
    await expect(dialogOf(page).getByRole("button", { name: "Older changes" })).toHaveCount(0);
    await entries(page).last().getByRole("button").click();
    await expect(entries(page)).toHaveCount(63);
    await expect(entries(page).last()).toContainText("Undone");
  });

  test.describe("while the server cannot be reached", () => {
    test.use({ expected: { console: /Failed to load resource|couldn't reach/ } });

    test("the changes dialog says that the shop cannot be reached", async ({ page }) => {
      await open(page, "/");
      await page.route("**/-/changes**", (route) => route.abort());
      await page.getByRole("link", { name: "Recent changes" }).click();
      await expect(dialogOf(page).getByRole("status")).toHaveText("We couldn't reach the shop.");
    });

    test("the result of an undo is shown even if the changes cannot be reloaded", async ({ page, shop }) => {
      await open(page, "/#changes");
      await expect(entries(page)).toHaveCount(2);
      await page.route("**/-/changes?**", (route) => route.abort());
      await entries(page).last().getByRole("button").click();
      await expect(dialogOf(page).getByRole("button", { disabled: true })).toHaveCount(0);
      await expect(dialogOf(page).getByRole("status")).toHaveText(`${latte.name} was removed again.`);
      expect(await shop.list()).toHaveLength(1);
    });

    test("undoing all by a visitor says that nothing was undone, or that the result is unknown", async ({ page }) => {
      await open(page, "/#changes");
      await entries(page)
        .first()
        .getByRole("link", { name: /^visitor/ })
        .click();
      await expect(undoAll(page)).toBeVisible();
      await page.route("**/undo", (route) => route.abort());
      await undoAll(page).click();
      await expect(dialogOf(page).getByRole("status")).toHaveText("Nothing was undone. We couldn't reach the shop.");
      await page.unroute("**/undo");
      await undoAll(page).click();
      await expect(preview(page)).toBeVisible();
      await page.route("**/undo", (route) => route.abort());
      await undoThese(page).click();
      await expect(dialogOf(page).getByRole("status")).toHaveText(
        "We don't know whether this was undone. We couldn't reach the shop.",
      );
    });

    test("an undo that fails after the changes dialog is closed shows a notice", async ({ page }) => {
      await open(page, "/#changes");
      const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
      await page.route("**/undo", async (route) => {
        await gate;
        await route.abort();
      });
      await entries(page).first().getByRole("button").click();
      await page.keyboard.press("Escape");
      await expect(dialogOf(page)).toHaveCount(0);
      openGate();
      await expect(notices(page)).toContainText("We don't know whether this was undone. We couldn't reach the shop.");
    });

    test("when the dialog's script fails to load, a notice says that the changes cannot open", async ({ page }) => {
      await open(page, "/");
      await page.route("**/assets/changes-dialog*", (route) => route.abort());
      await page.getByRole("link", { name: "Recent changes" }).click();
      await expect(notices(page)).toContainText("We couldn't open the changes here.");
    });
  });

  test.describe("with several visitors", () => {
    test.use({ environment: { TRUST_PROXY: "1", WRITE_LIMIT: "5" } });

    test(
      "all changes by one of them can be listed, previewed and undone together",
      { tag: "@quick" },
      async ({ page, shop, request }) => {
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
        const undos = undosOf(page);
        await undoAll(page).press("Enter");
        await expect(preview(page).getByRole("heading")).toBeFocused();
        await expect(preview(page)).toContainText("Changes: 2. Coffees: 1.");
        await expect(preview(page).getByRole("listitem")).toHaveText(["Will change back: More spam"]);
        await preview(page).getByRole("button", { name: "Cancel" }).press("Enter");
        await expect(undoAll(page)).toBeFocused();
        expect(await shop.list()).toMatchObject([{ name: "More spam" }, espresso]);
        await undoAll(page).press("Enter");
        const statusText = await toldBy(dialogOf(page).getByRole("status"));
        await undoThese(page).press("Enter");
        await expect(dialogOf(page).getByRole("status")).toHaveText("Changes undone: 2.");
        await expect(undoAll(page)).toHaveCount(0);
        await expect(dialogOf(page).getByRole("heading", { level: 2 })).toBeFocused();
        expect(undos).toHaveLength(3);
        expect(await statusText()).toEqual(["Undoing all …", "Changes undone: 2."]);
        await page.keyboard.press("Escape");
        await expect(cardOf(page, latte.name)).toBeVisible();
        await expect(page.getByRole("dialog")).toHaveCount(0);
      },
    );

    test("an undo of all that ends after the dialog is closed shows a notice", async ({ page, shop, request }) => {
      const headers = { "x-forwarded-for": "192.0.2.66" };
      const [first] = await shop.list();
      for (const price of [1, 2]) await request.put(`/coffee/${first?._id}`, { data: { ...latte, price }, headers });
      await open(page, "/#changes");
      await entries(page)
        .first()
        .getByRole("link", { name: /^visitor/ })
        .click();
      await expect(entries(page)).toHaveCount(2);
      await undoAll(page).press("Enter");
      await expect(preview(page)).toBeVisible();
      const undos = undosOf(page);
      const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
      await page.route("**/undo", async (route) => {
        await gate;
        await route.fallback();
      });
      await undoThese(page).press("Enter");
      await undoThese(page).press("Enter"); // once more
      await page.keyboard.press("Escape");
      await expect(dialogOf(page)).toHaveCount(0);
      openGate();
      await expect(notices(page)).toContainText("Changes undone: 2.");
      expect(undos).toHaveLength(1);
      expect(await shop.list()).toMatchObject([latte, espresso]);
    });

    test.describe("over the write limit", () => {
      test.use({ expected: { console: /429|Too many changes/ } });

      test("a refused undo of all undoes nothing, and says why", async ({ page, shop, request }) => {
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
        for (const outcome of [
          /^Changes undone: 1\.$/,
          /^Nothing was undone\. Too many changes came from your internet address/,
        ]) {
          await undoAll(page).click();
          await expect(preview(page)).toContainText("This visitor's older changes are not included.");
          await undoThese(page).click();
          await expect(dialogOf(page).getByRole("status")).toHaveText(outcome);
        }
      });
    });
  });

  test.describe("a coffee that was deleted", () => {
    test.use({ expected: { console: /404|410|There is no coffee/ } });

    test("has a blank page, with a notice that can restore it", async ({ page, shop, request }) => {
      const before = await shop.list();
      const [coffee] = before;
      await request.delete(`/coffee/${coffee?._id}`);
      await open(page, `/coffee-details/${coffee?._id}`);
      await expect(page.getByRole("main")).not.toContainText(latte.chef);
      await expect(notices(page)).toContainText(
        /This coffee was deleted (just now|\d+ seconds? ago)\. You can bring it back\./,
      );
      await notices(page).getByRole("button", { name: "Restore" }).click();
      await expect(page.getByRole("main")).toContainText(latte.chef);
      expect(await shop.list()).toEqual(before);
    });

    test("has an empty update form, which fills when the coffee is restored", async ({ page, shop, request }) => {
      const [coffee] = await shop.list();
      await request.delete(`/coffee/${coffee?._id}`);
      await open(page, `/update-coffee/${coffee?._id}`);
      await expect(page.getByRole("main").getByLabel("Chef")).toHaveValue("");
      await notices(page).getByRole("button", { name: "Restore" }).click();
      await expect(page.getByRole("main").getByLabel("Chef")).toHaveValue(latte.chef);
    });

    test("is in the list again after a restore from its page", async ({ page, shop, request }) => {
      const listed = page.waitForResponse("**/coffee");
      await open(page, "/");
      await (await listed).finished();
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
