// Over 300 lines: the tests of one screen stand together, in the order of the page.
import { addresses } from "../../app/shop/addresses.ts";
import { contrast, defaultPalette, shownColour } from "../../server/pages/theme.ts";
import { lightestColour } from "../devices/colours.ts";
import {
  callsOf,
  cardOf,
  espresso,
  expect,
  latte,
  listArrived,
  open,
  requestsOf,
  setStyles,
  test,
  textStyles,
} from "../fixtures.ts";

test("the hero asks in its headline whether the visitor would like a cup of delicious coffee", async ({ page }) => {
  await open(page, addresses.home);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/would you like a cup of delicious coffee\?/i);
});

for (const width of [320, 375, 768, 1280, 1920]) {
  test(
    `the hero's text contrast is at least 7:1, or 4.5:1 spaced or at 200 %, ${width} wide`,
    { tag: "@long" },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await open(page, addresses.home);
      await expect(page.locator(".hero img")).toHaveJSProperty("complete", true);
      await page.evaluate(() => document.fonts.ready);
      const { "as it comes": plain, "text spaced": spaced, "text at 200 %": large } = textStyles;
      for (const styles of [plain, spaced, large, spaced + large]) {
        await setStyles(page, styles);
        const words = page.locator(".hero-words").locator("h1, p");
        const places = await words.evaluateAll((all) =>
          all.map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getBoundingClientRect();
          }),
        );
        await setStyles(page, `${styles} .hero-words { visibility: hidden }`);
        for (const clip of places) {
          const lightest = await lightestColour(page, clip, true);
          const least = styles === plain ? 7 : 4.5;
          expect(contrast(lightest, shownColour("on-hero", defaultPalette).light), styles).toBeGreaterThanOrEqual(
            least,
          );
        }
      }
    },
  );
}

test("Learn More does nothing", async ({ page, extras }) => {
  await open(page, addresses.home);
  await listArrived(page);
  if (extras === "on")
    await expect(page.locator(".offline-bar"), "the last part that a page adds of itself").toBeAttached();
  const before = await page.locator("body").innerHTML();
  const requests = requestsOf(page);
  await page.getByRole("button", { name: "Learn More" }).click();
  await page.getByRole("button", { name: "Learn More" }).press("Enter");
  await expect(page).toHaveURL(addresses.home);
  expect(requests).toEqual([]);
  expect(await page.locator("body").innerHTML()).toBe(before);
});

for (const language of ["en", "bn"]) {
  test(
    `in a low window the hero's words stand beside the cup, with the button in view, in ${language}`,
    { tag: "@long" },
    async ({ page }) => {
      const windows = [
        [812, 375],
        [667, 375],
        [844, 390],
        [640, 360],
        [640, 400],
        [320, 568],
      ] as const;
      for (const [width, height] of windows) {
        await page.setViewportSize({ width, height });
        await open(page, `${addresses.home}?lang=${language}`);
        await page.evaluate(() => document.fonts.ready);
        await expect(page.locator(".hero").getByRole("button")).toBeInViewport({ ratio: 1 });
        const ends = await page.locator(".hero-words > *").evaluateAll((all) =>
          all.map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getBoundingClientRect().right;
          }),
        );
        if (width > height) {
          await expect(page.locator(".hero")).toBeInViewport({ ratio: 1 });
          // The cup takes the right half of the wide photograph.
          expect(Math.max(...ends)).toBeLessThan(width / 2);
        }
        expect((await page.locator(".brand").boundingBox())?.height).toBeLessThan(80);
      }
    },
  );
}

test("four blurbs speak of Awesome Aroma, High Quality, Pure Grades and Proper Roasting", async ({ page }) => {
  await open(page, addresses.home);
  const blurbs = page.getByRole("region", { name: "Why our coffee" }).getByRole("listitem");
  await expect(blurbs).toHaveCount(4);
  for (const name of ["Awesome Aroma", "High Quality", "Pure Grades", "Proper Roasting"]) {
    const blurb = blurbs.filter({ has: page.getByRole("heading", { name, exact: true }) });
    await expect(blurb.getByRole("paragraph")).toHaveText(/\w/);
  }
});

