import { wordsOf, type Target } from "../shop-page.ts";
import {
  doesNothing,
  expectStored,
  fieldsOf,
  firstNames,
  fitsWindow,
  idOf,
  newCoffee,
  sampleCoffee,
  the,
  type Steps,
} from "./targets.ts";

/** The steps of the short visit, with which the whole one begins. */
export const shortSteps: Steps = {
  "home lists the coffees": async (page) => {
    await page.open("/");
    await page.says(the.heading, "Would you like a Cup of Delicious Coffee?");
    await page.lists(the.names, firstNames);
    await page.says(the.card("Nolen Gur Latte"), /Tanvir Hasan.*340 Taka/);
    await page.says(the.found, "12 coffees");
  },
  "add: a coffee with all fields comes to the list's end, exactly as it was typed": async (page, shop) => {
    await page.open("/");
    await page.click(the.addLink);
    await page.says(the.heading, "Add New Coffee");
    for (const [name, text] of fieldsOf(newCoffee)) {
      await page.holds(the.field(name), "");
      await page.write(the.field(name), text);
    }
    await page.click({ ...the.send, name: "Add Coffee" });
    await page.isAt("/");
    await page.lists(the.names, [...firstNames, newCoffee.name]);
    await page.says(the.card(newCoffee.name), "275.50 Taka");
    await expectStored(shop, newCoffee.name, newCoffee);
  },
  "edit: the form is filled, and what is changed is in the list": async (page, shop) => {
    const coffee = sampleCoffee("Flat White");
    await page.open("/");
    await page.click(the.action(`Edit ${coffee.name}`));
    await page.says(the.heading, "Update Existing Coffee Details");
    for (const [name, text] of fieldsOf(coffee)) await page.holds(the.field(name), text);
    await page.write(the.field("taste"), "Hazel, cream");
    await page.write(the.field("price"), "215");
    await page.click({ ...the.send, name: "update Coffee" });
    await page.isAt("/");
    await page.says(the.card(coffee.name), /Hazel, cream.*215 Taka/);
    await expectStored(shop, coffee.name, { ...coffee, taste: "Hazel, cream", price: "215" });
  },
  "delete removes the card at once, without a question": async (page, shop) => {
    await page.open("/");
    await page.click(the.action("Delete Cardamom Mocha"));
    await page.shows(the.card("Cardamom Mocha"), 0);
    await page.shows(the.notice("Cardamom Mocha was deleted."));
    await page.until("the server has it no more", shop.list, (all) =>
      all.every(({ name }) => name !== "Cardamom Mocha"),
    );
  },
  "undo brings the deleted coffee back to its place": async (page, shop) => {
    await page.open("/");
    await page.click(the.action("Delete Tumbler Filter Coffee"));
    await page.shows(the.card("Tumbler Filter Coffee"), 0);
    await page.click(the.undoOf("Tumbler Filter Coffee was deleted."));
    await page.shows(the.card("Tumbler Filter Coffee"));
    await page.sees(the.names, "it is the fourth again", (all) => all[3] === "Tumbler Filter Coffee", wordsOf);
    await expectStored(shop, "Tumbler Filter Coffee", sampleCoffee("Tumbler Filter Coffee"));
  },
  "find: typed words find coffees in either script, and are marked": async (page) => {
    await page.open("/");
    await page.write(the.searchField, "malai");
    await page.lists(the.names, ["Dudh Malai Coffee"]);
    await page.says({ css: "mark" }, "Malai");
    await page.isAt("/?q=malai");
    await page.says(the.found, /^1 of \d+ coffees/);
    await page.write(the.searchField, "অ্যাফোগাতো");
    await page.lists(the.names, ["মিষ্টি দই আফোগাতো"]);
  },
  "language: the page turns to Bangla, with its digits, remembers it, and back": async (page) => {
    await page.open("/");
    await page.click({ css: ".language-switch" });
    await page.shows({ css: "html[lang=bn]" });
    await page.says(the.heading, "কফি");
    await page.says(the.card("Nolen Gur Latte"), "৩৪০ টাকা");
    await page.open("/add-new-coffee");
    await page.shows({ css: "html[lang=bn]" });
    await page.click({ css: ".language-switch" });
    await page.says(the.heading, "Add New Coffee");
    await page.open("/");
    await page.says(the.heading, "Would you like");
  },
  "photo: its address is typed into Photo, the preview shows it, and nothing that was typed is lost": async (
    page,
    shop,
  ) => {
    const photo = "/photographs/dhaka-fog-960.webp";
    await page.open("/add-new-coffee");
    await page.write(the.field("name"), "By link");
    await page.write(the.field("photo"), photo);
    await page.visitor.press("Tab"); // the photo is fetched once the field loses focus
    await page.holds(the.field("name"), "By link");
    await page.draws({ css: ".card-preview img" });
    await page.click(the.send);
    await page.isAt("/");
    await page.run(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.draws({ css: "img", within: the.card("By link") });
    await expectStored(shop, "By link", { photo });
  },
};

/** Home, filters, details, and the way back. */
export const homeSteps: Steps = {
  "home has its four blurbs, eight photos and the footer": async (page) => {
    await page.open("/");
    const blurbs = ["Awesome Aroma", "High Quality", "Pure Grades", "Proper Roasting"];
    await page.lists({ css: ".blurbs h2" }, blurbs);
    await page.run(() => scrollTo(0, document.documentElement.scrollHeight));
    const wall: Target = { css: "section", having: { css: "h2", name: "From Our Photo Wall" } };
    await page.shows({ css: "img", within: wall }, 8);
    await page.draws({ css: "img", within: wall }, 8);
    for (const words of ["+880", "Connect with Us", "All rights reserved"])
      await page.says({ css: "footer.site-footer" }, words);
  },
  "home has two columns in a wide window and one on a phone, and never scrolls sideways": async (page) => {
    for (const { width, columns } of [
      { width: 1280, columns: 2 },
      { width: 375, columns: 1 },
    ]) {
      await page.visitor.resize(width, 900);
      await page.open("/");
      const isRight = (lefts: readonly number[]) => new Set(lefts).size === columns;
      await page.sees(the.cards, `${columns} columns where the window is ${width} wide`, isRight, (element) =>
        Math.round(element.getBoundingClientRect().left),
      );
      await fitsWindow(page);
    }
    await page.visitor.resize(360, 800);
    await page.open("/?lang=bn");
    await page.sees(
      { css: ".brand" },
      "the shop's name in one line",
      ([height]) => height === 68,
      (element) => Math.round(element.getBoundingClientRect().height),
    );
    await page.visitor.resize(1280, 900);
  },
  "Learn More does nothing": async (page) => {
    await page.open("/");
    await doesNothing(page, () => page.click({ css: "main button", name: "Learn More" }));
  },
  "details show the photo and the seven lines": async (page) => {
    const coffee = sampleCoffee("Saat Masjid Espresso");
    await page.open("/");
    await page.click(the.action(`View ${coffee.name}`));
    await page.isAt(/^\/coffee-details\/[0-9a-f]{24}$/);
    await page.says(the.heading, "Niceties");
    await page.draws({ css: ".details img" });
    for (const name of ["name", "chef", "supplier", "taste", "category", "details"] as const)
      await page.says(the.fact(name), coffee[name]);
    await page.says(the.fact("price"), `${coffee.price} Taka`);
    await page.click(the.backToHome);
    await page.isAt("/");
    await page.shows(the.card(coffee.name));
  },
  "words that nothing matches say so, and Show all coffees brings the list back": async (page) => {
    await page.open("/");
    await page.write(the.searchField, "xyzzyq");
    await page.says(the.found, "No coffees match.");
    await page.shows(the.cards, 0);
    await page.click({ css: ".find-result a", name: "Show all coffees" });
    await page.isAt("/");
    await page.shows(the.card("Nolen Gur Latte"));
    await page.holds(the.searchField, "");
  },
  "filters and order stand in the address, and a reload shows the same": async (page, shop) => {
    const choice = (name: string): Target => ({ css: `[role=search] [name="${name}"]` });
    await page.open("/");
    await page.click({ css: ".find-filters summary" });
    await page.choose(choice("category"), "Cold");
    await page.choose(choice("sort"), "price");
    const cold = (await shop.list()).filter(({ category }) => category === "Cold");
    const byPrice = cold.toSorted((one, other) => Number(one.price) - Number(other.price));
    const wanted = byPrice.map(({ name }) => name);
    await page.lists(the.names, wanted);
    await page.isAt("/?category=Cold&sort=price");
    await page.open("/?category=Cold&sort=price");
    await page.lists(the.names, wanted);
    await page.write(choice("price-to"), String(byPrice[0]?.price));
    await page.lists(the.names, wanted.slice(0, 1));
  },
  "Back from a coffee restores what was searched for, and Forward opens the coffee again": async (page) => {
    await page.open("/?q=espresso");
    const [first = ""] = await page.each(the.names, wordsOf);
    await page.click(the.action(`View ${first}`));
    await page.isAt(/^\/coffee-details\//);
    await page.says(the.fact("name"), first);
    await page.run(() => history.back());
    await page.isAt("/?q=espresso");
    await page.holds(the.searchField, "espresso");
    await page.says(the.found, "coffees");
    await page.run(() => history.forward());
    await page.isAt(/^\/coffee-details\//);
    await page.says(the.fact("name"), first);
  },
  "the place in a long list is the same after Back": async (page) => {
    await page.open("/");
    await page.click(the.action("View Saat Masjid Espresso"));
    await page.says(the.heading, "Niceties");
    await page.run(() => history.back());
    const isSeen = ([top]: readonly number[]) => top !== undefined && top > -300 && top < 900;
    await page.sees(
      the.card("Saat Masjid Espresso"),
      "it is in the window",
      isSeen,
      (element) => element.getBoundingClientRect().top,
    );
  },
  "Share copies the coffee's address, or shows it": async (page, shop) => {
    await page.open(`/coffee-details/${await idOf(shop, "Nolen Gur Latte")}`);
    await page.draws({ css: ".page-code img" });
    await page.click({ css: ".share-link" });
    await page.says({ css: ".notice" }, /Link copied\.|To share this page, copy its link: http/);
  },
};
