// Over 300 lines: the tests share the readers of the service worker's cache and of unsent coffees.
import type { Page, Route } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { cardOf, espresso, expect, formOf, latte, notices, open, sendAndStay, submitOf, test } from "../fixtures.ts";
import { openPassingServer } from "../server/passing-server.ts";
import { persistentBrowser } from "../persistent-browser.ts";
import { isSeen, waitUntilCached } from "../service-worker-cache.ts";

/*
 * The shop while its server is down. Most tests stop the server's process; some cut the browser's network instead.
 */

test.use({
  serviceWorkers: "allow",
  runs: "apart",
  expected: {
    console: /failed|Failed|ERR_|status of|couldn't reach|You're offline|network error/,
    requests: /^http:\/\/127\.0\.0\.1:/,
  },
});

const bar = (page: Page) => page.locator(".offline-bar");
const unsent = (page: Page) => page.getByRole("region", { name: "Not sent yet" });
const sourceOf = (image: Element) => (image instanceof HTMLImageElement ? new URL(image.currentSrc).pathname : "");

const pageJustNow = /^We can't reach the shop\. This page is from (just now|\d+ seconds? ago)\.$/;

/** Rewrites the fetch time of a cached reply, to some hours ago. */
async function age(page: Page, path: string, hours: number): Promise<void> {
  await page.evaluate(
    async ([key, time]) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const reply = await cache.match(key, { ignoreVary: true });
        if (!reply) continue;
        const headers = new Headers(reply.headers);
        headers.set("niceties-kept", time);
        headers.set("server-timing", `Niceties-Kept;desc="${time}"`);
        await cache.put(key, new Response(await reply.blob(), { headers }));
      }
    },
    [path, new Date(Date.now() - hours * 3_600_000).toISOString()] as const,
  );
}

const keptList = (page: Page) =>
  page.evaluate(async () => (await caches.match("/coffee", { ignoreVary: true }))?.text());

test(
  "@own home and a coffee seen before open with their photos while the server is down",
  { tag: "@quick" },
  async ({ page, shop }) => {
    await open(page, addresses.home);
    await waitUntilCached(page, "/", "/coffee");
    await cardOf(page, latte.name)
      .getByRole("link", { name: `View ${latte.name}` })
      .click();
    await expect(page.locator(".facts")).toContainText(latte.taste);
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(cardOf(page, espresso.name)).toBeVisible();
    await cardOf(page, latte.name).getByRole("img").scrollIntoViewIfNeeded();
    await expect.poll(() => cardOf(page, latte.name).getByRole("img").evaluate(isSeen)).toBe(true);
    // The browser's own HTTP cache may hold them too, but it may drop them at any time.
    await waitUntilCached(page, await cardOf(page, latte.name).getByRole("img").evaluate(sourceOf));
    await shop.stop();

    await page.goto(addresses.home);
    await expect(cardOf(page, espresso.name)).toBeVisible();
    await cardOf(page, latte.name).getByRole("img").scrollIntoViewIfNeeded();
    await expect.poll(() => cardOf(page, latte.name).getByRole("img").evaluate(isSeen)).toBe(true);
    await cardOf(page, latte.name)
      .getByRole("link", { name: `View ${latte.name}` })
      .click();
    await expect(page.locator(".facts")).toContainText(latte.taste);
    const { pathname } = new URL(page.url());
    await page.reload();
    await expect(page.locator(".facts")).toContainText(latte.taste);
    expect(new URL(page.url()).pathname).toBe(pathname);
    await expect.poll(() => page.locator(".details .photo-frame").getByRole("img").evaluate(isSeen)).toBe(true);
  },
);

test("@own a coffee's reply comes straight from the network, and the service worker caches it", async ({
  page,
  shop,
}) => {
  const [coffee] = await shop.list();
  const call = `/coffee/${coffee?._id}`;
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  const sources = () =>
    page.evaluate(async (path) => {
      await (await fetch(path)).text();
      return JSON.stringify(performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(path)));
    }, call);
  await expect.poll(sources).toContain('"workerFinalSourceType":"network"');
  await waitUntilCached(page, call);
});