test("the product list is titled Our Popular Products", async ({ page }) => {
  await open(page, addresses.home);
  await expect(page.getByRole("heading", { name: "Our Popular Products", exact: true })).toBeVisible();
});

test("the photo grid shows eight different pictures that are our own, each with its description", async ({ page }) => {
  await open(page, addresses.home);
  const pictures = page.getByRole("region", { name: "From Our Photo Wall" }).getByRole("img");
  await expect(pictures).toHaveCount(8);
  const sources = new Set<string | null>();
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveAttribute("alt", /\w/);
    await expect(picture).toHaveJSProperty("complete", true);
    await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
    sources.add(await picture.getAttribute("src"));
  }
  expect(sources.size).toBe(8);
});

test("the photo grid has four columns on large screens and fewer on small ones", async ({ page }) => {
  const columns = () =>
    page
      .getByRole("region", { name: "From Our Photo Wall" })
      .getByRole("listitem")
      .evaluateAll((items) => {
        const tops = items.map((item) => Math.round(item.getBoundingClientRect().top));
        return tops.filter((top) => top === tops[0]).length;
      });
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, addresses.home);
  expect(await columns()).toBe(4);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await columns()).toBe(2);
});

test("Add Coffee leads to the page Add New Coffee", async ({ page }) => {
  await open(page, addresses.home);
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await expect(page).toHaveURL(addresses.addNewCoffee);
  await expect(page.getByRole("heading", { level: 1, name: "Add New Coffee" })).toBeVisible();
});

test("with text at 200 % no action of a card is cut off, and Chef is whole", async ({ page }) => {
  await open(page, addresses.home);
  await setStyles(page, textStyles["text at 200 %"]);
  for (const width of [320, 375, 640, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const card = cardOf(page, latte.name);
    await card.scrollIntoViewIfNeeded();
    const { x = 0, width: room = 0 } = (await card.boundingBox()) ?? {};
    for (const action of await card.locator(".action").all()) {
      const { x: left = 0, width: across = 0 } = (await action.boundingBox()) ?? {};
      expect(left, `${width}`).toBeGreaterThanOrEqual(x);
      expect(left + across, `${width}`).toBeLessThanOrEqual(x + room);
    }
    const chef = card.locator(".coffee-card-chef");
    expect(await chef.evaluate((e) => e.scrollHeight - e.clientHeight), `${width}`).toBeLessThan(4);
  }
});

test("coffees are cards in two columns on large screens and in one on small ones", async ({ page }) => {
  const isSideBySide = async () => {
    const [one, other] = [
      await cardOf(page, latte.name).boundingBox(),
      await cardOf(page, espresso.name).boundingBox(),
    ];
    return one !== null && other !== null && Math.round(one.y) === Math.round(other.y) && one.x < other.x;
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, addresses.home);
  expect(await isSideBySide()).toBe(true);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await isSideBySide()).toBe(false);
});

test("a card shows photo, name, chef and price in Taka", async ({ page }) => {
  await open(page, addresses.home);
  const card = cardOf(page, latte.name);
  await expect(card.getByRole("img", { name: `Photo of ${latte.name}` })).toHaveAttribute("src", latte.photo);
  await expect(card.getByRole("heading")).toHaveText(latte.name);
  await expect(card).toContainText(`Chef ${latte.chef}`);
  await expect(card).toContainText("340 Taka");
  await expect(cardOf(page, espresso.name)).toContainText("160 Taka");
});

test("cards stand in the order in which the product server lists the coffees", async ({ page }) => {
  await open(page, addresses.home);
  await expect(page.getByRole("article").getByRole("heading")).toHaveText([latte.name, espresso.name]);
});

test("View leads to the coffee's details", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  await open(page, addresses.home);
  await page.getByRole("link", { name: `View ${latte.name}` }).click();
  await expect(page).toHaveURL(addresses.coffeeDetails(coffee?._id ?? ""));
  await expect(page.getByRole("definition").first()).toHaveText(latte.name);
});

