// A photo that is chosen without a connection waits in the browser with its coffee, and both are sent once.
import { readdirSync, readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { parsePhotoAddress } from "../../catalogue/photo-address.ts";
import { alive, cardOf, expect, formOf, latte, notices, open, submitOf, test } from "../fixtures.ts";
import { button, chooser, field, flatWhite, preview, status, uploaded } from "../form-photo.ts";
import { persistentBrowser } from "../persistent-browser.ts";
import { openPassingServer } from "../server/passing-server.ts";

test.use({
  expected: { console: /failed|Failed|ERR_|refused/, requests: /^http:\/\/127\.0\.0\.1:/ },
});
test.beforeEach(() => test.slow());

const describe = "Describe the photo for those who can't see it";
const bangla = "যা এখনো পাঠানো হয়নি";
const unsent = (page: Page) => page.getByRole("region", { name: "Not sent yet" });
const unsentButton = (page: Page, name: string) => unsent(page).getByRole("button", { name });
const picture = (page: Page) => page.locator(".unsent-picture").getByRole("img");

/** The number of photos in the browser's storage. */
const storedPhotos = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("niceties", 1);
        opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("photos", { keyPath: "id" }));
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const count = opening.result.transaction("photos").objectStore("photos").count();
          count.addEventListener("success", () => {
            opening.result.close();
            resolve(count.result);
          });
        });
      }),
  );

/** Cuts off everything that changes something in the shop, until the returned function is called. */
async function cutWrites(page: Page): Promise<() => Promise<void>> {
  await page.route("**/*", (route) => (route.request().method() === "GET" ? route.fallback() : route.abort()));
  return () => page.unroute("**/*");
}

/** Fills the form, chooses a photo that cannot be uploaded, and sends the form: both wait. */
async function leaveUnsent(page: Page, name: string): Promise<void> {
  await field(page, "Name").fill(name);
  await chooser(page).setInputFiles(flatWhite);
  await field(page, describe).fill("Milk & foam");
  await expect(status(page)).toHaveText(/It's saved in this browser\.$/);
  await submitOf(page).click();
  await expect(notices(page)).toContainText("We kept this coffee and will add it when you say so.");
  await expect(unsent(page)).toContainText(`You wrote ‘${name}’, but we couldn't reach the shop.`);
  await expect(picture(page)).not.toHaveJSProperty("naturalWidth", 0);
}

type Listed = { list: () => Promise<readonly { name: string; photo: string }[]> };

/** Expects one coffee of this name, with the photo that was described. */
async function expectOnceWithPhoto(shop: Listed, name: string): Promise<void> {
  const all = (await shop.list()).filter((coffee) => coffee.name === name);
  expect(all.map(({ photo }) => parsePhotoAddress(photo)?.alt)).toEqual(["Milk & foam"]);
}

test.describe("with the network cut", () => {
  test.use({ serviceWorkers: "allow" });

  test(
    "a photo waits with its coffee, also when the page is opened again, and both are sent once",
    { tag: "@quick" },
    async ({ page, context, shop }) => {
      for (const path of [addresses.home, addresses.addNewCoffee]) {
        await open(page, path);
        const isCached = () =>
          page.evaluate(async (key) => (await caches.match(key, { ignoreVary: true })) !== undefined, path);
        await expect.poll(isCached).toBe(true);
      }
      await context.setOffline(true);
      await page.goto(addresses.addNewCoffee);
      await leaveUnsent(page, "Train coffee");
      await page.goto(addresses.home);
      await expect(unsent(page)).toContainText("You wrote ‘Train coffee’");
      await expect(picture(page)).not.toHaveJSProperty("naturalWidth", 0);
      await expect(unsentButton(page, "Send")).toHaveCount(0);

      await context.setOffline(false);
      await unsentButton(page, "Send").click({ timeout: 60_000 });
      const photo = cardOf(page, "Train coffee").getByRole("img");
      await expect(photo).toHaveAttribute("alt", "Milk & foam", { timeout: 30_000 });
      await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
      await expect(unsent(page)).toHaveCount(0);
      await expectOnceWithPhoto(shop, "Train coffee");
      await expect.poll(() => storedPhotos(page)).toBe(0);
    },
  );
});

test("two tabs that send the same coffee with its photo add it once", { tag: "@quick" }, async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  const letWritesGo = await cutWrites(page);
  await leaveUnsent(page, "Two tabs");
  await letWritesGo();
  const other = await page.context().newPage();
  await open(other, addresses.home);
  await open(page, addresses.home);
  for (const each of [page, other]) await expect(picture(each)).not.toHaveJSProperty("naturalWidth", 0);
  await Promise.all(
    [page, other].map((each) =>
      unsentButton(each, "Send").evaluateAll(([send]) => send instanceof HTMLElement && send.click()),
    ),
  );
  for (const each of [page, other]) await expect(unsent(each)).toHaveCount(0, { timeout: 30_000 });
  await expectOnceWithPhoto(shop, "Two tabs");
  expect(await storedPhotos(page)).toBe(0);
});