for (const [search, list, thisPage] of [
  [
    "",
    "We can't reach the shop. This list is from 3 hours ago.",
    "We can't reach the shop. This page is from 3 hours ago.",
  ],
  [
    "?lang=bn",
    "দোকানের সঙ্গে যোগাযোগ করা যাচ্ছে না। এই তালিকা ৩ ঘণ্টা আগে আনা হয়েছে।",
    "দোকানের সঙ্গে যোগাযোগ করা যাচ্ছে না। এই পাতা ৩ ঘণ্টা আগে আনা হয়েছে।",
  ],
] as const) {
  test(`@own without the server, pages show their age, and home updates on request when it is back: "${search}"`, async ({
    page,
    shop,
  }) => {
    await open(page, addresses.home + search);
    await waitUntilCached(page, `/${search}`, "/coffee");
    await expect(bar(page)).toBeHidden();
    await age(page, "/coffee", 3);
    await shop.stop();
    await page.reload();
    await expect(bar(page)).toHaveText(list);
    await page.getByRole("article").first().getByRole("link").first().click();
    await expect(bar(page)).toHaveText(thisPage);
    await page.goBack();
    await shop.openAgain();
    const headers = { "content-type": "application/json" };
    await fetch(`${shop.url}/coffee`, { method: "POST", headers, body: JSON.stringify({ name: "Meanwhile" }) });
    await page.locator(".news").getByRole("button").click({ timeout: 20_000 });
    await expect(cardOf(page, "Meanwhile")).toBeVisible();
    await expect(bar(page)).toBeHidden();
  });
}

test("@own each page shows its own age, regardless of later requests", async ({ page, context, shop }) => {
  const [first, second] = (await shop.list()).map(({ _id }) => _id);
  const [latteDetails, espressoDetails] = [addresses.coffeeDetails(first ?? ""), addresses.coffeeDetails(second ?? "")];
  await open(page, latteDetails);
  await waitUntilCached(page, "/", latteDetails, "/coffee");
  await open(page, addresses.home);
  await cardOf(page, espresso.name).getByRole("link").first().click();
  await expect(page).toHaveURL(espressoDetails);
  await waitUntilCached(page, `/coffee/${second}`);
  await age(page, "/coffee", 3);
  await age(page, latteDetails, 100);
  await shop.stop();

  await page.goto(addresses.home);
  await cardOf(page, espresso.name).getByRole("link").first().click();
  await expect(bar(page)).toHaveText(pageJustNow);
  await page.goBack();
  await expect(bar(page)).toHaveText("We can't reach the shop. This list is from 3 hours ago.");
  await page.goto(latteDetails);
  await expect(bar(page)).toHaveText("We can't reach the shop. This page is from 4 days ago.");
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(bar(page)).toHaveText("We can't reach the shop. This list is from 3 hours ago.");

  await shop.openAgain();
  await open(page, latteDetails);
  await page.locator(".offline-bar").waitFor({ state: "attached" });
  await context.setOffline(true);
  await expect(bar(page)).toHaveText(pageJustNow);
});

test("@own after a browser restart without the server, the board shows its last menu", async ({
  shop,
  launchOptions,
}, info) => {
  const { startBrowser } = persistentBrowser(info, launchOptions, shop.url);
  const before = await startBrowser();
  let { page } = before;
  await open(page, "/?board");
  await waitUntilCached(page, "/?board", "/coffee");
  const [first] = await shop.list();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ ...latte, price: "999" });
  await fetch(`${shop.url}/coffee/${first?._id}`, { method: "PUT", headers, body });
  const line = () => page.getByRole("listitem").filter({ hasText: latte.name });
  await expect(line()).toContainText("999 Taka");
  await expect.poll(() => keptList(page)).toContain("999");
  await shop.stop();
  await expect(line()).toContainText("999 Taka");
  await before.context.close();

  const after = await startBrowser();
  ({ page } = after);
  await page.goto("/?board");
  await expect(line()).toContainText("999 Taka");
  await expect(page.getByRole("banner")).toHaveCount(0);
  await shop.openAgain();
  await fetch(`${shop.url}/coffee/${first?._id}`, { method: "PUT", headers, body: body.replace("999", "111") });
  await expect(line()).toContainText("111 Taka", { timeout: 20_000 });
  await after.context.close();
});