test("a tap on View or Edit fetches one coffee and no script, once home was scrolled", async ({ page, shop }) => {
  const names = ["add-new-coffee", "coffee-details", "update-coffee", "form-draft", "type-price"];
  const scripts = names.map((name) => page.waitForResponse(`**/assets/${name}-*.js`));
  const [coffee] = await shop.list();
  await open(page, addresses.home);
  await listArrived(page);
  await page.mouse.wheel(0, 200);
  await Promise.all(scripts);
  const fetched: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "script" || pathname.startsWith("/coffee")) fetched.push(pathname);
  });
  await page.getByRole("link", { name: `View ${latte.name}` }).click();
  await expect(page.getByRole("definition").first()).toHaveText(latte.name);
  await page.getByRole("link", { name: "Back to home" }).click();
  await page.getByRole("link", { name: `Edit ${latte.name}` }).click();
  await expect(page.locator(".coffee-form").getByLabel("Name")).toHaveValue(latte.name);
  const call = `/coffee/${coffee?._id}`;
  expect(fetched).toEqual([call, call]);
});

test("another tap, or Back, replaces a page that still waits for its coffee", async ({ page, shop }) => {
  const [slow, quick] = await shop.list();
  const slowCall = `GET /coffee/${slow?._id}`;
  const calls = callsOf(page);
  let gate = Promise.withResolvers<void>();
  await page.route(`**/coffee/${slow?._id}`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const replyLate = async () => {
    const reply = page.waitForResponse(`**/coffee/${slow?._id}`);
    gate.resolve();
    await (await reply).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve))));
    gate = Promise.withResolvers();
  };
  const tap = (name: string) => page.getByRole("link", { name, exact: true }).click();
  await open(page, addresses.home);
  await listArrived(page);
  await tap(`View ${latte.name}`);
  await tap(`View ${espresso.name}`);
  await expect(page.getByRole("definition").first()).toHaveText(espresso.name);
  await replyLate();
  await tap("Back to home");
  await tap(`Edit ${latte.name}`);
  await page.goBack();
  await expect(page.getByRole("definition").first()).toHaveText(espresso.name);
  await replyLate();
  await expect(page).toHaveURL(addresses.coffeeDetails(quick?._id ?? ""));
  // A cancelled page that opened after all would have requested its coffee again.
  expect(calls.filter((call) => call === slowCall)).toHaveLength(2);
});

test("Edit leads to the page that updates the coffee", async ({ page, shop }) => {
  const [, coffee] = await shop.list();
  await open(page, addresses.home);
  await page.getByRole("link", { name: `Edit ${espresso.name}` }).click();
  await expect(page).toHaveURL(addresses.updateCoffee(coffee?._id ?? ""));
  await expect(page.getByRole("heading", { level: 1, name: "Update Existing Coffee Details" })).toBeVisible();
});

test("Delete sends the request without asking and removes the card in place", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  await open(page, addresses.home);
  const calls = callsOf(page);
  await page.evaluate(() => document.body.setAttribute("data-mark", "the same document"));
  const requestPromise = page.waitForRequest((request) => request.method() === "DELETE");
  await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
  expect((await requestPromise).postData()).toBeNull();
  await expect(cardOf(page, latte.name)).toHaveCount(0);
  await expect(cardOf(page, espresso.name)).toBeVisible();
  await expect(page).toHaveURL(addresses.home);
  expect((await shop.list()).map(({ name }) => name)).toEqual([espresso.name]);
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.locator("body")).toHaveAttribute("data-mark", "the same document");
  expect(calls).toEqual([`DELETE /coffee/${coffee?._id}`]);
});

test("a deleted coffee is still gone after a reload", async ({ page }) => {
  await open(page, addresses.home);
  await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
  await expect(cardOf(page, latte.name)).toHaveCount(0);
  await open(page, addresses.home);
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("the list is requested exactly once when the app starts, on every page", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  const calls = callsOf(page);
  for (const start of [addresses.home, addresses.addNewCoffee, addresses.updateCoffee(coffee?._id ?? "")]) {
    await open(page, start);
    await listArrived(page);
    expect(calls.splice(0).filter((call) => call === "GET /coffee")).toHaveLength(1);
  }
});

test("the list is not asked for again by going from page to page", async ({ page }) => {
  await open(page, addresses.home);
  const calls = callsOf(page);
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await page.getByRole("link", { name: "Back to home" }).click();
  await page.getByRole("link", { name: `View ${latte.name}` }).click();
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(cardOf(page, espresso.name)).toBeVisible();
  expect(calls.filter((call) => call === "GET /coffee")).toEqual([]);
});
