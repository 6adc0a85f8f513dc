// What a visitor does in the shop, step by step, in a browser of any kind. Each step begins at an address, so that one that
// fails does not take the next ones with it.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Coffee, CoffeeFields } from "../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../catalogue/fields.ts";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import type { Line } from "./line.ts";
import { ShopPage, Unmet, type Target } from "./shop-page.ts";
import type { Visitor, VisitorOptions } from "./visitor.ts";

export type Visit = Readonly<{
  page: ShopPage;
  /** What the product server holds now. */
  list: () => Promise<readonly Coffee[]>;
  /** Makes a call as somebody else does, without a browser. */
  call: (method: string, path: string, body?: object) => Promise<void>;
  line: Line;
  newVisitor: (options?: VisitorOptions) => Promise<Visitor>;
}>;

export type Step = Readonly<{
  name: string;
  run: (visit: Visit) => Promise<void>;
  /** Errors that the step brings about on purpose; any other fails it. */
  errors?: RegExp;
  /** Whether it is part of the short visit. */
  isShort?: true;
}>;

const heading: Target = { css: "main h1" };
const cards: Target = { css: "article.coffee-card" };
const names: Target = { css: "article.coffee-card h3" };
const searchField: Target = { css: "input[type=search]" };
const found: Target = { css: ".find-result" };
const dialog: Target = { css: "dialog[open]" };
const entries: Target = { css: "li.change", within: dialog };
const news: Target = { css: ".news button" };
const offlineBar: Target = { css: ".offline-bar" };
const unsent: Target = { css: ".unsent-coffees" };
const backToHome: Target = { css: "main a", name: "Back to home" };
const addLink: Target = { css: "main a", name: "Add Coffee" };
const send: Target = { css: "main form:not([role=search]) button[type=submit]" };
const notice = (words: string): Target => ({ css: ".notice", words });
const card = (name: string): Target => ({ ...cards, having: { css: "h3", name } });
const action = (label: string): Target => ({ css: ".action", name: label });
const field = (name: CoffeeField): Target => ({ css: `main form:not([role=search]) [name="${name}"]` });
const fact = (name: CoffeeField): Target => ({ css: `.fact-${name} dd` });
const undoOf = (words: string): Target => ({ css: "button", name: "Undo", within: notice(words) });

const noNetwork =
  /failed|Failed|NetworkError|ERR_|couldn't reach|Could not connect|connection was lost|Load failed|offline/;
const conflict = /412|someone else|changed this coffee/i;
const notThere = /404|410|There is no coffee|couldn't find/;

/** Home of a visit on paper. */
const sheetsAtMost = 4;

const firstNames = sampleCoffees.map(({ name }) => name);

const newCoffee: CoffeeFields = {
  name: "বৃষ্টির দিনের Kofi",
  chef: "Shirin & Sons <b>",
  supplier: "Sylhet Hills",
  taste: "Rain on dust; “honey”",
  category: "Milk coffee",
  details: "Only while it rains.",
  photo: "/photographs/dhaka-fog.jpg",
  price: "275.50",
};

