import { addresses } from "../../app/shop/addresses.ts";
import { alive, cardOf, expect, latte, open, test } from "../fixtures.ts";

test.describe("an unknown address", () => {
  test.use({ expected: { console: /404/ } });

  for (const path of [
    "/nowhere",
    "/coffee-details",
    "/update-coffee",
    "/add-new-coffee/more",
    "/a/b/c",
    "/%zz",
    "/100%",
  ]) {
    test(`${path} shows the not-found page with status 404`, async ({ page }) => {
      const isAlive = alive(page);
      const reply = await page.goto(path);
      expect(reply?.status()).toBe(404);
      const main = page.getByRole("main");
      await expect(main.getByRole("img")).toHaveAttribute("alt", /cup/);
      await expect(main.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
      await isAlive;
      await main.getByRole("link", { name: "Back to home" }).click();
      await expect(page).toHaveURL(addresses.home);
      await expect(cardOf(page, latte.name)).toBeVisible();
    });
  }

  for (const path of ["//evil.example/x", "/\\evil.example/x", "//evil.example/%zz", "/a/..//evil.example", "///"]) {
    test(`${path} stays in the shop in every language`, async ({ page, shop, extras }) => {
      await page.addInitScript(() => localStorage.setItem("language", "bn"));
      // The path is appended as text: resolved as a URL reference, it would name another host.
      const isAlive = alive(page);
      const reply = await page.goto(shop.url + path);
      await isAlive;
      const { origin } = new URL(shop.url);
      expect([reply?.status(), await page.evaluate(() => location.origin)]).toEqual([404, origin]);
      if (extras === "on") {
        await expect(page.locator("html")).toHaveAttribute("lang", "bn");
        await page.getByRole("banner").getByRole("link", { name: "English" }).click();
        await expect(page).toHaveURL(/lang=en/);
      }
      await page.reload();
      expect(await page.evaluate(() => location.origin)).toBe(origin);
      const ownLinks = page.locator("a[href]:not([href^=http], [href^=mailto], [href^=tel])");
      const hosts = await ownLinks.evaluateAll((links) =>
        links.map((link) => (link instanceof HTMLAnchorElement ? link.origin : "")),
      );
      expect(new Set(hosts)).toEqual(new Set([origin]));
    });
  }

  test(
    "/coffee is the not-found page for a browser, and the list for a call",
    { tag: "@quick" },
    async ({ page, shop }) => {
      expect((await page.goto("/coffee"))?.status()).toBe(404);
      await expect(page.getByRole("link", { name: "Back to home" })).toBeVisible();
      expect(await shop.list()).toHaveLength(2);
    },
  );
});

test("going to an unknown address within the shop sends no request for data", { tag: "@quick" }, async ({ page }) => {
  await open(page, addresses.home);
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(assets\/|photographs\/|favicon|-\/changes\/stream)/.test(pathname)) requests.push(pathname);
  });
  await page.evaluate(() => {
    history.pushState({ key: "test" }, "", "/nowhere");
    dispatchEvent(new PopStateEvent("popstate", { state: { key: "test" } }));
  });
  await expect(page.getByRole("main").getByRole("img", { name: /cup/ })).toBeVisible();
  expect(requests).toEqual([]);
});
