// Several browsers at one address: each counts as its own visitor.
import type { Page } from "@playwright/test";
import { cardOf, espresso, expect, formOf, latte, open, submitOf, test } from "../fixtures.ts";

/** Collects the method and the browser key of each request that the page sends from now on. */
function keysOf(page: Page): { method: string; key: string | undefined }[] {
  const keys: { method: string; key: string | undefined }[] = [];
  page.on("request", (request) => {
    keys.push({ method: request.method(), key: request.headers()["niceties-browser"] });
  });
  return keys;
}

async function edit(page: Page, id: string, label: string, text: string): Promise<void> {
  await open(page, `/update-coffee/${id}`);
  await formOf(page).getByLabel(label, { exact: true }).fill(text);
  await submitOf(page).click();
  await expect(page).toHaveURL(/\/$/);
}

test.describe("@own", () => {
  test(
    "one browser's changes are previewed and undone together; another's at the same address stay",
    { tag: "@quick" },
    async ({ page, shop, browser }) => {
      const [first, second] = await shop.list();
      const other = await browser.newPage({ baseURL: shop.url });
      await edit(page, first?._id ?? "", "Taste", "ash");
      await edit(page, first?._id ?? "", "Chef", "Nobody");
      await cardOf(page, espresso.name)
        .getByRole("button", { name: /^Delete/ })
        .click();
      await expect(page.getByRole("article")).toHaveCount(1);
      await edit(other, first?._id ?? "", "Taste", "Caramel");

      await other.goto("/#changes");
      const dialog = other.getByRole("dialog");
      const visitors = dialog.getByRole("listitem").getByRole("link", { name: /^visitor/ });
      await expect(visitors).toHaveCount(6); // both coffees were added before
      const names = await visitors.allTextContents();
      expect(new Set(names.slice(0, 4)).size).toBe(2);
      await visitors.nth(1).click();
      await expect(dialog).toHaveAccessibleName(`Everything by ${names[1]}`);
      await dialog.getByRole("button", { name: "Undo all by this visitor" }).click();
      const preview = dialog.getByRole("region", { name: "What will be undone" });
      await expect(preview.getByRole("listitem")).toHaveText([
        `Will come back: ${espresso.name}`,
        `Will change back: ${latte.name}Will stay because ${names[0]} wrote it later: Taste`,
      ]);
      await preview.getByRole("button", { name: "Undo these changes" }).click();
      await expect(dialog.getByRole("status")).toHaveText(/^Changes undone: \d\.$/);
      expect(await shop.list()).toEqual([
        { ...first, taste: "Caramel" },
        { ...espresso, _id: second?._id },
      ]);
      await other.close();
    },
  );

  test("undoing all by a visitor names the fields that stay blank because the shop erased them", async ({
    page,
    shop,
  }) => {
    const [first] = await shop.list();
    await edit(page, first?._id ?? "", "Taste", "ash");
    shop.operate("erase", "--change", "1", "--field", "taste", "--reason", "A phone number.", "--yes");

    await page.goto("/#changes");
    const dialog = page.getByRole("dialog");
    const change = dialog.getByRole("listitem").filter({ hasText: "ash" });
    await change.getByRole("link", { name: /^visitor/ }).click();
    await dialog.getByRole("button", { name: "Undo all by this visitor" }).click();
    const preview = dialog.getByRole("region", { name: "What will be undone" });
    const stays = "The shop erased this for good, so it stays blank: Taste.";
    await expect(preview.getByRole("listitem")).toHaveText([`Will change back: ${latte.name}${stays}`]);
    await preview.getByRole("button", { name: "Undo these changes" }).click();
    await expect(dialog.getByRole("status")).toHaveText(`Changes undone: 1. ${stays}`);
    expect((await shop.list())[0]).toEqual({ ...first, taste: "" });
  });

  test("a browser sends its key with writes only, and renews it each day", async ({ page, shop }) => {
    const [first] = await shop.list();
    const keys = keysOf(page);
    await edit(page, first?._id ?? "", "Taste", "ash");
    await edit(page, first?._id ?? "", "Taste", "fig");
    await page.evaluate(() => {
      const [key] = (localStorage.getItem("browser key") ?? "").split(" ");
      localStorage.setItem("browser key", `${key} 2026-01-01`);
    });
    await edit(page, first?._id ?? "", "Taste", "plum");
    const keysSent = keys.filter(({ key }) => key !== undefined);
    expect(keysSent.map(({ method }) => method)).toEqual(["PUT", "PUT", "PUT"]);
    const [one, again, renewed] = keysSent.map(({ key }) => key);
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(one);
    expect(renewed).not.toBe(one);
  });
});

test.describe("@own with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("no browser sends a key", async ({ page, shop }) => {
    const [first] = await shop.list();
    const keys = keysOf(page);
    await edit(page, first?._id ?? "", "Taste", "ash");
    expect(keys.filter(({ key }) => key !== undefined)).toEqual([]);
  });
});

test.describe("@classic", () => {
  test("another product server gets no key", async ({ page, shop }) => {
    const [first] = await shop.list();
    const keys = keysOf(page);
    await edit(page, first?._id ?? "", "Taste", "ash");
    expect(keys.filter(({ key }) => key !== undefined)).toEqual([]);
  });
});