test("@own after a change, the board reloads the list only if the browser has it cached", async ({ page, shop }) => {
  const [first] = await shop.list();
  const headers = { "content-type": "application/json" };
  const lists: string[] = [];
  const tell = async (price: string) => {
    await fetch(`${shop.url}/coffee/${first?._id}`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ ...latte, price }),
    });
    await expect(page.getByRole("listitem").filter({ hasText: latte.name })).toContainText(`${price} Taka`);
    await page.clock.runFor(1_000);
  };
  await open(page, "/?board");
  await waitUntilCached(page, "/?board", "/coffee");
  await page.clock.install();
  page.on("request", (request) => {
    if (request.url() === `${shop.url}/coffee`) lists.push(request.url());
  });
  await page.evaluate(async () => (await caches.open("coffees")).delete("/coffee", { ignoreVary: true }));
  await tell("111");
  await page.evaluate(() => fetch("/coffee"));
  await waitUntilCached(page, "/coffee");
  await tell("222");
  await expect.poll(() => keptList(page)).toContain("222");
  expect(lists, "what the test asked for, and what the board did").toHaveLength(2);
});

test("@own with the browser's network cut, pages open and say so", async ({ page, context }) => {
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  await page.clock.install();
  await expect(page.locator(".offline-bar")).toBeAttached();
  await context.setOffline(true);
  await expect(bar(page)).toContainText("We can't reach the shop. This list is from");
  await page.clock.fastForward("03:00:00");
  await expect(bar(page)).toHaveText("We can't reach the shop. This list is from 3 hours ago.");
  await page.reload();
  await expect(cardOf(page, latte.name)).toBeVisible();
  await expect(bar(page)).toContainText("We can't reach the shop.");
  await context.setOffline(false);
  await expect(bar(page)).toBeHidden();
});