test("@own a coffee whose reply was lost after its photo was uploaded is added once, from the list and from the form", async ({
  page,
  shop,
}) => {
  await using between = await openPassingServer(shop.url);
  await open(page, between.url + addresses.addNewCoffee);
  const letWritesGo = await cutWrites(page);
  await leaveUnsent(page, "Lost word");
  await letWritesGo();
  between.meddle(({ method, url }) => (method === "POST" && url === "/coffee" ? "lose the reply" : undefined));
  await unsentButton(page, "Send").click();
  await expect(notices(page)).toContainText("We don't know whether your coffee was added.", { timeout: 30_000 });
  await expectOnceWithPhoto(shop, "Lost word");
  await open(page, between.url);
  await expect(picture(page)).not.toHaveJSProperty("naturalWidth", 0);
  await unsentButton(page, "Send").click();
  await expect(notices(page)).toContainText("We don't know whether your coffee was added.", { timeout: 30_000 });

  between.meddle(() => undefined);
  await unsentButton(page, "Review").click();
  await uploaded(page);
  await expect(field(page, describe)).toHaveValue("Milk & foam");
  await submitOf(page).click();
  await expect(cardOf(page, "Lost word")).toBeVisible();
  await expectOnceWithPhoto(shop, "Lost word");
  await expect(unsent(page)).toHaveCount(0);
  await expect.poll(() => storedPhotos(page)).toBe(0);
});

test("a browser that dies between photo and coffee sends both once after its next start", async ({
  shop,
  launchOptions,
}, info) => {
  const { profile, startBrowser } = persistentBrowser(info, launchOptions, shop.url);
  const before = await startBrowser();
  await open(before.page, addresses.addNewCoffee);
  const letWritesGo = await cutWrites(before.page);
  await leaveUnsent(before.page, "Flat battery");
  await letWritesGo();
  // Chromium writes local storage to the disk some seconds later.
  const folder = `${profile}/Default/Local Storage/leveldb`;
  const isOnDisk = () => readdirSync(folder).some((name) => readFileSync(`${folder}/${name}`).includes("Flat battery"));
  await expect.poll(isOnDisk, { timeout: 60_000 }).toBe(true);
  // The coffee's request is on its way for ever.
  const coffeeSent = new Promise<void>((resolve) => {
    void before.page.route("**/coffee", (route) =>
      route.request().method() === "POST" ? resolve() : route.fallback(),
    );
  });
  await unsentButton(before.page, "Send").click();
  await coffeeSent;
  const closed = before.context.waitForEvent("close");
  const browser = await before.context.newCDPSession(before.page);
  await browser.send("Browser.crash").catch(() => {}); // it dies before it replies
  await closed;

  const { context, page } = await startBrowser();
  await open(page, addresses.home);
  await expect(picture(page)).not.toHaveJSProperty("naturalWidth", 0);
  expect((await shop.list()).filter(({ name }) => name === "Flat battery")).toEqual([]);
  await unsentButton(page, "Send").click();
  await expect(cardOf(page, "Flat battery")).toBeVisible({ timeout: 30_000 });
  await expectOnceWithPhoto(shop, "Flat battery");
  await context.close();
});

