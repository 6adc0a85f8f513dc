// Over 300 lines: each failure of each call, with the same replies.
import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import {
  callsOf,
  cardOf,
  espresso,
  expect,
  formOf,
  latte,
  notices,
  open,
  sendAndStay,
  submitOf,
  test,
  wordsOf,
} from "../fixtures.ts";

test.use({ expected: { console: /failed|Failed|status of|ERR_/ } });

const problem = (status: number, detail: string, errors?: readonly unknown[]) => ({
  status,
  contentType: "application/problem+json",
  json: { type: "about:blank", title: "No", status, detail, errors },
});

/** Resolves once a failed call is logged to the console. */
function logged(page: Page, call: string): Promise<unknown> {
  return page.waitForEvent("console", (message) => message.text().startsWith(call));
}

test(
  "a failed call is logged to the console, once, with the server's words",
  { tag: "@quick" },
  async ({ page, extras }) => {
    const lines: string[] = [];
    page.on("console", (message) => lines.push(message.text()));
    await open(page, addresses.addNewCoffee);
    await page.route("**/coffee", (route) => route.fulfill(problem(400, "price must be a number.")));
    await sendAndStay(page);
    if (extras === "on") await expect(notices(page)).toContainText("price must be a number.");
    expect(lines.filter((line) => line.includes("POST /coffee failed: price must be a number."))).toHaveLength(1);
  },
);

test(
  "@own when the server refuses a coffee, the form stays filled and shows the server's reason",
  { tag: "@quick" },
  async ({ page, shop }) => {
    await open(page, addresses.addNewCoffee);
    await formOf(page).getByLabel("Name").fill("Below zero");
    await formOf(page).getByLabel("Price").fill("-5");
    await submitOf(page).click();
    await expect(notices(page)).toContainText("price must be a number of 0 or more, or empty");
    await expect(notices(page)).toContainText("Your text is still here");
    await expect(formOf(page).getByLabel("Name")).toHaveValue("Below zero");
    await expect(formOf(page).getByLabel("Price")).toHaveValue("-5");
    await expect(page).toHaveURL(addresses.addNewCoffee);
    expect(await shop.list()).toHaveLength(2);
    await expect(formOf(page).getByLabel("Price")).toBeFocused();
    await expect(formOf(page).getByLabel("Price")).toHaveAttribute("aria-invalid", "true");
    await expect(formOf(page).getByLabel("Price")).toHaveAccessibleDescription(
      "Taka must be a number of 0 or more, or empty",
    );
    await formOf(page).getByLabel("Price").fill("5");
    await expect(formOf(page).getByLabel("Price")).not.toHaveAttribute("aria-invalid");
    await expect(formOf(page).getByLabel("Price")).toHaveAccessibleDescription("Taka");
  },
);

test("a refused edit keeps the form and says why", async ({ page, shop, extras }) => {
  const [coffee] = await shop.list();
  await open(page, addresses.updateCoffee(coffee?._id ?? ""));
  await page.route("**/coffee/*", (route) => route.fulfill(problem(507, "The disk is full.")));
  await formOf(page).getByLabel("Name").fill("Kept in the form");
  await sendAndStay(page);
  if (extras === "on") await expect(notices(page)).toContainText("Your changes weren't saved. The disk is full.");
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Kept in the form");
});

