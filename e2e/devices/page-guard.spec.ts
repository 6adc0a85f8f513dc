// Over 300 lines: the tests share the ways to hold back and to break a script.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page, Request } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { currentBuild } from "../../server/pages/builds.ts";
import { alive, callsOf, cardOf, espresso, expect, formOf, idle, latte, open, submitOf, test } from "../fixtures.ts";

const assets = join(currentBuild()?.clientFolder ?? "", "assets");

/** Holds back all scripts. Resolves to the function that lets them load. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  return openGate;
}

/** The texts of the form that a request posts. */
async function textsIn(request: Request): Promise<Record<string, unknown>> {
  const headers = { "content-type": request.headers()["content-type"] ?? "" };
  const form = await new Response(request.postData(), { headers }).formData();
  return Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
}

declare global {
  /** Resolves when the scripts have hydrated the document, or have failed. */
  var scriptsEnded: Promise<unknown>;
}

const cases = ["does not come", "does not parse", "throws", "throws in each of its functions"] as const;

/** Puts a fault into one of the built scripts. */
async function breakScript(
  page: Page,
  name: string,
  fault: (typeof cases)[number],
  gate?: Promise<void>,
): Promise<void> {
  await page.route(`**/assets/${name}`, async (route) => {
    await gate;
    if (fault === "does not come") return route.fulfill({ status: 404 });
    const script = readFileSync(join(assets, name), "utf8");
    const broken = {
      "does not parse": "(((",
      throws: script.replace(/^(?:import[^;]*;)*/, "$&throw new Error('a fault');"),
      "throws in each of its functions": script.replaceAll(
        /(?:function(?:\s+[\w$]+)?\([^()]*\)|=>)\{/g,
        "$&throw new Error('a fault in a function');",
      ),
    }[fault];
    return route.fulfill({ contentType: "text/javascript", body: broken });
  });
}

test.describe("before the scripts load", () => {
  test(
    "a click on Delete dims its card at once, and is sent once when they load",
    { tag: "@quick" },
    async ({ page, shop }) => {
      const calls = callsOf(page);
      const openGate = await holdScripts(page);
      await page.goto(addresses.home, { waitUntil: "commit" });
      const button = cardOf(page, latte.name).getByRole("button", { name: `Delete ${latte.name}` });
      await button.click();
      await expect(cardOf(page, latte.name)).toHaveCSS("opacity", "0.55");
      for (let tap = 0; tap < 3; tap++) await button.click();
      await cardOf(page, espresso.name)
        .getByRole("button", { name: `Delete ${espresso.name}` })
        .click();
      openGate();
      await expect(page.getByRole("article")).toHaveCount(0);
      expect(calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(2);
      expect(await shop.list()).toEqual([]);
    },
  );

  test(
    "the form posts a coffee itself, and a later press repeats it with the same key",
    { tag: "@extras" },
    async ({ page }) => {
      const openGate = await holdScripts(page);
      await page.goto(addresses.addNewCoffee, { waitUntil: "commit" });
      const requests: Request[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST") requests.push(request);
      });
      // A 204 leaves the browser on its page, like a reply that has not arrived yet.
      await page.route("**/add-new-coffee", (route) => route.fulfill({ status: 204 }));
      await formOf(page).getByLabel("Name").fill("Early");
      await submitOf(page).click();
      await expect(submitOf(page)).toHaveCSS("opacity", "0.55");
      const isAlive = alive(page);
      openGate();
      await isAlive;
      await submitOf(page).click();
      await expect(formOf(page).getByLabel("Name")).toHaveValue("Early");
      // The visitor may have stopped the first request, so the form is sent again, with the same idempotency key.
      const [first, second, ...more] = await Promise.all(requests.map(textsIn));
      expect(more).toEqual([]);
      expect(first).toMatchObject({ name: "Early", key: expect.stringMatching(/^[\w-]+$/) });
      expect(second).toEqual(first);
    },
  );

  test("an order and a price that were chosen stay", { tag: "@extras" }, async ({ page }) => {
    const openGate = await holdScripts(page);
    await page.goto(addresses.home, { waitUntil: "commit" });
    await page.getByLabel("Sort").selectOption("Newest first");
    await page.getByText("Filters", { exact: true }).click();
    await page.getByLabel("Price from").fill("200");
    openGate();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByLabel("Sort")).toHaveValue("newest");
    await expect(page.getByLabel("Price from")).toHaveValue("200");
    await expect(page).toHaveURL(/price-from=200&sort=newest/);
  });

  test("a comma that is typed into Price is not dropped", { tag: "@extras" }, async ({ page }) => {
    const openGate = await holdScripts(page);
    await page.goto(addresses.addNewCoffee, { waitUntil: "commit" });
    const price = formOf(page).getByLabel("Price");
    for (const [typed, value] of [
      ["120,50", "120.50"],
      ["1,250", "1250"],
    ] as const) {
      await price.fill("");
      await price.pressSequentially(typed);
      await expect(price).toHaveValue(value);
    }
    const isAlive = alive(page);
    openGate();
    await isAlive;
    await expect(price).toHaveValue("1250");
  });

  test("a finished navigation is not repeated when the page it left is opened again", async ({ page }) => {
    await open(page, addresses.home);
    await page.evaluate((left) => {
      sessionStorage.setItem("next page", `${JSON.stringify([left, history.state])}\n/`);
    }, addresses.addNewCoffee);
    await open(page, addresses.addNewCoffee);
    await expect(page).toHaveURL(addresses.addNewCoffee);
  });

  test.describe("if they never load", () => {
    test.use({ expected: { console: /responded with a status of 404/ } });

    test("a click on Delete opens the confirmation page", { tag: "@extras" }, async ({ page }) => {
      await breakScript(page, "*.js", "does not come");
      await page.goto(addresses.home);
      await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
      await expect(page.getByRole("heading", { name: `Delete ${latte.name}?` })).toBeVisible();
    });
  });
});