test(
  "a photo that the shop refuses keeps its coffee: it can be sent again, or without the photo",
  { tag: "@quick" },
  async ({ page, shop }) => {
    await open(page, addresses.addNewCoffee);
    const letWritesGo = await cutWrites(page);
    await leaveUnsent(page, "Too large");
    await letWritesGo();
    const refuse = async (send: () => Promise<void>) => {
      const problem = { title: "No", detail: "The shop is full of photos." };
      await page.route("**/-/photos", (route) => route.fulfill({ status: 507, json: problem }));
      await send();
      await expect(notices(page)).toContainText("Your coffee wasn't added.");
      await page.unroute("**/-/photos");
    };
    await refuse(() => unsentButton(page, "Send").click());
    const reason = "Its photo wasn't uploaded. The shop is full of photos.";
    await expect(unsent(page)).toContainText(reason);
    await open(page, addresses.home);
    await expect(unsent(page)).toContainText(reason);
    await expect(picture(page)).not.toHaveJSProperty("naturalWidth", 0);
    await refuse(() => unsentButton(page, "Send").click());
    await unsentButton(page, "Remove photo").click();
    await expect(unsentButton(page, "Send")).toBeFocused();
    await expect(picture(page)).toHaveCount(0);
    await expect(unsent(page)).not.toContainText(reason);
    await expect.poll(() => storedPhotos(page)).toBe(0);
    await unsentButton(page, "Send").click();
    await expect(cardOf(page, "Too large")).toBeVisible();
    expect((await shop.list()).filter(({ name }) => name === "Too large").map(({ photo }) => photo)).toEqual([""]);
  },
);

test(
  "a photo that is not uploaded is part of the draft, until it is removed or the form is cleared",
  { tag: "@quick" },
  async ({ page, shop }) => {
    await open(page, addresses.addNewCoffee);
    const letWritesGo = await cutWrites(page);
    await chooser(page).setInputFiles(flatWhite);
    await field(page, describe).fill("Milk & foam");
    await expect(status(page)).toHaveText(/It's saved in this browser\.$/);
    await open(page, addresses.addNewCoffee);
    await expect(preview(page)).toHaveAttribute("src", /^blob:/);
    await expect(preview(page)).not.toHaveJSProperty("naturalWidth", 0);
    await expect(field(page, describe)).toHaveValue("Milk & foam");
    await expect(notices(page)).toContainText("We brought back what you typed here but didn't send.");
    await button(page, "Remove photo").click();
    await expect.poll(() => storedPhotos(page)).toBe(0);
    await open(page, addresses.addNewCoffee);
    await expect(page.locator(".photo-field")).toBeVisible();
    await expect(page.locator(".chosen-photo")).toHaveCount(0);

    await chooser(page).setInputFiles(flatWhite);
    await expect(status(page)).toHaveText(/It's saved in this browser\.$/);
    await page.getByRole("main").getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => storedPhotos(page)).toBe(0);

    await chooser(page).setInputFiles(flatWhite);
    await field(page, "Name").fill("Half a thought");
    await expect(status(page)).toHaveText(/It's saved in this browser\.$/);
    await letWritesGo();
    await open(page, addresses.addNewCoffee);
    await uploaded(page);
    await submitOf(page).click();
    await expect(cardOf(page, "Half a thought")).toBeVisible();
    expect(parsePhotoAddress((await shop.list()).at(-1)?.photo ?? "")).toBeDefined();
    await expect.poll(() => storedPhotos(page)).toBe(0);
  },
);

test("a photo for a coffee of the shop waits with the edit", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  await open(page, addresses.updateCoffee(coffee?._id ?? ""));
  const letWritesGo = await cutWrites(page);
  await chooser(page).setInputFiles(flatWhite);
  await submitOf(page).click();
  await expect(notices(page)).toContainText("We kept your changes and will save them when you say so.");
  await letWritesGo();
  await open(page, addresses.home);
  await unsentButton(page, "Send").click();
  await expect(notices(page)).toContainText(`${latte.name} was updated.`, { timeout: 30_000 });
  const [updated] = await shop.list();
  expect(parsePhotoAddress(updated?.photo ?? "")).toBeDefined();
  expect(updated).toMatchObject({ name: latte.name, taste: latte.taste, details: latte.details });
  await expect.poll(() => storedPhotos(page)).toBe(0);
});

test("a discarded coffee takes its photo along, and Undo brings both back", async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  const letWritesGo = await cutWrites(page);
  await leaveUnsent(page, "Not this");
  await letWritesGo();
  await open(page, addresses.home);
  await unsentButton(page, "Discard").click();
  await expect(unsent(page)).toHaveCount(0);
  await expect.poll(() => storedPhotos(page)).toBe(0);
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(picture(page)).not.toHaveJSProperty("naturalWidth", 0);
  await unsentButton(page, "Send").click();
  await expect(cardOf(page, "Not this")).toBeVisible({ timeout: 30_000 });
  await expectOnceWithPhoto(shop, "Not this");
});