test(
  "a refused field shows its error until it is edited or sent again; the first has focus",
  { tag: "@extras" },
  async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await open(page, addresses.updateCoffee(coffee?._id ?? ""));
    const errors = [
      { field: "price", message: "is too low" },
      { field: "chef", message: "is on leave" },
      { field: "_id", message: "is odd" },
      { field: "colour" },
      "name",
      null,
    ];
    await page.route("**/coffee/*", (route) => route.fulfill(problem(422, "Look again.", errors)));
    await formOf(page).getByLabel("Price").fill("1");
    await sendAndStay(page);
    const invalid = formOf(page).locator("[aria-invalid]");
    await expect(invalid).toHaveCount(2);
    await expect(formOf(page).getByLabel("Chef")).toBeFocused();
    await expect(formOf(page).getByLabel("Chef")).toHaveAccessibleDescription("is on leave");
    await expect(formOf(page).getByLabel("Price")).toHaveAccessibleDescription("Taka is too low");
    await formOf(page).getByLabel("Chef").fill("Somebody else");
    await expect(invalid).toHaveCount(1);
    await page.unroute("**/coffee/*");
    await page.route("**/coffee/*", (route) => route.fulfill(problem(500, "No.")));
    await sendAndStay(page);
    await expect(invalid).toHaveCount(0);
  },
);

test(
  "an add without any reply keeps the form and says that it may have arrived",
  { tag: "@quick" },
  async ({ page, extras }) => {
    await open(page, addresses.addNewCoffee);
    await page.route("**/coffee", (route) => route.abort());
    await formOf(page).getByLabel("Name").fill("Lost on the way");
    await sendAndStay(page);
    if (extras === "on") await expect(notices(page)).toContainText("We don't know whether your coffee was added.");
    await expect(formOf(page).getByLabel("Name")).toHaveValue("Lost on the way");
  },
);

for (const status of [400, 429, 500, 503]) {
  test(
    `a delete answered with ${status} removes the card, and its notice can put the card back`,
    { tag: "@extras" },
    async ({ page }) => {
      await open(page, addresses.home);
      await page.route("**/coffee/*", (route) => route.fulfill(problem(status, "Not today.")));
      await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
      await expect(cardOf(page, latte.name)).toHaveCount(0);
      await expect(notices(page)).toContainText(`The shop didn't delete ${latte.name}. Not today.`);
      await notices(page).getByRole("button", { name: "Put it back" }).click();
      await expect(page.getByRole("article").getByRole("heading").first()).toHaveText(latte.name);
      await expect(notices(page)).toBeEmpty();
    },
  );
}

for (const body of ["<h1>Gateway</h1>", "", "null", '"yes"', "[1,2"]) {
  test(`a delete that is answered ${JSON.stringify(body)} removes the card, without a message`, async ({ page }) => {
    await open(page, addresses.home);
    await page.route("**/coffee/*", (route) => route.fulfill({ status: 200, body }));
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(cardOf(page, latte.name)).toHaveCount(0);
    await expect(notices(page).locator(".notice")).toHaveCount(0);
  });
}

test("a delete that is answered 404 removes the card and does not say that it was kept", async ({ page }) => {
  await open(page, addresses.home);
  await page.route("**/coffee/*", (route) => route.fulfill(problem(404, "No such coffee.")));
  await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
  await expect(cardOf(page, latte.name)).toHaveCount(0);
  await expect(notices(page).locator(".notice")).toHaveCount(0);
});

test(
  "when a delete gets no reply, the card stays and a notice says the result is unknown",
  { tag: "@quick" },
  async ({ page, extras }) => {
    await open(page, addresses.home);
    await page.route("**/coffee/*", (route) => route.abort());
    const failure = logged(page, "DELETE");
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await failure;
    if (extras === "on") await expect(notices(page)).toContainText(`We don't know whether ${latte.name} was deleted.`);
    await expect(cardOf(page, latte.name)).toBeVisible();
  },
);

test(
  "offline, a delete and an add show a notice, and the card and the typed text stay",
  { tag: ["@extras", "@quick"] },
  async ({ page, context, shop }) => {
    await open(page, addresses.home);
    await context.setOffline(true);
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(notices(page)).toContainText(
      `You're offline, so we couldn't delete ${latte.name}. It's still in your list`,
    );
    await expect(cardOf(page, latte.name)).toBeVisible();
    await context.setOffline(false);
    await open(page, addresses.addNewCoffee);
    await formOf(page).getByLabel("Name").fill("Train coffee");
    await context.setOffline(true);
    await submitOf(page).click();
    await expect(notices(page)).toContainText("You're offline. We kept this coffee and will add it when you say so.");
    await expect(formOf(page).getByLabel("Name")).toHaveValue("Train coffee");
    await context.setOffline(false);
    expect(await shop.list()).toHaveLength(2);
  },
);

