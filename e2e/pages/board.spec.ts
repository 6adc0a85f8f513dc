// The board: the menu for a screen on a wall.
import type { Page } from "@playwright/test";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { espresso, expect, latte, open, test } from "../fixtures.ts";

/** The left edge of each coffee's line, and whether it is in view; lines of other pages are beside the window. */
function placesOf(page: Page) {
  return page.getByRole("listitem").evaluateAll((lines) =>
    lines.map((line) => {
      const { left, right, top, bottom } = line.getBoundingClientRect();
      return {
        left: Math.round(left),
        isInView: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight,
      };
    }),
  );
}

function manyCoffees(count: number): CoffeeFields[] {
  const categories = ["Espresso", "Milk coffee", "দুধ কফি", "Iced coffee", "চা"];
  return Array.from({ length: count }, (_, at) => ({
    ...(at % 2 ? espresso : latte),
    name: at % 3 ? `Coffee No. ${at}` : `কফি ${at}`,
    category: categories[Math.floor((at * categories.length) / count)] ?? "",
  }));
}

test(
  "the board shows every coffee by category with its price, and has no actions",
  { tag: "@quick" },
  async ({ page }) => {
    await open(page, "/?board");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Niceties");
    const milk = page.getByRole("region", { name: latte.category });
    await expect(milk.getByRole("listitem")).toHaveText(`${latte.name}340 Taka${latte.taste}`);
    await expect(page.getByRole("region", { name: espresso.category }).getByRole("listitem")).toHaveCount(1);
    for (const role of ["link", "button", "textbox", "banner", "contentinfo", "dialog"] as const)
      await expect(page.getByRole("main").getByRole(role).or(page.getByRole(role))).toHaveCount(0);
    await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  },
);

test("the board comes complete in its first document", async ({ shop }) => {
  const html = await (await fetch(`${shop.url}/?board`)).text();
  expect(html).toContain(latte.name);
  expect(html).toContain(espresso.name);
  expect(html).not.toContain("Send Message");
});

for (const [width, height] of [
  [1920, 1080],
  [1080, 1920],
] as const) {
  for (const [count, columns] of [
    [5, 2],
    [12, width > height ? 3 : 2],
    [40, width > height ? 4 : 2],
  ] as const) {
    test.describe(`${count} coffees on a screen of ${width} by ${height}`, () => {
      test.use({ viewport: { width, height }, catalogue: { coffees: manyCoffees(count) } });

      test(`all ${count} are seen at once on ${width} by ${height}, in columns`, async ({ page }) => {
        await open(page, "/?board");
        await expect.poll(async () => (await placesOf(page)).filter(({ isInView }) => isInView).length).toBe(count);
        const places = await placesOf(page);
        expect(new Set(places.map(({ left }) => left)).size).toBe(columns);
        const cut = page.getByRole("heading", { level: 3 }).filter({ visible: true });
        for (const name of await cut.all())
          expect(await name.evaluate((each) => each.scrollHeight <= each.clientHeight * 1.25)).toBe(true);
      });
    });
  }
}

test.describe("more coffees than a screen holds", () => {
  test.use({ viewport: { width: 1920, height: 1080 }, catalogue: { coffees: manyCoffees(150) } });

  test("come page by page, each whole, until all were seen, and then from the start", async ({ page }) => {
    await page.clock.install();
    await open(page, "/?board");
    const pageOf = page.getByText(/^\d \/ \d$/);
    await expect(page.getByRole("listitem")).toHaveCount(150); // the first document has fewer
    await page.evaluate(() => document.fonts.ready);
    await expect(page.getByRole("paragraph").filter({ has: pageOf })).toHaveText(/^Page 1 of ([2-9])1 \/ \1$/);
    const pages = Number((await pageOf.innerText()).at(-1));
    const seen = new Set<number>();
    for (let number = 1; number <= pages; number += 1) {
      await expect(pageOf).toHaveText(`${number} / ${pages}`);
      const places = await placesOf(page);
      for (const [at, { isInView }] of places.entries()) if (isInView) seen.add(at);
      await page.clock.runFor(14_500);
    }
    expect(seen.size).toBe(150);
    await expect(pageOf).toHaveText(`1 / ${pages}`);
  });
});

test.describe("one name of 150 letters among twelve coffees", () => {
  const long = { ...latte, name: "Long name ".repeat(15) };
  test.use({ viewport: { width: 1920, height: 1080 }, catalogue: { coffees: [long, ...manyCoffees(11)] } });

  test("is cut short, and the board's text is as large as with a name of 39 letters", async ({ page, shop }) => {
    const sizeOf = async () => {
      await open(page, "/?board");
      await expect(page.getByRole("listitem")).toHaveCount(12);
      await page.evaluate(() => document.fonts.ready);
      return page.locator(".board-sheet").evaluate(({ style }) => style.fontSize);
    };
    const withLong = await sizeOf();
    await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText(/^(Long name ){3}Long name…$/);
    const [coffee] = await shop.list();
    await page.request.put(`${shop.productServerUrl}/coffee/${coffee?._id}`, {
      data: { ...latte, name: "Long name ".repeat(4).trim() },
    });
    expect(await sizeOf()).toBe(withLong);
  });
});

test.describe("hard values", () => {
  const endless = { ...latte, name: "Endless ".repeat(40), taste: "x".repeat(900), price: "9".repeat(80) };
  test.use({ catalogue: { coffees: [emptyFields, endless, latte] }, viewport: { width: 1920, height: 1080 } });

  test("blank and very long values all stay in view on the board", async ({ page }) => {
    await open(page, "/?board");
    await expect(page.getByRole("listitem")).toHaveCount(3);
    await expect.poll(async () => (await placesOf(page)).every(({ isInView }) => isInView)).toBe(true);
    await expect(page.getByText("Unnamed coffee")).toHaveCount(1);
  });
});

test.describe("in Bangla", () => {
  test.use({
    locale: "bn-BD",
    catalogue: { coffees: [{ ...latte, name: "দুধ কফি", category: "কফি", taste: "মিষ্টি" }] },
  });

  test("the board is in Bangla too", async ({ page }) => {
    await open(page, "/?board");
    await expect(page.getByRole("listitem")).toHaveText("দুধ কফি৩৪০ টাকামিষ্টি");
    expect(await page.locator("body").innerText()).not.toMatch(/[A-Za-z]/);
  });
});

test.describe("with extras off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("there is no board, and its address shows home", async ({ page }) => {
    await open(page, "/?board");
    await expect(page.getByRole("button", { name: "Learn More" })).toBeVisible();
  });
});