test(
  "a browser that stores no photos says so, and sends nothing until the photo is uploaded",
  { tag: "@quick" },
  async ({ page, shop }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "indexedDB", { get: () => undefined });
    });
    await open(page, addresses.addNewCoffee);
    const letWritesGo = await cutWrites(page);
    await chooser(page).setInputFiles(flatWhite);
    await field(page, "Name").fill("Private");
    await expect(status(page)).toHaveText(/This browser can't save it, so leave this page open\.$/);
    await submitOf(page).click();
    await expect(notices(page)).toContainText("This browser can't save the photo. Leave this page open");
    await expect(formOf(page)).toHaveAttribute("aria-busy", "false");
    await expect(unsent(page)).toHaveCount(0);
    await letWritesGo();
    await submitOf(page).click();
    await expect(cardOf(page, "Private")).toBeVisible({ timeout: 30_000 });
    expect(parsePhotoAddress((await shop.list()).at(-1)?.photo ?? "")).toBeDefined();
  },
);

test("a photo that the browser has lost is not left out silently", async ({ page, shop }) => {
  await open(page, addresses.addNewCoffee);
  const letWritesGo = await cutWrites(page);
  await leaveUnsent(page, "Cleaned up");
  await letWritesGo();
  const lose = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => indexedDB.deleteDatabase("niceties").addEventListener("success", () => resolve(1))),
    );
  await lose();
  await open(page, addresses.home);
  await unsentButton(page, "Send").click();
  await expect(unsent(page)).toContainText("Its photo is no longer saved in this browser.");
  expect(await shop.list()).toHaveLength(2);
  await unsentButton(page, "Review").click();
  await expect(notices(page)).toContainText("The photo you chose is no longer saved in this browser.");
  await expect(field(page, "Name")).toHaveValue("Cleaned up");
});

for (const [search, region, width] of [
  ["", "Not sent yet", 375],
  ["?lang=bn", bangla, 1_280],
] as const) {
  test(`axe finds nothing in the list of unsent coffees with a refused photo: "${search}"`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, addresses.addNewCoffee);
    const letWritesGo = await cutWrites(page);
    await leaveUnsent(page, "Train coffee");
    await letWritesGo();
    await page.route("**/-/photos", (route) => route.fulfill({ status: 413, json: { title: "No", detail: "Large." } }));
    const isAlive = alive(page);
    await page.goto(addresses.home + search);
    await isAlive;
    const list = page.getByRole("region", { name: region });
    await list.locator(".button-gold").click();
    await expect(list.locator(".field-error")).toBeVisible();
    await expect(list.getByRole("button")).toHaveCount(4);
    const { violations } = await new AxeBuilder({ page }).include(".unsent-coffees").analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    for (const each of await list.getByRole("button").all())
      expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
}