/** Opens home and adds a coffee of this name. Resolves to the names of the scripts that the browser requested. */
async function visit(page: Page, name: string, script = "no script is broken"): Promise<readonly string[]> {
  const scripts: string[] = [];
  page.on("request", (request) => {
    const [, file] = /\/assets\/(.*\.js)$/.exec(request.url()) ?? [];
    if (file) scripts.push(file);
  });
  await page.goto(addresses.home);
  await expect(cardOf(page, latte.name), script).toBeVisible();
  await page.getByRole("link", { name: "Add Coffee" }).tap();
  await expect(page.getByRole("heading", { name: "Add New Coffee" }), script).toBeVisible();
  // A tap makes no click while React removes the button and the page puts it back, so wait until that is over.
  await page.evaluate(() => scriptsEnded);
  await idle(page);
  await formOf(page).getByLabel("Name").fill(name);
  await formOf(page).getByRole("button", { name: "Add Coffee" }).tap();
  await expect(cardOf(page, name), script).toBeVisible();
  return [...new Set(scripts)];
}

test.describe("where a script", () => {
  for (const fault of cases) {
    test(
      `${fault}, home still lists the coffees and the form still adds one`,
      { tag: ["@own", "@extras"] },
      async ({ browser, shop }) => {
        test.setTimeout(180_000);
        const newPage = async () => {
          const page = await browser.newPage({ baseURL: shop.url, serviceWorkers: "block", hasTouch: true });
          await page.addInitScript(() => {
            globalThis.scriptsEnded = new Promise((resolve) => {
              for (const type of ["alive", "error", "unhandledrejection"]) addEventListener(type, resolve, true);
              const report = console.error;
              console.error = (...texts) => {
                report(...texts);
                resolve(texts);
              };
            });
          });
          return page;
        };
        await using whole = await newPage();
        for (const script of await visit(whole, "Whole")) {
          await using page = await newPage();
          await breakScript(page, script, fault);
          await visit(page, `Despite ${script}`, script);
          const added = (await shop.list()).filter(({ name }) => name === `Despite ${script}`);
          expect(added, script).toHaveLength(1);
        }
      },
    );
  }

  test(
    "fails while the visitor types, typing continues at the same scroll position",
    { tag: ["@extras", "@quick"] },
    async ({ browser, shop }) => {
      await using page = await browser.newPage({ baseURL: shop.url, viewport: { width: 375, height: 500 } });
      // As React does while it hydrates a page.
      await page.addInitScript(() => document.addEventListener("focusin", (event) => event.stopPropagation(), true));
      const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
      const [root = ""] = readdirSync(assets).filter((name) => /^root-.*\.js$/.test(name));
      await breakScript(page, root, "throws in each of its functions", gate);
      await page.goto(addresses.addNewCoffee, { waitUntil: "commit" });
      // Fonts that load later would move the page.
      await page.waitForFunction(
        () => document.fonts.status === "loaded" && [...document.fonts].some(({ status }) => status === "loaded"),
      );
      await formOf(page).getByLabel("Details").pressSequentially("Half a ");
      const place = await page.evaluate(() => scrollY);
      const failed = page.waitForEvent("console", (message) => message.text().includes("a fault in a function"));
      openGate();
      await failed;
      await page.keyboard.type("sentence.");
      await expect(formOf(page).getByLabel("Details")).toHaveValue("Half a sentence.");
      expect(await page.evaluate(() => scrollY)).toBe(place);
      expect(place).toBeGreaterThan(0);
    },
  );

  test(
    "fails after hydration, the typed text stays and the form itself sends it",
    { tag: "@extras" },
    async ({ page, shop }) => {
      await open(page, addresses.addNewCoffee);
      await formOf(page).getByLabel("Name").fill("Late");
      const fail = (name: string) =>
        page.evaluate((called) => {
          const error = Object.assign(new Error("a fault"), {
            name: called,
            stack: `${location.origin}/assets/any.js`,
          });
          dispatchEvent(new ErrorEvent("error", { error }));
        }, name);
      // As when a visitor moves on and the browser aborts a call.
      await fail("AbortError");
      await expect(page.getByRole("alert")).toHaveCount(0);
      await fail("Error");
      const bar = page.getByRole("alert");
      await expect(bar).toContainText("It still works, and what you typed is still here.");
      await expect(bar.getByRole("link", { name: "Load it again" })).toBeVisible();
      await page.getByRole("link", { name: "Skip to the page" }).press("Enter");
      await expect(formOf(page).getByLabel("Name")).toHaveValue("Late");
      const send = page.getByRole("button", { name: "Send Message" });
      await send.focus();
      expect((await send.boundingBox())?.y).toBeLessThan((await bar.boundingBox())?.y ?? 0);
      await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
      await expect(page).toHaveURL(/done=add/);
      expect((await shop.list()).at(-1)).toMatchObject(shop.stored({ ...emptyFields, name: "Late" }));
    },
  );

  test(
    "fails while a form is being sent, a second press does not send it again",
    { tag: ["@own", "@extras"] },
    async ({ page, shop }) => {
      await open(page, addresses.addNewCoffee);
      const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
      await page.route("**/coffee", async (route) => {
        if (route.request().method() === "POST") await gate;
        await route.continue();
      });
      await formOf(page).getByLabel("Name").fill("Once");
      await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
      await page.evaluate(() => {
        const error = Object.assign(new Error("a fault"), { stack: `${location.origin}/assets/any.js` });
        dispatchEvent(new ErrorEvent("error", { error }));
      });
      await expect(page.getByRole("alert")).toBeVisible();
      await formOf(page).getByRole("button", { name: "Add Coffee" }).click();
      openGate();
      await expect.poll(async () => (await shop.list()).filter(({ name }) => name === "Once")).toHaveLength(1);
      await expect(page).toHaveURL(addresses.home);
      await expect(cardOf(page, "Once")).toBeVisible();
    },
  );
});

test.describe("a page that answers a form", () => {
  test.use({ expected: { console: /status of 404/ } });

  test(
    "does not wait for scripts: a click on Delete opens the confirmation page at once",
    { tag: ["@own", "@extras"] },
    async ({ page }) => {
      await page.goto(addresses.home);
      await page.evaluate(() => {
        document.body.insertAdjacentHTML(
          "beforeend",
          '<form method="post" action="/?undo=999999999"><input name="sent"></form>',
        );
        document.forms[document.forms.length - 1]?.submit();
      });
      await expect(page.getByRole("main").getByRole("status").first()).toContainText("We couldn't undo this.");
      await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
      await expect(page.getByRole("heading", { name: `Delete ${latte.name}?` })).toBeVisible();
    },
  );
});
