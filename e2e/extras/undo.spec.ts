// The Undo that a notice offers after each change, by pointer and by keyboard.
import type { Locator, Page } from "@playwright/test";
import { emptyFields } from "../../catalogue/coffee.ts";
import { cardOf, espresso, expect, formOf, latte, notices, open, submitOf, test } from "../fixtures.ts";

const deleteOn = (page: Page, name: string) => cardOf(page, name).getByRole("button", { name: "Delete" });
const undoIn = (page: Page) => notices(page).getByRole("button", { name: "Undo" }).last();
const names = (page: Page) => page.getByRole("article").getByRole("heading").allTextContents();

/** A notice's lifetime, and whether its timer is running or paused. */
function timeOf(notice: Locator) {
  return notice.locator(".notice-time").evaluate((element) => {
    const [time] = element.getAnimations();
    return { durationMs: Number(time?.effect?.getComputedTiming().duration), state: time?.playState };
  });
}

/** Ends the lifetime of the only notice at once. */
async function letTimePass(page: Page): Promise<void> {
  await page.locator(".notice-time").evaluate((element) => {
    for (const time of element.getAnimations()) time.finish();
  });
}

test.describe("@own with a server that keeps a log", () => {
  test(
    "undoing a delete restores the coffee with its id, place and exact fields",
    { tag: "@quick" },
    async ({ page, shop }) => {
      await open(page, "/");
      const before = await shop.list();
      await deleteOn(page, latte.name).click();
      await expect(notices(page)).toContainText(`${latte.name} was deleted.`);
      expect(await shop.list()).toHaveLength(1);
      await undoIn(page).click();
      await expect(notices(page)).toContainText(`${latte.name} is back.`);
      expect(await shop.list()).toEqual(before);
      expect(await names(page)).toEqual([latte.name, espresso.name]);
    },
  );

  test("an edit is undone, with the price's type", { tag: "@quick" }, async ({ page, shop }) => {
    const before = await shop.list();
    await open(page, `/update-coffee/${before[1]?._id}`);
    await formOf(page).getByLabel("Price").fill("999");
    await submitOf(page).click();
    await expect(notices(page)).toContainText(`${espresso.name} was updated.`);
    await expect(cardOf(page, espresso.name)).toContainText("999 Taka");
    await undoIn(page).click();
    await expect(cardOf(page, espresso.name)).toContainText("160 Taka");
    await expect(notices(page)).toContainText(`The change to ${espresso.name} was undone.`);
    expect(await shop.list()).toEqual(before);
  });

  test("Ctrl+Z after an add removes the coffee again", async ({ page, shop }) => {
    const before = await shop.list();
    await open(page, "/add-new-coffee");
    await formOf(page).getByLabel("Name").fill("Mistake");
    await submitOf(page).click();
    await expect(notices(page)).toContainText("Mistake was added.");
    await expect(undoIn(page)).toHaveAttribute("aria-keyshortcuts", "Control+Z");
    await page.keyboard.press("Control+z");
    await expect(notices(page)).toContainText("Mistake was removed again.");
    await expect(cardOf(page, "Mistake")).toHaveCount(0);
    expect(await shop.list()).toEqual(before);
  });

  test("an undo can be undone, and that undo can be undone again", async ({ page, shop }) => {
    await open(page, "/");
    await deleteOn(page, latte.name).click();
    await expect(cardOf(page, latte.name)).toHaveCount(0);
    for (const count of [1, 0, 1]) {
      await undoIn(page).click();
      await expect(cardOf(page, latte.name)).toHaveCount(count);
      expect(await shop.list()).toHaveLength(1 + count);
    }
  });

  test("an undo keeps a field that someone changed later, and the notice names it", async ({ page, shop, request }) => {
    const [coffee] = await shop.list();
    await open(page, `/update-coffee/${coffee?._id}`);
    await formOf(page).getByLabel("Price").fill("1");
    await formOf(page).getByLabel("Taste").fill("Water");
    await submitOf(page).click();
    await expect(cardOf(page, latte.name)).toContainText("1 Taka");
    await request.put(`/coffee/${coffee?._id}`, { data: { ...latte, taste: "Water", price: "345" } });
    await undoIn(page).click();
    await expect(notices(page)).toContainText(
      `The change to ${latte.name} was undone. We kept what someone changed later: Price.`,
    );
    expect((await shop.list())[0]).toEqual({ ...coffee, price: "345" });
    await expect(cardOf(page, latte.name)).toContainText("345 Taka");
  });

  test("F6 leads to the newest notice, and Enter there undoes", async ({ page }) => {
    await open(page, "/");
    await deleteOn(page, latte.name).press("Enter");
    await expect(notices(page)).toContainText(latte.name);
    await deleteOn(page, espresso.name).press("Enter");
    await expect(notices(page)).toContainText(espresso.name);
    await page.keyboard.press("F6");
    await expect(undoIn(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(cardOf(page, espresso.name)).toBeVisible();
    await expect(cardOf(page, latte.name)).toHaveCount(0);
  });

  test("after Undo or Dismiss, focus returns to where F6 was pressed, with other notices open", async ({
    page,
    shop,
  }) => {
    await open(page, "/add-new-coffee");
    await formOf(page).getByLabel("Name").fill("Mistake");
    await submitOf(page).click();
    await expect(notices(page)).toContainText("Mistake was added.");
    await deleteOn(page, latte.name).press("Enter");
    await expect(notices(page)).toContainText(latte.name);
    await expect(deleteOn(page, espresso.name)).toBeFocused();
    await page.keyboard.press("F6");
    await page.keyboard.press("Enter");
    await expect(cardOf(page, latte.name)).toBeVisible();
    await expect(deleteOn(page, espresso.name)).toBeFocused();
    await page.keyboard.press("F6");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(notices(page)).not.toContainText("is back");
    await expect(deleteOn(page, espresso.name)).toBeFocused();
    expect(await shop.list()).toHaveLength(3);
  });

  test("a notice's buttons are described by its text, and Undo names its shortcut", async ({ page }) => {
    await open(page, "/");
    await deleteOn(page, latte.name).click();
    await expect(undoIn(page)).toHaveAccessibleDescription(`${latte.name} was deleted.`);
    await expect(undoIn(page)).toHaveAttribute("aria-keyshortcuts", "Control+Z");
    await expect(notices(page).getByRole("button", { name: "Dismiss" })).toHaveAccessibleDescription(/ was deleted\.$/);
  });

  test("while a dialog is open, F6 and Ctrl+Z do nothing", async ({ page, shop }) => {
    await open(page, "/");
    await deleteOn(page, latte.name).click();
    await expect(notices(page)).toContainText("was deleted");
    await page.getByRole("link", { name: "Recent changes" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(3);
    const isTaken = await page.evaluate(() =>
      ["F6", "z"].map((key) => {
        const event = new KeyboardEvent("keydown", { key, ctrlKey: key === "z", bubbles: true, cancelable: true });
        return !document.body.dispatchEvent(event);
      }),
    );
    expect(isTaken).toEqual([false, false]);
    await page.keyboard.press("Escape");
    expect(await shop.list()).toHaveLength(1);
    await page.keyboard.press("Control+z");
    await expect(cardOf(page, latte.name)).toBeVisible();
  });

  for (const [key, code, isUndo] of [
    ["য", "KeyZ", true],
    ["я", "KeyZ", true],
    ["z", "KeyY", true],
    ["y", "KeyZ", false],
    [";", "KeyZ", false],
  ] as const) {
    test(`Ctrl with "${key}" on the key ${code} ${isUndo ? "undoes" : "is left to the browser"}`, async ({ page }) => {
      await open(page, "/");
      await deleteOn(page, latte.name).click();
      await expect(notices(page)).toContainText("was deleted");
      const isTaken = await page.evaluate(
        (press) => {
          const event = new KeyboardEvent("keydown", { ...press, ctrlKey: true, bubbles: true, cancelable: true });
          return !document.body.dispatchEvent(event);
        },
        { key, code },
      );
      expect(isTaken).toBe(isUndo);
      if (isUndo) await expect(cardOf(page, latte.name)).toBeVisible();
    });
  }

  test("a coffee comes back at its place also where others were added since the list was loaded", async ({
    page,
    shop,
    request,
  }) => {
    await open(page, "/");
    await deleteOn(page, espresso.name).click();
    await expect(notices(page)).toContainText("was deleted");
    await request.post("/coffee", { data: { name: "Newcomer" } });
    await undoIn(page).click();
    await expect.poll(() => names(page)).toEqual([latte.name, espresso.name, "Newcomer"]);
    expect((await shop.list()).map(({ name }) => name)).toEqual([latte.name, espresso.name, "Newcomer"]);
  });

  test("a double click on Undo is one undo", async ({ page, shop }) => {
    await open(page, "/");
    for (const name of [latte.name, espresso.name]) {
      await deleteOn(page, name).click();
      await expect(notices(page)).toContainText(`${name} was deleted.`);
    }
    await undoIn(page).dblclick();
    await expect(cardOf(page, espresso.name)).toBeVisible();
    await expect(cardOf(page, latte.name)).toHaveCount(0);
    expect(await shop.list()).toHaveLength(1);
  });

  test("a late reply to an undo does not overwrite a later edit", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await open(page, `/update-coffee/${coffee?._id}`);
    await formOf(page).getByLabel("Price").fill("1");
    await submitOf(page).click();
    await expect(notices(page)).toContainText("was updated");
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const undone = Promise.withResolvers<void>();
    await page.route("**/undo", async (route) => {
      const response = await route.fetch();
      undone.resolve();
      await gate;
      await route.fulfill({ response });
    });
    await undoIn(page).click();
    await undone.promise;
    await cardOf(page, latte.name).getByRole("link", { name: "Edit" }).click();
    await formOf(page).getByLabel("Chef").fill("Later");
    await submitOf(page).click();
    await expect(cardOf(page, latte.name)).toContainText("Later");
    openGate();
    await expect(notices(page)).toContainText("was undone");
    await expect(cardOf(page, latte.name)).toContainText("Later");
  });

  test("a notice that expires does not take the focus from another", async ({ page }) => {
    await open(page, "/");
    await deleteOn(page, latte.name).click();
    await expect(notices(page)).toContainText(latte.name);
    await deleteOn(page, espresso.name).click();
    await expect(notices(page)).toContainText(espresso.name);
    await page.keyboard.press("F6");
    await expect(undoIn(page)).toBeFocused();
    await page
      .locator(".notice-time")
      .first()
      .evaluate((element) => {
        for (const time of element.getAnimations()) time.finish();
      });
    await expect(notices(page).getByRole("paragraph")).toHaveCount(1);
    await expect(undoIn(page)).toBeFocused();
  });

  test("a very long name is cut short in a notice", async ({ page, request, shop }) => {
    const [coffee] = await shop.list();
    await request.put(`/coffee/${coffee?._id}`, { data: { ...latte, name: "Long ".repeat(1_000) } });
    await open(page, "/");
    await page.getByRole("article").first().getByRole("button", { name: "Delete" }).click();
    await expect(notices(page).locator("strong")).toHaveText(/^(Long ){11}Long… was deleted\.$/);
  });

  test.describe("many quick deletes", () => {
    const called = Array.from({ length: 20 }, (_, at) => `Coffee ${at + 1}`);
    test.use({
      viewport: { width: 375, height: 667 },
      catalogue: { coffees: called.map((name) => ({ ...latte, name })) },
    });

    test("the first of twenty quick deletes can be undone, and notices fill under a third of the window", async ({
      page,
    }) => {
      await open(page, "/");
      for (const name of called) {
        await page.getByRole("button", { name: `Delete ${name}`, exact: true }).dispatchEvent("click");
        await expect(notices(page)).toContainText(`${name} was deleted.`);
      }
      const box = await notices(page).boundingBox();
      expect(box?.height).toBeLessThan(667 / 3);
      await notices(page).getByRole("button", { name: "18 more" }).click();
      await notices(page).getByRole("button", { name: "Undo" }).first().click();
      await expect(cardOf(page, "Coffee 1")).toBeVisible();
    });
  });

  test("F6 is left to the browser where there is no notice", async ({ page }) => {
    await open(page, "/");
    const isTaken = await page.evaluate(() => {
      const event = new KeyboardEvent("keydown", { key: "F6", bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(event);
    });
    expect(isTaken).toBe(false);
  });

  test(
    "Ctrl+Z undoes the newest change, and then the one before; held down it does no more",
    { tag: "@quick" },
    async ({ page, shop }) => {
      const before = await shop.list();
      await open(page, "/");
      for (const name of [latte.name, espresso.name]) {
        await deleteOn(page, name).click();
        await expect(notices(page)).toContainText(`${name} was deleted.`);
      }
      await page.keyboard.down("Control");
      await page.keyboard.down("z");
      await page.keyboard.down("z");
      await expect(cardOf(page, espresso.name)).toBeVisible();
      await expect(cardOf(page, latte.name)).toHaveCount(0);
      await page.keyboard.up("z");
      await page.keyboard.press("z");
      await expect(cardOf(page, latte.name)).toBeVisible();
      await page.keyboard.up("Control");
      expect(await shop.list()).toEqual(before);
    },
  );

  test("Ctrl+Z in a field undoes typing and nothing else", async ({ page, shop }) => {
    await open(page, "/");
    await deleteOn(page, latte.name).click();
    await expect(notices(page)).toContainText("was deleted");
    const field = page.getByRole("contentinfo").getByLabel("Message");
    await field.pressSequentially("Hello");
    await field.press("Control+z");
    await expect(field).toHaveValue("");
    expect(await shop.list()).toHaveLength(1);
  });

  test("a notice stays for twelve seconds, and its timer pauses under the pointer or focus", async ({ page }) => {
    await open(page, "/");
    await deleteOn(page, latte.name).click();
    const notice = notices(page).locator(".notice");
    expect(await timeOf(notice)).toEqual({ durationMs: 12_000, state: "running" });
    await notice.hover();
    expect(await timeOf(notice)).toMatchObject({ state: "paused" });
    await page.mouse.move(0, 0);
    expect(await timeOf(notice)).toMatchObject({ state: "running" });
    await page.keyboard.press("F6");
    expect(await timeOf(notice)).toMatchObject({ state: "paused" });
  });

  test("an expired notice keeps its Undo until the next notice, and leaves the focus alone", async ({ page, shop }) => {
    await open(page, "/");
    await deleteOn(page, latte.name).click();
    await expect(notices(page)).toContainText("was deleted");
    await deleteOn(page, espresso.name).focus();
    await letTimePass(page);
    await expect(notices(page).getByText("was deleted")).toBeHidden();
    await expect(undoIn(page)).toBeVisible();
    await expect(deleteOn(page, espresso.name)).toBeFocused();
    // When it gets the focus, it shows again what it undoes.
    await page.keyboard.press("F6");
    await expect(undoIn(page)).toBeFocused();
    await expect(notices(page).getByText(`${latte.name} was deleted.`)).toBeVisible();
    await deleteOn(page, espresso.name).press("Enter");
    await expect(notices(page).getByRole("paragraph")).toHaveText(`${espresso.name} was deleted.`);
    await letTimePass(page);
    await undoIn(page).click();
    await expect.poll(async () => (await shop.list()).map(({ name }) => name)).toEqual([espresso.name]);
    await expect(notices(page).getByRole("paragraph")).toHaveText(`${espresso.name} is back.`);
  });

  test.describe("while the server cannot be reached", () => {
    test.use({ expected: { console: /Failed to load resource|couldn't reach/ } });

    test("an undo keeps the text that is being typed into a form", async ({ page, shop }) => {
      await open(page, "/");
      await deleteOn(page, latte.name).click();
      await expect(notices(page)).toContainText("was deleted");
      await cardOf(page, espresso.name).getByRole("link", { name: "Edit" }).click();
      await formOf(page).getByLabel("Taste").fill("Half a sentence");
      const requestPromise = page.waitForRequest("**/coffee/*");
      await page.route("**/coffee/*", (route) => route.abort());
      await undoIn(page).click();
      await requestPromise;
      await expect(notices(page)).toContainText("is back.");
      await expect(formOf(page).getByLabel("Taste")).toHaveValue("Half a sentence");
      await expect(formOf(page).getByLabel("Chef")).toHaveValue(espresso.chef);
      expect(await shop.list()).toHaveLength(2);
    });

    test("retrying an undo whose reply was lost says that the coffee is already gone", async ({ page, shop }) => {
      await open(page, "/add-new-coffee");
      await formOf(page).getByLabel("Name").fill("Mistake");
      await submitOf(page).click();
      await expect(notices(page)).toContainText("Mistake was added.");
      await page.route("**/undo", async (route) => {
        await route.fetch();
        await route.abort();
      });
      await undoIn(page).click();
      await expect(notices(page)).toContainText("We don't know");
      await page.unroute("**/undo");
      await notices(page).getByRole("button", { name: "Try again" }).click();
      await expect(notices(page)).toContainText("It's already gone.");
      await expect(cardOf(page, "Mistake")).toHaveCount(0);
      expect(await shop.list()).toHaveLength(2);
    });

    test("an undo without a reply says that its result is unknown, and can be retried", async ({ page, shop }) => {
      await open(page, "/");
      await deleteOn(page, latte.name).click();
      await expect(notices(page)).toContainText("was deleted");
      await page.route("**/undo", (route) => route.abort());
      await undoIn(page).click();
      await expect(notices(page)).toContainText(
        "We don't know whether this was undone. We couldn't reach the shop. It's safe to try again.",
      );
      await page.unroute("**/undo");
      await notices(page).getByRole("button", { name: "Try again" }).click();
      await expect(cardOf(page, latte.name)).toBeVisible();
      expect(await shop.list()).toHaveLength(2);
    });
  });
});

test.describe("@own a coffee that was deleted", () => {
  test.use({ expected: { console: /404|410|There is no coffee/ } });

  test("has a notice on its page, which disappears when the visitor leaves", async ({ page, request, shop }) => {
    const [coffee] = await shop.list();
    await request.delete(`/coffee/${coffee?._id}`);
    await open(page, `/coffee-details/${coffee?._id}`);
    await expect(notices(page)).toContainText("This coffee was deleted just now. You can bring it back.");
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(notices(page)).toBeEmpty();
  });

  test("has no notice any more once it is restored", async ({ page, request, shop }) => {
    const [coffee] = await shop.list();
    await request.delete(`/coffee/${coffee?._id}`);
    await open(page, `/coffee-details/${coffee?._id}`);
    await expect(notices(page)).toContainText("This coffee was deleted");
    await page.getByRole("link", { name: "Recent changes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^Undo/ }).first().click();
    await expect(page.getByRole("main")).toContainText(latte.chef);
    await expect(notices(page)).toBeEmpty();
  });

  test("keeps the text typed into its form when it is restored", async ({ page, request, shop }) => {
    const [coffee] = await shop.list();
    await request.delete(`/coffee/${coffee?._id}`);
    await open(page, `/update-coffee/${coffee?._id}`);
    await formOf(page).getByLabel("Taste").fill("My own words");
    await notices(page).getByRole("button", { name: "Restore" }).click();
    await expect(formOf(page).getByLabel("Details")).toHaveValue(latte.details);
    await expect(formOf(page).getByLabel("Taste", { exact: true })).toHaveValue("My own words");
    await expect(formOf(page).getByRole("group", { name: "The other version of Taste" })).toContainText(latte.taste);
    await formOf(page).getByRole("button", { name: "update Coffee" }).click();
    await expect(cardOf(page, latte.name)).toContainText("My own words");
    expect((await shop.list())[0]).toEqual({ ...coffee, taste: "My own words" });
  });
});

test("@classic with a server that does not number its changes, no undo is offered", async ({ page }) => {
  await open(page, "/");
  await deleteOn(page, latte.name).click();
  await expect(cardOf(page, latte.name)).toHaveCount(0);
  await expect(notices(page)).toBeEmpty();
  await expect(page.getByRole("link", { name: "Recent changes" })).toHaveCount(0);
});

test.describe("@own with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test(
    "no undo of a delete is offered, and home has no link to the changes",
    { tag: "@quick" },
    async ({ page, shop }) => {
      await open(page, "/#changes");
      await deleteOn(page, latte.name).click();
      await expect(cardOf(page, latte.name)).toHaveCount(0);
      await page.keyboard.press("Control+z");
      await expect(notices(page)).toHaveCount(0);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Recent changes" })).toHaveCount(0);
      expect(await shop.list()).toHaveLength(1);
    },
  );
});

test.describe("@own a catalogue of fifty", () => {
  const fifty = Array.from({ length: 50 }, (_, index) => ({ ...emptyFields, name: `Coffee ${index}`, price: index }));
  test.use({ runs: "apart", catalogue: { coffees: fifty }, environment: { TRUST_PROXY: "1" } });

  test("deleted entirely, is restored after a crash, in another browser, by keyboard alone", async ({
    page,
    shop,
    browser,
  }) => {
    const before = await shop.list();
    await open(page, "/");
    await page.getByRole("button", { name: "Delete Coffee 0" }).focus();
    for (let left = 50; left > 0; left--) {
      await page.keyboard.press("Enter");
      await expect(page.getByRole("article")).toHaveCount(left - 1);
    }
    expect(await shop.list()).toEqual([]);
    await page.goto("about:blank");
    await shop.crash();
    const other = await browser.newContext({ baseURL: shop.url });
    const newcomer = await other.newPage();
    await open(newcomer, "/");
    const reach = async (name: RegExp) => {
      const target = newcomer.getByRole("link", { name }).or(newcomer.getByRole("button", { name })).first();
      await target.waitFor();
      for (let presses = 0; presses < 40; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) break;
        await newcomer.keyboard.press("Tab");
      }
      await expect(target).toBeFocused();
      await newcomer.keyboard.press("Enter");
    };
    await reach(/^Recent changes$/);
    await reach(/^visitor /); // of the newest change, which is a delete
    await reach(/^Undo all/);
    await reach(/^Undo these changes$/);
    await expect(newcomer.getByRole("dialog").getByRole("status")).toHaveText("Changes undone: 50.");
    await newcomer.keyboard.press("Escape");
    await expect(newcomer.getByRole("article")).toHaveCount(50);
    expect(await shop.list()).toEqual(before);
    expect(await names(newcomer)).toEqual(fifty.map(({ name }) => name));
    await other.close();
  });
});
