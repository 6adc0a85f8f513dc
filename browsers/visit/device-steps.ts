import type { Coffee } from "../../catalogue/coffee.ts";
import { ShopPage, Unmet, type Target } from "../shop-page.ts";
import {
  cached,
  coloursOf,
  idOf,
  isDark,
  lightness,
  noNetwork,
  notThere,
  the,
  wordsOnPaper,
  type Colours,
  type Steps,
} from "./targets.ts";

/** Steps without a network, on the board, on paper, on a dark screen, and with the keyboard alone. */
export const deviceSteps: Steps = {
  "an unknown address shows the not-found page, with a way home": async (page, shop) => {
    shop.expectErrors(notThere);
    await page.goTo("/no-such-page");
    await page.says(the.heading, "This cup is empty");
    await page.draws({ css: "main img" });
    await page.click(the.backToHome);
    await page.isAt("/");
    await page.shows(the.card("Nolen Gur Latte"));
  },
  "the keyboard alone: the skip link comes first, and Control with the slash leads to the search": async (page) => {
    await page.open("/");
    await page.visitor.press("Tab");
    await page.says({ css: ":focus" }, "Skip to the page");
    await page.visitor.press("Enter");
    await page.visitor.pressWithControl("/");
    await page.shows({ css: "input[type=search]:focus" });
    await page.visitor.type("fog");
    await page.lists(the.names, ["Dhaka Fog"]);
    await page.visitor.press("Escape");
    await page.holds(the.searchField, "");
  },
  "offline: home and a coffee that was seen open, and say that the shop cannot be reached": async (page, shop) => {
    shop.expectErrors(noNetwork);
    const path = `/coffee-details/${await idOf(shop, "Nolen Gur Latte")}`;
    await page.open(path);
    await page.open("/");
    await cached(page, "/", "/coffee", path);
    await shop.line.cut();
    await page.goTo("/");
    await page.shows(the.card("Nolen Gur Latte"));
    await page.says(the.offlineBar, "We can't reach the shop. This list is from");
    await page.goTo(path);
    await page.says(the.fact("chef"), "Tanvir");
    await shop.line.join();
    await page.open("/");
    await page.says(the.offlineBar, /^$/, 30_000);
  },
  "offline: a coffee that is typed there is kept, and sent once when the shop is back": async (page, shop) => {
    shop.expectErrors(noNetwork);
    await page.open("/");
    await cached(page, "/", "/coffee");
    await shop.line.cut();
    await page.click(the.addLink);
    await page.write(the.field("name"), "Typed in a tunnel");
    await page.click(the.send);
    await page.says({ css: ".notice" }, /We kept this coffee|Your text is saved in this browser/);
    await shop.line.join();
    await page.open("/");
    await page.click({ css: "button", name: "Send", within: the.unsent });
    await page.shows(the.card("Typed in a tunnel"));
    await page.shows(the.unsent, 0);
    const isOnce = (all: readonly Coffee[]) => all.filter(({ name }) => name === "Typed in a tunnel").length === 1;
    await page.until("the server has it once", shop.list, isOnce);
  },
  "the board shows every coffee at once, large, on a dark ground": async (page, shop) => {
    await page.visitor.resize(1280, 900);
    await page.goTo("/?board");
    const lines: Target = { css: ".board li" };
    const count = (await shop.list()).length;
    const areIn = (all: readonly boolean[]) => all.length === count && all.every(Boolean);
    await page.sees(lines, `all ${count} coffees within the window`, areIn, isInWindow);
    await isDark(page);
    await page.shows({ css: "header.site-header" }, 0);
    const headings: Target = { css: ".board h2:not(.sr-only)" };
    const areAbove = (all: readonly boolean[]) => all.length > 1 && all.every(Boolean);
    await page.sees(headings, "each category in the column of its first coffee", areAbove, isAboveItsFirstCoffee);
  },
  "print: home is a menu on paper, with every coffee and without buttons": async (page, shop) => {
    await page.open("/");
    const words = await wordsOnPaper(await page.visitor.print());
    for (const { name } of (await shop.list()).filter((coffee) => /^[ -~]+$/.test(coffee.name)))
      if (!words.includes(name.replaceAll(" ", ""))) throw new Unmet(`expected: ${name} on paper; there is: ${words}`);
    for (const control of ["AddCoffee", "LearnMore", "SendMessage"])
      if (words.includes(control)) throw new Unmet(`expected: no ${control} on paper; there is: ${words}`);
  },
  "dark: who prefers it sees light words on a dark ground": async (_page, shop) => {
    await using visitor = await shop.newVisitor({ prefersDark: true });
    const page = new ShopPage(visitor, shop.line.url);
    for (const path of ["/", "/add-new-coffee"]) {
      await page.open(path);
      await isDark(page);
      const isLight = ([style]: readonly Colours[]) => style !== undefined && lightness(style.color) > 150;
      await page.sees(the.heading, "light words", isLight, coloursOf);
    }
    if (visitor.errors.length > 0) throw new Unmet(`expected: no errors; there are: ${visitor.errors.join("; ")}`);
  },
};

/** Runs in the page. */
function isInWindow(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
}

/** Runs in the page: whether a heading of the board is in the same column as its first coffee, at any font size. */
function isAboveItsFirstCoffee(category: Element): boolean {
  const sheet = category.closest<HTMLElement>(".board-sheet");
  const coffee = category.parentElement?.querySelector("li");
  if (!sheet || !coffee) return false;
  const fitting = sheet.style.fontSize;
  const isAbove = [8, 6.6, 5.5, 4.6, 3.9, 3.3, 2.9, 2.5].every((size) => {
    sheet.style.fontSize = `${size}vmin`;
    return Math.abs(category.getBoundingClientRect().left - coffee.getBoundingClientRect().left) < 1;
  });
  sheet.style.fontSize = fitting;
  return isAbove;
}