test(
  "a list that cannot be loaded leaves the first document's cards and says so",
  { tag: "@quick" },
  async ({ page, extras }) => {
    await page.route("**/coffee", (route) => route.fulfill(problem(500, "Out of beans.")));
    const failure = logged(page, "GET");
    await open(page, addresses.home);
    await failure;
    if (extras === "on")
      await expect(notices(page)).toContainText("We couldn't load the list of coffees. Out of beans.");
    await expect(cardOf(page, latte.name)).toBeVisible();
  },
);

test("a list that arrives after a delete does not bring the deleted card back", async ({ page }) => {
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/coffee", async (route) => {
    const response = await route.fetch();
    await gate;
    await route.fulfill({ response });
  });
  await open(page, addresses.home);
  await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
  await expect(cardOf(page, latte.name)).toHaveCount(0);
  const late = page.waitForResponse("**/coffee");
  openGate();
  await late;
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("a notice is announced politely, blocks nothing, and can be dismissed", { tag: "@extras" }, async ({ page }) => {
  await open(page, addresses.addNewCoffee);
  await page.route("**/coffee", (route) => route.abort());
  await submitOf(page).click();
  await expect(notices(page)).toHaveAttribute("aria-live", "polite");
  await expect(notices(page).getByRole("paragraph")).toHaveCount(1);
  await formOf(page).getByLabel("Name").fill("Still typing");
  await notices(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(notices(page)).toBeEmpty();
  await expect(formOf(page).getByLabel("Name")).toBeFocused();
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Still typing");
});

test(
  "a form that fails twice shows one notice, which disappears when the visitor leaves",
  { tag: "@extras" },
  async ({ page }) => {
    await open(page, addresses.addNewCoffee);
    await page.route("**/coffee", (route) => route.fulfill(problem(400, "Not like this.")));
    for (const time of ["first", "second"]) {
      await formOf(page).getByLabel("Name").fill(time);
      await sendAndStay(page);
      await expect(notices(page)).toContainText("Not like this.");
    }
    await expect(notices(page).getByRole("paragraph")).toHaveCount(1);
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(notices(page)).toBeEmpty();
  },
);

test("@own when an add fails after the visitor left its form, the notice can send it again", async ({ page, shop }) => {
  await open(page, addresses.home);
  await page.getByRole("link", { name: "Add Coffee" }).click();
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/coffee", async (route) => {
    await gate;
    await route.fulfill(problem(503, "One moment."));
  });
  await formOf(page).getByLabel("Name").fill("Half lost");
  await submitOf(page).click();
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(cardOf(page, latte.name)).toBeVisible();
  openGate();
  await expect(notices(page)).toContainText("Your coffee wasn't added. One moment.");
  await expect(notices(page)).not.toContainText("still here");
  await page.unroute("**/coffee");
  await notices(page).getByRole("button", { name: "Send it again" }).click();
  await expect(cardOf(page, "Half lost")).toBeVisible();
  await expect(notices(page)).toContainText("Half lost was added.");
  expect(await shop.list()).toHaveLength(3);
});

test("one coffee is added, however long Enter is held down", async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  await formOf(page).getByLabel("Name").fill("Once");
  // Submits again as soon as the form is no longer busy, as a held key does.
  await formOf(page).evaluate((form: HTMLFormElement) => {
    const pressAgain = () => form.ariaBusy === "false" && form.requestSubmit();
    new MutationObserver(pressAgain).observe(form, { attributeFilter: ["aria-busy"] });
  });
  await page.keyboard.press("Enter");
  await expect(cardOf(page, "Once")).toHaveCount(1);
  expect(await shop.list()).toHaveLength(3);
});