export const steps: readonly Step[] = [
  {
    name: "home lists the coffees",
    isShort: true,
    run: async ({ page }) => {
      await page.open("/");
      await page.says(heading, "Would you like a Cup of Delicious Coffee?");
      await page.lists(names, firstNames);
      await page.says(card("Nolen Gur Latte"), /Tanvir Hasan.*340 Taka/);
      await page.says(found, "12 coffees");
    },
  },
  {
    name: "home has its four blurbs, eight photos and the footer",
    run: async ({ page }) => {
      await page.open("/");
      const blurbs = ["Awesome Aroma", "High Quality", "Pure Grades", "Proper Roasting"];
      await page.lists({ css: ".blurbs h2" }, blurbs);
      await page.run(() => scrollTo(0, document.documentElement.scrollHeight));
      const photos: Target = {
        css: "img",
        within: { css: "section", having: { css: "h2", name: "From Our Photo Wall" } },
      };
      await page.sees(photos, "eight photos that are drawn", (drawn) => drawn.filter(Boolean).length === 8, isDrawn);
      for (const words of ["+880", "Connect with Us", "All rights reserved"])
        await page.says({ css: "footer.site-footer" }, words);
    },
  },
  {
    name: "home has two columns in a wide window and one on a phone, and never scrolls sideways",
    run: async ({ page }) => {
      for (const [width, columns] of [
        [1280, 2],
        [375, 1],
      ] as const) {
        await page.visitor.resize(width, 900);
        await page.open("/");
        const isRight = (lefts: readonly number[]) => new Set(lefts).size === columns;
        await page.sees(cards, `${columns} columns where the window is ${width} wide`, isRight, leftOf);
        await fitsWindow(page);
      }
      await page.visitor.resize(360, 800);
      await page.open("/?lang=bn");
      await page.sees({ css: ".brand" }, "the shop's name in one line", ([height]) => height === 68, heightOf);
      await page.visitor.resize(1280, 900);
    },
  },
  {
    name: "Learn More does nothing",
    run: async ({ page }) => {
      await page.open("/");
      await doesNothing(page, () => page.click({ css: "main button", name: "Learn More" }));
    },
  },
  {
    name: "Send Message does nothing, and what was typed stays",
    run: async ({ page }) => {
      await page.open("/add-new-coffee");
      const fields: Target = { css: "footer input, footer textarea" };
      const name: Target = { css: "footer label:first-of-type input", within: { css: "footer form" } };
      await page.write(name, "Rahim");
      await doesNothing(page, async () => {
        await page.visitor.press("Enter");
        await page.click({ css: "footer button", name: "Send Message" });
      });
      await page.sees(fields, "Rahim in the first", ([first]) => first === "Rahim", valueOf);
    },
  },
  {
    name: "add: a coffee with all fields comes to the list's end, exactly as it was typed",
    isShort: true,
    run: async ({ page, list }) => {
      await page.open("/");
      await page.click(addLink);
      await page.says(heading, "Add New Coffee");
      for (const [name, text] of fieldsOf(newCoffee)) {
        await page.holds(field(name), "");
        await page.write(field(name), text);
      }
      await page.click({ ...send, name: "Add Coffee" });
      await page.isAt("/");
      await page.lists(names, [...firstNames, newCoffee.name]);
      await page.says(card(newCoffee.name), "275.50 Taka");
      await expectStored(list, newCoffee.name, newCoffee);
    },
  },
  {
    name: "the price goes out as text, digit by digit, and an empty one too",
    run: async ({ page, list }) => {
      for (const [name, price] of [
        ["Zero first", "012.50"],
        ["No price", ""],
      ] as const) {
        await page.open("/add-new-coffee");
        await page.write(field("name"), name);
        await page.write(field("price"), price);
        await page.click(send);
        await page.isAt("/");
        await expectStored(list, name, { price });
      }
    },
  },
  {
    name: "a price in words is refused at its field, and one in Bangla digits with a comma is a number",
    run: async ({ page, list }) => {
      const before = await list();
      await page.open("/add-new-coffee");
      await page.click(field("price"));
      await page.visitor.type("abc");
      await page.click(send);
      await page.says({ css: "#price-error" }, "Use only digits and a decimal point");
      if ((await list()).length > before.length) throw new Unmet("expected: nothing is added; a coffee is");
      await page.open("/add-new-coffee");
      await page.click(field("price"));
      await page.visitor.type("১২০,50");
      await page.holds(field("price"), "120.50");
    },
  },
  {
    name: "details show the photo and the seven lines",
    run: async ({ page }) => {
      const coffee = sampleCoffee("Saat Masjid Espresso");
      await page.open("/");
      await page.click(action(`View ${coffee.name}`));
      await page.isAt(/^\/coffee-details\/[0-9a-f]{24}$/);
      await page.says(heading, "Niceties");
      await page.sees({ css: ".details img" }, "a photo that is drawn", ([drawn]) => drawn === true, isDrawn);
      for (const name of ["name", "chef", "supplier", "taste", "category", "details"] as const)
        await page.says(fact(name), coffee[name]);
      await page.says(fact("price"), `${coffee.price} Taka`);
      await page.click(backToHome);
      await page.isAt("/");
      await page.shows(card(coffee.name));
    },
  },
  {
    name: "edit: the form is filled, and what is changed is in the list",
    isShort: true,
    run: async ({ page, list }) => {
      const coffee = sampleCoffee("Flat White");
      await page.open("/");
      await page.click(action(`Edit ${coffee.name}`));
      await page.says(heading, "Update Existing Coffee Details");
      for (const [name, text] of fieldsOf(coffee)) await page.holds(field(name), text);
      await page.write(field("taste"), "Hazel, cream");
      await page.write(field("price"), "215");
      await page.click({ ...send, name: "update Coffee" });
      await page.isAt("/");
      await page.says(card(coffee.name), /Hazel, cream.*215 Taka/);
      await expectStored(list, coffee.name, { ...coffee, taste: "Hazel, cream", price: "215" });
    },
  },
  {
    name: "a number that is not touched stays a number, and an edit that changes nothing stays on the page",
    run: async ({ page, list }) => {
      const coffee = sampleCoffee("Nolen Gur Latte");
      await page.open(`/update-coffee/${await idOf(list, coffee.name)}`);
      await page.click(send);
      await page.shows({ css: "main form[aria-busy=false]" });
      await page.says(heading, "Update Existing Coffee Details");
      await page.shows({ css: ".notice" }, 0);
      await page.write(field("chef"), "Tanvir H.");
      await page.click(send);
      await page.isAt("/");
      await expectStored(list, coffee.name, { chef: "Tanvir H.", price: 340 });
    },
  },
  {
    name: "two people edit different fields of a coffee at once: both are kept",
    run: async ({ page, list, newVisitor, line }) => {
      const id = await idOf(list, "Borhani Tonic");
      await using visitor = await newVisitor();
      const other = new ShopPage(visitor, line.url);
      await visitor.resize(1280, 900);
      for (const each of [page, other]) await each.open(`/update-coffee/${id}`);
      await page.write(field("taste"), "Mint, mustard");
      await other.write(field("price"), "199");
      await Promise.all([page.click(send), other.click(send)]);
      for (const each of [page, other]) await each.isAt("/");
      await expectStored(list, "Borhani Tonic", { taste: "Mint, mustard", price: "199" });
    },
    errors: conflict,
  },
  {
    name: "two people edit the same field: both texts are shown, and one is chosen",
    run: async ({ page, list, call }) => {
      const coffee = sampleCoffee("Daab Cold Brew");
      const id = await idOf(list, coffee.name);
      await page.open(`/update-coffee/${id}`);
      await page.write(field("taste"), "Ours");
      await call("PUT", `/coffee/${id}`, { ...coffee, taste: "Theirs" });
      const otherText: Target = { css: '[aria-label="The other version of Taste"]' };
      await page.click(send);
      await page.says(otherText, "Someone else wrote: Theirs");
      await page.holds(field("taste"), "Ours");
      await page.click({ css: "button", within: otherText });
      await page.holds(field("taste"), "Theirs");
      await page.says(otherText, "You wrote: Ours");
      await page.click({ css: "button", within: otherText });
      await page.click(send);
      await page.isAt("/");
      await expectStored(list, coffee.name, { taste: "Ours" });
    },
    errors: conflict,
  },
  {
    name: "delete removes the card at once, without a question",
    isShort: true,
    run: async ({ page, list }) => {
      await page.open("/");
      await page.click(action("Delete Cardamom Mocha"));
      await page.shows(card("Cardamom Mocha"), 0);
      await page.shows(notice("Cardamom Mocha was deleted."));
      await page.until("the server has it no more", list, (all) => all.every(({ name }) => name !== "Cardamom Mocha"));
    },
  },
  {
    name: "undo brings the deleted coffee back to its place",
    isShort: true,
    run: async ({ page, list }) => {
      await page.open("/");
      await page.click(action("Delete Tumbler Filter Coffee"));
      await page.shows(card("Tumbler Filter Coffee"), 0);
      await page.click(undoOf("Tumbler Filter Coffee was deleted."));
      await page.shows(card("Tumbler Filter Coffee"));
      await page.sees(names, "it is the fourth again", (all) => all[3] === "Tumbler Filter Coffee", wordsOf);
      await expectStored(list, "Tumbler Filter Coffee", sampleCoffee("Tumbler Filter Coffee"));
    },
  },
  {
    name: "Control+Z undoes a delete",
    run: async ({ page }) => {
      await page.open("/");
      await page.click(action("Delete Dudh Malai Coffee"));
      await page.shows(card("Dudh Malai Coffee"), 0);
      await page.shows(notice("Dudh Malai Coffee was deleted."));
      await page.visitor.pressWithControl("z");
      await page.shows(card("Dudh Malai Coffee"));
    },
  },
  {
    name: "find: typed words find coffees in either script, and are marked",
    isShort: true,
    run: async ({ page }) => {
      await page.open("/");
      await page.write(searchField, "malai");
      await page.lists(names, ["Dudh Malai Coffee"]);
      await page.says({ css: "mark" }, "Malai");
      await page.isAt("/?q=malai");
      await page.says(found, /^1 of \d+ coffees/);
      await page.write(searchField, "অ্যাফোগাতো");
      await page.lists(names, ["মিষ্টি দই আফোগাতো"]);
    },
  },
  {
    name: "words that nothing matches say so, and Show all coffees brings the list back",
    run: async ({ page }) => {
      await page.open("/");
      await page.write(searchField, "xyzzyq");
      await page.says(found, "No coffees match.");
      await page.shows(cards, 0);
      await page.click({ css: ".find-result a", name: "Show all coffees" });
      await page.isAt("/");
      await page.shows(card("Nolen Gur Latte"));
      await page.holds(searchField, "");
    },
  },
  {
    name: "filters and order stand in the address, and a reload shows the same",
    run: async ({ page, list }) => {
      const choice = (name: string): Target => ({ css: `[role=search] [name="${name}"]` });
      await page.open("/");
      await page.click({ css: ".find-filters summary" });
      await page.choose(choice("category"), "Cold");
      await page.choose(choice("sort"), "price");
      const cold = (await list()).filter(({ category }) => category === "Cold");
      const byPrice = cold.toSorted((one, other) => Number(one.price) - Number(other.price));
      const wanted = byPrice.map(({ name }) => name);
      await page.lists(names, wanted);
      await page.isAt("/?category=Cold&sort=price");
      await page.open("/?category=Cold&sort=price");
      await page.lists(names, wanted);
      await page.write(choice("price-to"), String(byPrice[0]?.price));
      await page.lists(names, wanted.slice(0, 1));
    },
  },
  {
    name: "Back from a coffee restores what was searched for, and Forward opens the coffee again",
    run: async ({ page }) => {
      await page.open("/?q=espresso");
      const [first = ""] = await page.each(names, wordsOf);
      await page.click(action(`View ${first}`));
      await page.isAt(/^\/coffee-details\//);
      await page.says(fact("name"), first);
      await page.run(() => history.back());
      await page.isAt("/?q=espresso");
      await page.holds(searchField, "espresso");
      await page.says(found, "coffees");
      await page.run(() => history.forward());
      await page.isAt(/^\/coffee-details\//);
      await page.says(fact("name"), first);
    },
  },
  {
    name: "the place in a long list is the same after Back",
    run: async ({ page }) => {
      await page.open("/");
      await page.click(action("View Saat Masjid Espresso"));
      await page.says(heading, "Niceties");
      await page.run(() => history.back());
      const isSeen = ([top]: readonly number[]) => top !== undefined && top > -300 && top < 900;
      await page.sees(card("Saat Masjid Espresso"), "it is in the window", isSeen, topOf);
    },
  },
  {
    name: "language: the page turns to Bangla, with its digits, remembers it, and back",
    isShort: true,
    run: async ({ page }) => {
      const language: Target = { css: "html" };
      await page.open("/");
      await page.click({ css: ".language-switch" });
      await page.sees(language, "bn", ([lang]) => lang === "bn", languageOf);
      await page.says(heading, "কফি");
      await page.says(card("Nolen Gur Latte"), "৩৪০ টাকা");
      await page.open("/add-new-coffee");
      await page.sees(language, "bn", ([lang]) => lang === "bn", languageOf);
      await page.click({ css: ".language-switch" });
      await page.says(heading, "Add New Coffee");
      await page.open("/");
      await page.says(heading, "Would you like");
    },
  },
  {
    name: "live: what others change waits until it is to be shown",
    run: async ({ page, list, call }) => {
      await page.open("/");
      const coffee = sampleCoffee("Dhaka Fog");
      await call("PUT", `/coffee/${await idOf(list, coffee.name)}`, { ...coffee, price: "777" });
      await page.says(news, /^1 change · show$/, 30_000);
      await page.says(card(coffee.name), `${coffee.price} Taka`);
      await page.click(news);
      await page.says(card(coffee.name), "777 Taka");
    },
  },
  {
    name: "live: a coffee's page says that it was changed, and shows it",
    run: async ({ page, list, call }) => {
      const coffee = sampleCoffee("Chattogram Hill Pour-over");
      const id = await idOf(list, coffee.name);
      await page.open(`/coffee-details/${id}`);
      await call("PUT", `/coffee/${id}`, { ...coffee, taste: "Changed meanwhile" });
      await page.says({ css: ".freshness" }, "Someone has just changed this coffee.", 30_000);
      await page.click({ css: ".freshness button", name: "Show the change" });
      await page.says(fact("taste"), "Changed meanwhile");
    },
  },
  {
    name: "the changes open in a dialog, and close by Escape, Back and their button",
    run: async ({ page }) => {
      await page.open("/");
      for (const close of [
        () => page.visitor.press("Escape"),
        () => page.run(() => history.back()),
        () => page.click({ css: "button", name: "Close", within: dialog }),
      ]) {
        await page.click({ css: "main a", name: "Recent changes" });
        await page.isAt("/#changes");
        await page.says(dialog, "Recent changes");
        await page.sees(entries, "entries", (all) => all.length > 5, wordsOf);
        await close();
        await page.shows(dialog, 0);
        await page.isAt(/^\/#?$/);
      }
    },
  },
  {
    name: "a change is undone from the dialog",
    run: async ({ page, list, call }) => {
      await call("POST", "/coffee", { ...newCoffee, name: "Undo me" });
      await page.open("/#changes");
      const newest: Target = { ...entries, words: "Added Undo me" };
      await page.click({ css: "button", within: newest });
      await page.says(newest, "Undone");
      await page.until("the server has it no more", list, (all) => all.every(({ name }) => name !== "Undo me"));
      await page.visitor.press("Escape");
      await page.shows(dialog, 0);
    },
  },
  {
    name: "Share copies the coffee's address, or shows it",
    run: async ({ page, list }) => {
      await page.open(`/coffee-details/${await idOf(list, "Nolen Gur Latte")}`);
      await page.sees({ css: ".page-code img" }, "a QR code that is drawn", ([drawn]) => drawn === true, isDrawn);
      await page.click({ css: ".share-link" });
      await page.says({ css: ".notice" }, /Link copied\.|To share this page, copy its link: http/);
    },
  },
  {
    name: "a draft comes back after leaving and a reload, and can be cleared",
    run: async ({ page }) => {
      await page.open("/add-new-coffee");
      await page.write(field("name"), "Half a thought");
      await page.write(field("details"), "Not sent");
      await page.click(backToHome);
      await page.isAt("/");
      await page.click(addLink);
      await page.holds(field("name"), "Half a thought");
      await page.open("/add-new-coffee");
      await page.holds(field("name"), "Half a thought");
      await page.holds(field("details"), "Not sent");
      await page.click({ css: "main button", name: "Clear" });
      await page.holds(field("name"), "");
    },
  },
  {
    name: "http photo: its address is typed into Photo, the preview shows it, and nothing that was typed is lost",
    isShort: true,
    run: async ({ page, list, line }) => {
      const photo = `${line.url}/photographs/dhaka-fog.jpg`;
      await page.open("/add-new-coffee");
      await page.write(field("name"), "By link");
      await page.write(field("photo"), photo);
      await page.visitor.press("Tab"); // it is asked for once the field is left
      await page.holds(field("name"), "By link");
      await page.sees({ css: ".card-preview img" }, "a photo that is drawn", ([drawn]) => drawn === true, isDrawn);
      await page.click(send);
      await page.isAt("/");
      await page.run(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.sees(
        { css: "img", within: card("By link") },
        "a photo that is drawn",
        ([drawn]) => drawn === true,
        isDrawn,
      );
      await expectStored(list, "By link", { photo });
    },
  },
  {
    name: "a photo that is no picture shows the drawn cup",
    run: async ({ page, call }) => {
      await call("POST", "/coffee", { ...newCoffee, name: "No picture", photo: "not a link: at all" });
      await page.open("/");
      await page.shows({ css: "svg.missing-photo", within: card("No picture") });
    },
  },
  {
    name: "empty and endless values keep the page in shape",
    run: async ({ page, call, list }) => {
      const long = "অনন্ত".repeat(200);
      await call("POST", "/coffee", { name: long, chef: long, taste: "x".repeat(10_000), price: "9".repeat(40) });
      await call("POST", "/coffee", {});
      for (const width of [375, 1280]) {
        await page.visitor.resize(width, 900);
        await page.open("/");
        await page.shows(action("View unnamed coffee"));
        await fitsWindow(page);
        await page.open(`/coffee-details/${await idOf(list, long)}`);
        await page.says(heading, "Niceties");
        await fitsWindow(page);
      }
      for (const name of ["", long]) await call("DELETE", `/coffee/${await idOf(list, name)}`);
    },
  },
  {
    name: "what the server refuses is said, and what was typed stays",
    run: async ({ page }) => {
      await page.open("/add-new-coffee");
      await page.write(field("name"), "Below zero");
      await page.write(field("price"), "-5");
      await page.click(send);
      await page.shows(notice("Your coffee wasn't added."));
      await page.holds(field("name"), "Below zero");
      await page.holds(field("price"), "-5");
      await page.click({ css: "main button", name: "Clear" });
    },
    errors: /400|POST \/coffee failed|price/i,
  },
  {
    name: "a coffee that was deleted shows blanks, and can be restored from its page",
    run: async ({ page, list, call }) => {
      const id = await idOf(list, "Saat Masjid Espresso");
      await call("DELETE", `/coffee/${id}`);
      await page.goTo(`/coffee-details/${id}`);
      await page.says(fact("name"), /^$/);
      await page.click({ css: "button", name: "Restore", within: notice("This coffee was deleted") });
      await page.says(fact("name"), "Saat Masjid Espresso");
      await expectStored(list, "Saat Masjid Espresso", {});
    },
    errors: notThere,
  },
  {
    name: "an unknown address shows the not-found page, with a way home",
    run: async ({ page }) => {
      await page.goTo("/no-such-page");
      await page.says(heading, "This cup is empty");
      await page.sees({ css: "main img" }, "a picture that is drawn", ([drawn]) => drawn === true, isDrawn);
      await page.click(backToHome);
      await page.isAt("/");
      await page.shows(card("Nolen Gur Latte"));
    },
    errors: notThere,
  },
  {
    name: "the keyboard alone: the skip link comes first, and Control with the slash leads to the search",
    run: async ({ page }) => {
      await page.open("/");
      await page.visitor.press("Tab");
      await page.says({ css: ":focus" }, "Skip to the page");
      await page.visitor.press("Enter");
      await page.visitor.pressWithControl("/");
      await page.shows({ css: "input[type=search]:focus" });
      await page.visitor.type("fog");
      await page.lists(names, ["Dhaka Fog"]);
      await page.visitor.press("Escape");
      await page.holds(searchField, "");
    },
  },
  {
    name: "offline: home and a coffee that was seen open, and say that the shop cannot be reached",
    run: async ({ page, line, list }) => {
      const path = `/coffee-details/${await idOf(list, "Nolen Gur Latte")}`;
      await page.open(path);
      await page.open("/");
      await kept(page, "/", "/coffee", path);
      await line.cut();
      await page.goTo("/");
      await page.shows(card("Nolen Gur Latte"));
      await page.says(offlineBar, "We can't reach the shop. This list is from");
      await page.goTo(path);
      await page.says(fact("chef"), "Tanvir");
      await line.join();
      await page.open("/");
      await page.says(offlineBar, /^$/, 30_000);
    },
    errors: noNetwork,
  },
  {
    name: "offline: a coffee that is typed there is kept, and sent once when the shop is back",
    run: async ({ page, line, list }) => {
      await page.open("/");
      await kept(page, "/", "/coffee");
      await line.cut();
      await page.click(addLink);
      await page.write(field("name"), "Typed in a tunnel");
      await page.click(send);
      await page.says({ css: ".notice" }, /We kept this coffee|Your text is saved in this browser/);
      await line.join();
      await page.open("/");
      await page.click({ css: "button", name: "Send", within: unsent });
      await page.shows(card("Typed in a tunnel"));
      await page.shows(unsent, 0);
      await page.until(
        "the server has it once",
        list,
        (all) => all.filter(({ name }) => name === "Typed in a tunnel").length === 1,
      );
    },
    errors: noNetwork,
  },
  {
    name: "the board shows every coffee at once, large, on a dark ground",
    run: async ({ page, list }) => {
      await page.visitor.resize(1280, 900);
      await page.goTo("/?board");
      const lines: Target = { css: ".board li" };
      const count = (await list()).length;
      const areIn = (all: readonly boolean[]) => all.length === count && all.every(Boolean);
      await page.sees(lines, `all ${count} coffees within the window`, areIn, isInWindow);
      await page.sees({ css: "html" }, "a dark ground", ([light]) => light !== undefined && light < 70, lightnessOf);
      await page.shows({ css: "header.site-header" }, 0);
      const headings: Target = { css: ".board h2:not(.sr-only)" };
      const areAbove = (all: readonly boolean[]) => all.length > 1 && all.every(Boolean);
      await page.sees(headings, "each category in the column of its first coffee", areAbove, isAboveItsFirstCoffee);
    },
  },
  {
    name: "print: home is a menu on paper, with every coffee and without buttons",
    run: async ({ page, list }) => {
      await page.open("/");
      const words = await wordsOnPaper(await page.visitor.print());
      for (const { name } of (await list()).filter((coffee) => /^[ -~]+$/.test(coffee.name)))
        if (!words.includes(name.replaceAll(" ", "")))
          throw new Unmet(`expected: ${name} on paper; there is: ${words}`);
      for (const control of ["AddCoffee", "LearnMore", "SendMessage"])
        if (words.includes(control)) throw new Unmet(`expected: no ${control} on paper; there is: ${words}`);
    },
  },
  {
    name: "dark: who prefers it sees light words on a dark ground",
    run: async ({ newVisitor, line }) => {
      await using visitor = await newVisitor({ prefersDark: true });
      const page = new ShopPage(visitor, line.url);
      for (const path of ["/", "/add-new-coffee"]) {
        await page.open(path);
        await page.sees({ css: "html" }, "a dark ground", ([light]) => light !== undefined && light < 70, lightnessOf);
        await page.sees(
          { css: "main h1" },
          "light words",
          ([light]) => light !== undefined && light > 150,
          lightnessOfWords,
        );
      }
      if (visitor.errors.length > 0) throw new Unmet(`expected: no errors; there are: ${visitor.errors.join("; ")}`);
    },
  },
];

function fieldsOf(fields: CoffeeFields): readonly (readonly [CoffeeField, string])[] {
  return coffeeFields.map((name) => [name, String(fields[name])]);
}

function sampleCoffee(name: string): CoffeeFields {
  const coffee = sampleCoffees.find((each) => each.name === name);
  if (!coffee) throw new Error(`There is no sample coffee ${name}.`);
  return coffee;
}

async function idOf(list: Visit["list"], name: string): Promise<string> {
  const coffee = (await list()).find((each) => each.name === name);
  if (!coffee) throw new Unmet(`expected: the server has ${name}; it does not`);
  return coffee._id;
}

/** Expects the product server to hold a coffee of this name with these fields. */
async function expectStored(list: Visit["list"], called: string, fields: Partial<CoffeeFields>): Promise<void> {
  const coffee = (await list()).find((each) => each.name === called);
  const isRight = ([name, value]: [string, unknown]) => Reflect.get(coffee ?? {}, name) === value;
  if (!coffee || !Object.entries(fields).every(isRight))
    throw new Unmet(`expected: ${JSON.stringify(fields)} on the server; there is: ${JSON.stringify(coffee)}`);
}

/** Expects that neither the address changes nor a call is made. */
async function doesNothing(page: ShopPage, act: () => Promise<unknown>): Promise<void> {
  // Pictures and code of other pages may come at any time; what a control does is a call or another page.
  const look = () => {
    const calls = performance.getEntriesByType("resource").filter(({ name }) => /\/coffee(\/|$)/.test(name));
    return [location.href, calls.length, performance.timeOrigin];
  };
  const before = await page.run(look);
  await act();
  await page.run(() => new Promise((resolve) => setTimeout(resolve, 300)));
  const after = await page.run(look);
  if (after.join() !== before.join())
    throw new Unmet(`expected: nothing happens; from ${before.join()} to ${after.join()}`);
}

async function fitsWindow(page: ShopPage): Promise<void> {
  const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  await page.until(
    "nothing is wider than the window",
    () => page.run(tooWide),
    (dots) => dots <= 0,
  );
}

/** Resolves once these addresses are kept in the browser for when the shop cannot be reached. */
async function kept(page: ShopPage, ...paths: readonly string[]): Promise<void> {
  const keptPaths = async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  };
  await page.until(
    `the browser keeps ${paths.join(", ")}`,
    () => page.run(keptPaths),
    (all) => paths.every((path) => all.includes(path)),
    30_000,
  );
}

/** The words of a PDF of few sheets, without blanks between them. */
async function wordsOnPaper(pdf: Buffer): Promise<string> {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  if (file.numPages > sheetsAtMost) throw new Unmet(`expected: few sheets of paper; there are ${file.numPages}`);
  const sheets = Array.from({ length: file.numPages }, async (_, at) => {
    const { items } = await (await file.getPage(at + 1)).getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join("");
  });
  return (await Promise.all(sheets)).join("").replaceAll(/\s/g, "");
}

// These run in the page, each alone.

function wordsOf(element: Element): string {
  return (element.textContent || "").trim();
}

function valueOf(element: Element): string {
  return "value" in element ? String(element.value) : "";
}

function isDrawn(image: Element): boolean {
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
}

function heightOf(element: Element): number {
  return Math.round(element.getBoundingClientRect().height);
}

function leftOf(element: Element): number {
  return Math.round(element.getBoundingClientRect().left);
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

function languageOf(element: Element): string {
  return element.getAttribute("lang") || "";
}

function isInWindow(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
}

/** Whether a category of the board stands in the column of its first coffee, whatever the size of the letters. */
function isAboveItsFirstCoffee(category: Element): boolean {
  const board = category.closest("[data-size]");
  const coffee = category.parentElement?.querySelector("li");
  if (!board || !coffee) return false;
  const fitting = String(board.getAttribute("data-size"));
  const isAbove = [...Array(8).keys()].every((size) => {
    board.setAttribute("data-size", String(size));
    return Math.abs(category.getBoundingClientRect().left - coffee.getBoundingClientRect().left) < 1;
  });
  board.setAttribute("data-size", fitting);
  return isAbove;
}

/** From 0 for black to 255 for white. */
function lightnessOf(element: Element): number {
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).backgroundColor.match(/[\d.]+/g) || []).map(Number);
  return (red + green + blue) / 3;
}

function lightnessOfWords(element: Element): number {
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) || []).map(Number);
  return (red + green + blue) / 3;
}