test("@own when requests hang, home opens from the cache, and shows the late list when asked", async ({
  page,
  shop,
}) => {
  await using between = await openPassingServer(shop.url);
  await open(page, between.url);
  await waitUntilCached(page, "/", "/coffee");
  const { promise: after, resolve: letGo } = Promise.withResolvers<void>();
  between.meddle(({ url = "" }) => (url === "/" || url.startsWith("/coffee") ? { after } : undefined));
  const headers = { "content-type": "application/json" };
  await fetch(`${shop.url}/coffee`, { method: "POST", headers, body: JSON.stringify({ name: "Slow train" }) });
  await page.goto(between.url);
  await expect(cardOf(page, latte.name)).toBeVisible();
  await expect(bar(page)).toContainText("We can't reach the shop.", { timeout: 15_000 });
  between.meddle(() => undefined);
  letGo();
  await page.locator(".news").getByRole("button").click({ timeout: 15_000 });
  await expect(cardOf(page, "Slow train")).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test("@own while the list keeps breaking off, the page retries after 4, 8 and 16 seconds", async ({ page, shop }) => {
  await using between = await openPassingServer(shop.url);
  between.meddle(({ url }) => (url === "/coffee" ? "break off" : undefined));
  let looks = 0;
  let brokenOff = 0;
  page.on("request", (request) => (looks += Number(request.url().endsWith("/-/live"))));
  page.on("requestfailed", (request) => (brokenOff += Number(request.url().endsWith("/coffee"))));
  const secondsToNextLook = async () => {
    const before = { looks, brokenOff };
    let seconds = 0;
    for (; looks === before.looks; seconds += 1) {
      await page.clock.runFor(1_000);
      await page.evaluate(() => {}); // by then the page's requests have been counted
    }
    await expect.poll(() => brokenOff).toBe(before.brokenOff + 1);
    await expect(bar(page)).toContainText("We can't reach the shop.");
    return seconds;
  };
  await page.clock.install({ time: 0 });
  await page.goto(between.url);
  await expect(bar(page)).toContainText("We can't reach the shop.");
  await page.clock.pauseAt(60_000);
  await expect.poll(() => brokenOff).toBe(2);
  await expect(bar(page)).toContainText("We can't reach the shop.");
  const seconds = [await secondsToNextLook(), await secondsToNextLook(), await secondsToNextLook()];
  expect(seconds).toEqual([4, 8, 16]);
});

test("@own without the server, an uncached page says so in both languages and links cached pages", async ({
  page,
  shop,
}) => {
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  await shop.stop();
  const reply = await page.goto("/coffee-details/nobody-saw-this");
  expect(reply?.status()).toBe(503);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We can't reach the shop");
  await expect(page.getByRole("main")).toContainText("দোকানের সঙ্গে যোগাযোগ করা যাচ্ছে না");
  await expect(page.locator("header.site-header")).toContainText("Niceties");
  await page.goto("/nowhere?lang=bn");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("দোকানের সঙ্গে যোগাযোগ করা যাচ্ছে না");
  await page.getByRole("link", { name: espresso.name }).first().click();
  await expect(page.locator(".facts")).toContainText(espresso.taste);
  await page.goto("/nowhere");
  await page.getByRole("link", { name: "Home and the list of coffees" }).click();
  await expect(cardOf(page, latte.name)).toBeVisible();
});

async function typeNew(page: Page, name: string): Promise<void> {
  await formOf(page).getByLabel("Name").fill(name);
  await formOf(page).getByLabel("Taste").fill("Of the road");
  await submitOf(page).click();
}

/** Clicks the buttons that are still there: of two tabs, the first to send removes the button of the other. */
function press(buttons: readonly Element[]): void {
  for (const button of buttons) if (button instanceof HTMLElement) button.click();
}

const named = async (shop: { list: () => Promise<readonly { name: string }[]> }, name: string) =>
  (await shop.list()).filter((coffee) => coffee.name === name).length;

test(
  "@own a coffee typed while the server is down is saved, and added once when sent",
  { tag: "@quick" },
  async ({ page, shop }) => {
    await open(page, addresses.home);
    await waitUntilCached(page, "/", "/coffee");
    await shop.stop();
    await page.goto(addresses.addNewCoffee);
    await expect(page).toHaveURL(addresses.addNewCoffee);
    await typeNew(page, "Train coffee");
    await expect(notices(page)).toContainText("We don't know whether your coffee was added.");
    await expect(notices(page)).toContainText("it will be added only once. Your text is saved in this browser.");
    await page.goto("about:blank");
    await shop.openAgain();
    await page.goto(addresses.home);
    await expect(unsent(page)).toContainText("You wrote ‘Train coffee’, but we couldn't reach the shop.");
    expect(await named(shop, "Train coffee")).toBe(0);
    await unsent(page).getByRole("button", { name: "Send" }).click();
    await expect(cardOf(page, "Train coffee")).toBeVisible();
    await expect(unsent(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.reload();
    await expect(cardOf(page, "Train coffee")).toHaveCount(1);
    expect(await named(shop, "Train coffee")).toBe(1);
  },
);

test("@own a coffee whose reply was lost is added once, even if two tabs send it again", async ({ page, shop }) => {
  await using between = await openPassingServer(shop.url);
  await open(page, between.url + addresses.addNewCoffee);
  between.meddle(({ method }) => (method === "POST" ? "lose the reply" : undefined));
  await typeNew(page, "Lost word");
  await expect(notices(page)).toContainText("We don't know whether your coffee was added.");
  expect(await named(shop, "Lost word")).toBe(1);
  await submitOf(page).click();
  await expect(formOf(page)).toHaveAttribute("aria-busy", "false");
  between.meddle(() => undefined);
  await expect(unsent(page)).toContainText("‘Lost word’");
  const other = await page.context().newPage();
  await other.goto(between.url);
  await expect(unsent(other)).toBeVisible();
  await Promise.all([page, other].map((each) => unsent(each).getByRole("button", { name: "Send" }).evaluateAll(press)));
  for (const each of [page, other]) await expect(unsent(each)).toHaveCount(0);
  await submitOf(page).click();
  await expect(page).toHaveURL(`${between.url}/`);
  expect(await named(shop, "Lost word")).toBe(1);
});

test("@own an unsent coffee can be reviewed and changed before it is sent, or discarded", async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  await page.route("**/coffee", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await typeNew(page, "Half done");
  await expect(unsent(page)).toContainText("‘Half done’");
  await page.getByRole("link", { name: "Back to home" }).click();
  await unsent(page).getByRole("button", { name: "Review" }).click();
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Half done");
  await expect(formOf(page).getByLabel("Taste")).toHaveValue("Of the road");
  await expect(unsent(page)).toHaveCount(0);
  await page.reload();
  await expect(unsent(page)).toContainText("‘Half done’");
  await unsent(page).getByRole("button", { name: "Review" }).click();
  await expect(formOf(page).getByLabel("Name")).toHaveValue("Half done");
  await expect(unsent(page)).toHaveCount(0);
  await formOf(page).getByLabel("Name").fill("Done");
  await submitOf(page).click();
  await expect(notices(page)).toContainText("We don't know");
  await page.unroute("**/coffee");
  await submitOf(page).click();
  await expect(cardOf(page, "Done")).toBeVisible();
  await expect(unsent(page)).toHaveCount(0);
  expect((await shop.list()).map(({ name }) => name)).toEqual([latte.name, espresso.name, "Done"]);

  await open(page, addresses.addNewCoffee);
  await page.route("**/coffee", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await typeNew(page, "Not this one");
  await unsent(page).getByRole("button", { name: "Discard" }).click();
  await expect(unsent(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(unsent(page)).toContainText("‘Not this one’");
  await unsent(page).getByRole("button", { name: "Discard" }).click();
  await expect(unsent(page)).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".offline-bar")).toBeAttached();
  await expect(unsent(page)).toHaveCount(0);
});

test("@own an edit typed while the server is down is sent later, and keeps someone else's change", async ({
  page,
  shop,
}) => {
  const [coffee] = await shop.list();
  const id = coffee?._id ?? "";
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  await shop.stop();
  await page.goto(addresses.updateCoffee(id));
  await expect(formOf(page).getByLabel("Taste")).toHaveValue(latte.taste);
  await formOf(page).getByLabel("Taste").fill("Smoke and rain");
  await submitOf(page).click();
  await expect(notices(page)).toContainText("We don't know whether your changes were saved. ");
  await expect(notices(page)).toContainText("It's safe to send them again.");
  await page.goto(addresses.home);
  await shop.openAgain();
  const headers = { "content-type": "application/json" };
  const theirs = { ...coffee, price: "999" };
  await fetch(`${shop.url}/coffee/${id}`, { method: "PUT", headers, body: JSON.stringify(theirs) });
  await expect(unsent(page)).toContainText(`You changed ‘${latte.name}’`, { timeout: 20_000 });
  await unsent(page).getByRole("button", { name: "Send" }).click();
  await expect(notices(page)).toContainText("was updated");
  await expect(unsent(page)).toHaveCount(0);
  expect((await shop.list())[0]).toMatchObject({ taste: "Smoke and rain", price: "999" });
});

test("@own turning extras off removes the manifest, the service worker and its caches", async ({ page, shop }) => {
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  const manifest = "/manifest.webmanifest?lang=en";
  expect(await (await fetch(shop.url)).text(), "what nobody waits for").not.toContain("webmanifest");
  await expect(page.locator("head > link[rel=manifest]")).toHaveAttribute("href", manifest);
  const described = await (await fetch(shop.url + manifest)).json();
  expect(described).toMatchObject({ name: "Niceties", start_url: "/", display: "standalone", lang: "en" });
  for (const { src } of described.icons)
    expect((await fetch(shop.url + src)).headers.get("content-type")).toBe("image/png");
  await shop.stop();
  await shop.openAgain({ EXTRAS: "off" });
  await page.goto(addresses.home);
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
  await expect.poll(left).toEqual([0, 0]);
  await expect(page.locator("link[rel=manifest]")).toHaveCount(0);
  expect((await fetch(shop.url + manifest)).status).toBe(404);
});

test("@own an open page keeps its build's scripts until pages of two newer builds were loaded", async ({
  page,
  shop,
}) => {
  test.setTimeout(300_000);
  await using between = await openPassingServer(shop.url);
  await open(page, between.url);
  await waitUntilCached(page, "/", "/coffee");
  const scripts = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("files ")));
  const [first = ""] = await scripts();
  const name = first.slice("files ".length);
  const isActive = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = await navigator.serviceWorker.ready;
      return !installing && !waiting && active?.state === "activated";
    });
  const deploy = async (build: string) => {
    between.meddle(({ url = "" }) => {
      if (url === "/service-worker.js") {
        // Another build name, without the script that loads on demand.
        return {
          edit: (text) => text.replaceAll(name, build).replaceAll(/[`"]\/assets\/changes-dialog[^`"]+[`"],?/g, ""),
        };
      }
      return url.startsWith("/assets/changes-dialog") ? { status: 404 } : undefined;
    });
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    // The browser waits up to 30 s for the previous worker to finish its events.
    await expect.poll(isActive, { timeout: 60_000 }).toBe(true);
  };
  await deploy("second");
  expect(await scripts()).toEqual([first, "files second"]);
  await page.getByRole("link", { name: "Recent changes" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await deploy("third");
  // No page was loaded from the second build.
  expect(await scripts()).toEqual([first, "files third"]);
  const loadPage = async (build: string) => {
    await page.reload();
    await expect.poll(() => page.evaluate((cache) => caches.has(cache), `documents ${build}`)).toBe(true);
    // A message that arrives while the browser stops the worker restarts it, and the next worker waits 30 s for that.
    await expect(page.locator("head > link[rel=manifest]")).toBeAttached();
  };
  await loadPage("third");
  await deploy("fourth");
  expect(await scripts()).toEqual([first, "files third", "files fourth"]);
  await loadPage("fourth");
  await deploy("fifth");
  expect(await scripts()).toEqual(["files third", "files fourth", "files fifth"]);
});

test("@own the service worker caches nothing from other origins, and below /-/ only photos", async ({ page }) => {
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  await open(page, addresses.home);
  await page.getByRole("link", { name: "Recent changes" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const keptAddresses = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
  const { origin } = new URL(page.url());
  expect(keptAddresses.filter((address) => !address.startsWith(origin) || address.includes("/-/"))).toEqual([]);
  expect(keptAddresses.length).toBeGreaterThan(5);
});

test("@own a coffee that is known to be gone does not open from the cache", async ({ page, shop }) => {
  const [coffee, other] = await shop.list();
  const path = `/coffee/${coffee?._id}`;
  const [details, otherDetails] = [
    addresses.coffeeDetails(coffee?._id ?? ""),
    addresses.coffeeDetails(other?._id ?? ""),
  ];
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  const isKept = (at: string) =>
    page.evaluate(async (key) => (await caches.match(key, { ignoreVary: true })) !== undefined, at);
  await page.evaluate((key) => fetch(key), path);
  await expect.poll(() => isKept(path)).toBe(true);
  for (const each of [details, otherDetails]) {
    await page.goto(each);
    await expect.poll(() => isKept(each)).toBe(true);
  }
  await fetch(shop.url + path, { method: "DELETE" });
  await page.evaluate((key) => fetch(key), path);
  await expect.poll(() => isKept(path)).toBe(false);
  await page.goto(details);
  await expect.poll(() => isKept(details)).toBe(false);

  // Only the list shows that the other coffee is deleted.
  await fetch(`${shop.url}/coffee/${other?._id}`, { method: "DELETE" });
  await open(page, addresses.home);
  await expect.poll(() => keptList(page)).toBe("[]");
  expect(await isKept(otherDetails)).toBe(true);
  await shop.stop();
  for (const each of [details, otherDetails]) expect((await page.goto(each))?.status()).toBe(503);
});

test("@own the cache keeps the newest 300 pictures", async ({ page, shop }) => {
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  const keys = () =>
    page.evaluate(async () => (await (await caches.open("pictures")).keys()).map(({ url }) => new URL(url).pathname));
  await page.evaluate(async () => {
    const cache = await caches.open("pictures");
    for (let count = 0; count < 310; count++) await cache.put(`/photographs/seen-${count}.jpg`, new Response("seen"));
  });
  await page.evaluate((url) => fetch(url), `${shop.url}/photographs/flat-white.jpg`);
  await expect.poll(async () => (await keys()).length).toBe(300);
  expect((await keys()).slice(-2)).toEqual(["/photographs/seen-309.jpg", "/photographs/flat-white.jpg"]);
});

test("@own home opens without the server in a language that was chosen on the page alone", async ({ page, shop }) => {
  await open(page, addresses.home);
  await waitUntilCached(page, "/", "/coffee");
  await page.getByRole("link", { name: "বাংলা" }).click();
  await expect(page.locator("link[rel=manifest]")).toHaveAttribute("href", "/manifest.webmanifest?lang=bn");
  await waitUntilCached(page, "/?lang=bn");
  await shop.stop();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("এক কাপ সুস্বাদু কফি খাবেন কি?");
  await expect(bar(page)).toContainText("দোকানের সঙ্গে যোগাযোগ করা যাচ্ছে না।");
});

test("@classic with another product server, a failed add is saved, without a promise to add it once", async ({
  page,
}) => {
  const keys: unknown[] = [];
  await open(page, addresses.addNewCoffee);
  await page.route("**/coffee", (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"]);
    return route.abort();
  });
  await typeNew(page, "Half done");
  await expect(notices(page)).toContainText("Check the list in another tab before you send it again.");
  await expect(notices(page)).not.toContainText("only once");
  await expect(unsent(page)).toContainText("It may have been added after all: check the list before you send it.");
  expect(keys).toEqual([undefined]);
});

function abortWrites(route: Route): Promise<void> {
  return route.request().method() === "GET" ? route.fallback() : route.abort();
}

test("@classic what was typed is kept until a server says that it took it", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  const path = `/coffee/${coffee?._id}`;
  const headers = { "content-type": "application/json" };
  const put = (fields: object) =>
    fetch(shop.productServerUrl + path, { method: "PUT", headers, body: JSON.stringify(fields) });
  const edit = async () => {
    await page.route("**/coffee/*", abortWrites);
    await open(page, addresses.updateCoffee(coffee?._id ?? ""));
    await formOf(page).getByLabel("Taste").fill("Smoke and rain");
    await submitOf(page).click();
    await expect(unsent(page)).toContainText(`You changed ‘${latte.name}’`);
    await page.unroute("**/coffee/*");
  };
  await edit();
  await put({ ...latte, taste: "Smoke and rain" });
  await unsent(page).getByRole("button", { name: "Send" }).click();
  await expect(notices(page)).toContainText(`${latte.name} was updated.`);
  await expect(unsent(page)).toHaveCount(0);

  await put(latte);
  await edit();
  await fetch(shop.productServerUrl + path, { method: "DELETE" });
  await unsent(page).getByRole("button", { name: "Send" }).click();
  await expect(notices(page)).toContainText("Your changes weren't saved. The shop didn't confirm it.");
  await expect(unsent(page)).toContainText(`You changed ‘${latte.name}’`);
  await unsent(page).getByRole("button", { name: "Review" }).click();
  await expect(unsent(page)).toHaveCount(0);
  await sendAndStay(page);
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(unsent(page)).toContainText(`You changed ‘${latte.name}’`);
  await unsent(page).getByRole("button", { name: "Discard" }).click();

  await open(page, addresses.addNewCoffee);
  await page.route("**/coffee", abortWrites);
  await typeNew(page, "Half done");
  await expect(unsent(page)).toContainText("‘Half done’");
  await page.unroute("**/coffee");
  await page.route("**/coffee", (route) =>
    route.request().method() === "POST" ? route.fulfill({ json: { acknowledged: false } }) : route.fallback(),
  );
  await unsent(page).getByRole("button", { name: "Send" }).click();
  await expect(notices(page)).toContainText("Your coffee wasn't added. The shop didn't confirm it.");
  await expect(unsent(page)).toContainText("‘Half done’");
});