test.describe("five coffees", () => {
  const five = ["Ada", "Ben", "Cem", "Dia", "Eva"].map((name) => ({ ...espresso, name }));
  test.use({ catalogue: { coffees: five } });

  test(
    "older notices fold into one line, which opens; the newest is in sight",
    { tag: "@extras" },
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 480 });
      await open(page, addresses.home);
      await page.route("**/coffee/*", (route) => route.fulfill(problem(500, "Not today.")));
      for (const { name } of five) {
        await page.getByRole("button", { name: `Delete ${name}` }).click();
        await expect(notices(page)).toContainText(name);
      }
      const putBack = notices(page).getByRole("button", { name: "Put it back" });
      await expect(putBack.last()).toBeInViewport({ ratio: 1 });
      await notices(page).getByRole("button", { name: "3 more", expanded: false }).click();
      await expect(notices(page).getByRole("paragraph")).toHaveText([/Ada/, /Ben/, /Cem/, /Dia/, /Eva/]);
      await putBack.first().click();
      await expect(cardOf(page, "Ada")).toBeVisible();
      await expect(notices(page).getByRole("button", { name: "2 more", expanded: true })).toBeVisible();
    },
  );

  test("@own success notices fold before error notices", async ({ page }) => {
    await open(page, addresses.home);
    let calls = 0;
    await page.route("**/coffee/*", (route) =>
      (calls += 1) === 3 ? route.fallback() : route.fulfill(problem(500, "Not today.")),
    );
    for (const name of ["Ada", "Ben", "Cem", "Dia"]) {
      await page.getByRole("button", { name: `Delete ${name}` }).click();
      await expect(notices(page)).toContainText(name);
    }
    const visibleNotices = notices(page).locator(".notice:not(.is-folded)").getByRole("paragraph");
    await expect(visibleNotices).toHaveText([/Ben/, /Dia/]);
  });

  test("a key held down deletes one coffee, and so do two clicks in one place", async ({ page }) => {
    await open(page, addresses.home);
    const calls = callsOf(page);
    const remove = page.getByRole("button", { name: "Delete Ada" });
    await remove.focus();
    for (let presses = 0; presses < 5; presses++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(cardOf(page, "Ada")).toHaveCount(0);
    await page.getByRole("button", { name: "Delete Ben" }).dblclick();
    await expect(cardOf(page, "Ben")).toHaveCount(0);
    await expect(cardOf(page, "Cem")).toBeVisible();
    expect(calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(2);
  });

  test("while a delete waits for its reply, another press of Delete on that card sends nothing", async ({ page }) => {
    await open(page, addresses.home);
    const calls = callsOf(page);
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/coffee/*", async (route) => {
      await isAnswered;
      await route.fallback();
    });
    const remove = page.getByRole("button", { name: "Delete Ada" });
    await remove.click();
    await expect(page.locator("[aria-busy=true]", { has: remove })).toBeVisible();
    await remove.click();
    await page.getByRole("button", { name: "Delete Ben" }).click();
    answer();
    for (const name of ["Ada", "Ben"]) await expect(cardOf(page, name)).toHaveCount(0);
    expect(calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(2);
  });

  test("the notice that has the focus never folds", { tag: "@extras" }, async ({ page }) => {
    await open(page, addresses.home);
    await page.route("**/coffee/*", (route) => route.fulfill(problem(500, "Not today.")));
    await page.getByRole("button", { name: "Delete Ada" }).click();
    await expect(notices(page)).toContainText("Ada");
    await page.keyboard.press("F6");
    const first = notices(page).getByRole("button", { name: "Put it back" }).first();
    await expect(first).toBeFocused();
    for (const name of ["Ben", "Cem", "Dia", "Eva"]) {
      // A click that does not move the focus, as when the reply to an earlier click arrives late.
      await page.getByRole("button", { name: `Delete ${name}` }).dispatchEvent("click");
      await expect(notices(page)).toContainText(name);
    }
    await expect(first).toBeFocused();
    await expect(first).toBeInViewport({ ratio: 1 });
  });
});

test.describe("@own an address at its write limit", () => {
  // The fixture's two coffees already cost this address one point each.
  test.use({ environment: { WRITE_LIMIT: "7" } });

  test("gets a plain message, and can put back the card that was not deleted", async ({ page, shop }) => {
    await open(page, addresses.home);
    await page.getByRole("button", { name: `Delete ${espresso.name}` }).click();
    await expect(notices(page)).toContainText(`${espresso.name} was deleted.`);
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(notices(page)).toContainText(
      /The shop didn't delete Nolen Gur Latte\. Too many changes came from your internet address, so this one wasn't saved\. Try again in \d+ (minutes|seconds)\./,
    );
    await notices(page).getByRole("button", { name: "Put it back" }).click();
    await expect(cardOf(page, latte.name)).toBeVisible();
    expect(await shop.list()).toHaveLength(1);
  });
});

test(
  "@own a frozen shop shows the operator's reason, keeps the form filled, and accepts it once thawed",
  { tag: "@quick" },
  async ({ page, shop }) => {
    await open(page, addresses.addNewCoffee);
    shop.operate("freeze", "We are taking stock. Back at nine.");
    await formOf(page).getByLabel("Name").fill("Stocktaking Blend");
    await submitOf(page).click();
    await expect(notices(page)).toContainText("Your coffee wasn't added. We are taking stock. Back at nine.");
    await expect(formOf(page).getByLabel("Name")).toHaveValue("Stocktaking Blend");
    expect(await shop.list()).toHaveLength(2);
    shop.operate("thaw");
    await submitOf(page).click();
    await expect(cardOf(page, "Stocktaking Blend")).toBeVisible();
  },
);

test.describe("with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("there is no notices region, and a failed call is only logged", async ({ page }) => {
    await open(page, addresses.addNewCoffee);
    const errors = [{ field: "name", message: "is empty" }];
    await page.route("**/coffee", (route) => route.fulfill(problem(400, "No.", errors)));
    await formOf(page).getByLabel("Chef").pressSequentially("Me");
    const before = await wordsOf(page.locator("body"));
    const failure = logged(page, "POST /coffee failed: No.");
    await sendAndStay(page);
    await failure;
    await expect(notices(page)).toHaveCount(0);
    expect(await wordsOf(page.locator("body"))).toBe(before);
    await expect(formOf(page).locator("datalist, [aria-invalid], [aria-describedby]")).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.reload();
    await expect(formOf(page).getByLabel("Chef")).toHaveValue("");
  });

  test("a refused delete removes the card, and no words appear", async ({ page }) => {
    await open(page, addresses.home);
    const card = await wordsOf(cardOf(page, latte.name));
    const others = (await wordsOf(page.locator("body"))).replace(`${card} `, "");
    await page.route("**/coffee/*", (route) => route.fulfill(problem(500, "No.")));
    await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
    await expect(cardOf(page, latte.name)).toHaveCount(0);
    expect(await wordsOf(page.locator("body"))).toBe(others);
    await expect(notices(page)).toHaveCount(0);
  });
});

test.describe("an empty shop", () => {
  test.use({ catalogue: { coffees: [] } });

  test("shows the list's heading and Add Coffee, no empty state and no loading state", async ({ page }) => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route("**/coffee", async (route) => {
      await gate;
      await route.continue();
    });
    const list = page.waitForResponse("**/coffee");
    await open(page, addresses.home);
    const expectNothingMore = async () => {
      const words = await wordsOf(page.getByRole("region", { name: "Our Popular Products" }));
      expect(words.replace(" Recent changes", "")).toBe("Sip and stay Our Popular Products Add Coffee");
      await expect(page.getByRole("progressbar").or(page.locator("[aria-busy=true]"))).toHaveCount(0);
    };
    await expectNothingMore();
    openGate();
    await list;
    await expectNothingMore();
  });
});
