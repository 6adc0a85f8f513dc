import { ShopPage, Unmet, wordsOf, valueOf, type Target } from "../shop-page.ts";
import {
  conflict,
  doesNothing,
  expectStored,
  fitsWindow,
  idOf,
  newCoffee,
  notThere,
  sampleCoffee,
  the,
  type Steps,
} from "./targets.ts";

/** Steps with forms, what the forms refuse, and other people who write at the same time. */
export const formSteps: Steps = {
  "Send Message does nothing, and what was typed stays": async (page) => {
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
  "the price goes out as text, digit by digit, and an empty one too": async (page, shop) => {
    for (const [name, price] of Object.entries({ "Zero first": "012.50", "No price": "" })) {
      await page.open("/add-new-coffee");
      await page.write(the.field("name"), name);
      await page.write(the.field("price"), price);
      await page.click(the.send);
      await page.isAt("/");
      await expectStored(shop, name, { price });
    }
  },
  "a price in words is refused at its field, and one in Bangla digits with a comma is a number": async (page, shop) => {
    const before = await shop.list();
    await page.open("/add-new-coffee");
    await page.click(the.field("price"));
    await page.visitor.type("abc");
    await page.click(the.send);
    await page.says({ css: "#price-error" }, "Use only digits and a decimal point");
    if ((await shop.list()).length > before.length) throw new Unmet("expected: nothing is added; a coffee is");
    await page.open("/add-new-coffee");
    await page.click(the.field("price"));
    await page.visitor.type("১২০,50");
    await page.holds(the.field("price"), "120.50");
  },
  "a number that is not touched stays a number, and an edit that changes nothing stays on the page": async (
    page,
    shop,
  ) => {
    const coffee = sampleCoffee("Nolen Gur Latte");
    await page.open(`/update-coffee/${await idOf(shop, coffee.name)}`);
    await page.click(the.send);
    await page.shows({ css: "main form[aria-busy=false]" });
    await page.says(the.heading, "Update Existing Coffee Details");
    await page.shows({ css: ".notice" }, 0);
    await page.write(the.field("chef"), "Tanvir H.");
    await page.click(the.send);
    await page.isAt("/");
    await expectStored(shop, coffee.name, { chef: "Tanvir H.", price: 340 });
  },
  "two people edit different fields of a coffee at once: both are kept": async (page, shop) => {
    shop.expectErrors(conflict);
    const id = await idOf(shop, "Borhani Tonic");
    await using visitor = await shop.newVisitor();
    const other = new ShopPage(visitor, shop.line.url);
    await visitor.resize(1280, 900);
    for (const each of [page, other]) await each.open(`/update-coffee/${id}`);
    await page.write(the.field("taste"), "Mint, mustard");
    await other.write(the.field("price"), "199");
    await Promise.all([page.click(the.send), other.click(the.send)]);
    for (const each of [page, other]) await each.isAt("/");
    await expectStored(shop, "Borhani Tonic", { taste: "Mint, mustard", price: "199" });
  },
  "two people edit the same field: both texts are shown, and one is chosen": async (page, shop) => {
    shop.expectErrors(conflict);
    const coffee = sampleCoffee("Daab Cold Brew");
    const id = await idOf(shop, coffee.name);
    await page.open(`/update-coffee/${id}`);
    await page.write(the.field("taste"), "Ours");
    await shop.call("PUT", `/coffee/${id}`, { ...coffee, taste: "Theirs" });
    const otherText: Target = { css: '[aria-label="The other version of Taste"]' };
    await page.click(the.send);
    await page.says(otherText, "Someone else wrote: Theirs");
    await page.holds(the.field("taste"), "Ours");
    await page.click({ css: "button", within: otherText });
    await page.holds(the.field("taste"), "Theirs");
    await page.says(otherText, "You wrote: Ours");
    await page.click({ css: "button", within: otherText });
    await page.click(the.send);
    await page.isAt("/");
    await expectStored(shop, coffee.name, { taste: "Ours" });
  },
  "Control+Z undoes a delete": async (page) => {
    await page.open("/");
    await page.click(the.action("Delete Dudh Malai Coffee"));
    await page.shows(the.card("Dudh Malai Coffee"), 0);
    await page.shows(the.notice("Dudh Malai Coffee was deleted."));
    await page.visitor.pressWithControl("z");
    await page.shows(the.card("Dudh Malai Coffee"));
  },
  "live: what others change waits until it is to be shown": async (page, shop) => {
    await page.open("/");
    const coffee = sampleCoffee("Dhaka Fog");
    await shop.call("PUT", `/coffee/${await idOf(shop, coffee.name)}`, { ...coffee, price: "777" });
    await page.says(the.news, /^1 change · show$/, 30_000);
    await page.says(the.card(coffee.name), `${coffee.price} Taka`);
    await page.click(the.news);
    await page.says(the.card(coffee.name), "777 Taka");
  },
  "live: a coffee's page says that it was changed, and shows it": async (page, shop) => {
    const coffee = sampleCoffee("Chattogram Hill Pour-over");
    const id = await idOf(shop, coffee.name);
    await page.open(`/coffee-details/${id}`);
    await shop.call("PUT", `/coffee/${id}`, { ...coffee, taste: "Changed meanwhile" });
    await page.says({ css: "article [role=status] p" }, "Someone has just changed this coffee.", 30_000);
    await page.click({ css: "article [role=status] button", name: "Show the change" });
    await page.says(the.fact("taste"), "Changed meanwhile");
  },
  "the changes open in a dialog, and close by Escape, Back and their button": async (page) => {
    await page.open("/");
    for (const close of [
      () => page.visitor.press("Escape"),
      () => page.run(() => history.back()),
      () => page.click({ css: "button", name: "Close", within: the.dialog }),
    ]) {
      await page.click({ css: "main a", name: "Recent changes" });
      await page.isAt("/#changes");
      await page.says(the.dialog, "Recent changes");
      await page.sees(the.entries, "entries", (all) => all.length > 5, wordsOf);
      await close();
      await page.shows(the.dialog, 0);
      await page.isAt(/^\/#?$/);
    }
  },
  "a change is undone from the dialog": async (page, shop) => {
    await shop.call("POST", "/coffee", { ...newCoffee, name: "Undo me" });
    await page.open("/#changes");
    const newest: Target = { ...the.entries, words: "Added Undo me" };
    await page.click({ css: "button", within: newest });
    await page.says(newest, "Undone");
    await page.until("the server has it no more", shop.list, (all) => all.every(({ name }) => name !== "Undo me"));
    await page.visitor.press("Escape");
    await page.shows(the.dialog, 0);
  },
  "a draft comes back after leaving and a reload, and can be cleared": async (page) => {
    await page.open("/add-new-coffee");
    await page.write(the.field("name"), "Half a thought");
    await page.write(the.field("details"), "Not sent");
    await page.click(the.backToHome);
    await page.isAt("/");
    await page.click(the.addLink);
    await page.holds(the.field("name"), "Half a thought");
    await page.open("/add-new-coffee");
    await page.holds(the.field("name"), "Half a thought");
    await page.holds(the.field("details"), "Not sent");
    await page.click({ css: "main button", name: "Clear" });
    await page.holds(the.field("name"), "");
  },
  "a photo that is no picture shows the drawn cup": async (page, shop) => {
    await shop.call("POST", "/coffee", { ...newCoffee, name: "No picture", photo: "not a link: at all" });
    await page.open("/");
    await page.shows({ css: "svg.missing-photo", within: the.card("No picture") });
  },
  "empty and endless values keep the page in shape": async (page, shop) => {
    const long = "অনন্ত".repeat(200);
    await shop.call("POST", "/coffee", { name: long, chef: long, taste: "x".repeat(10_000), price: "9".repeat(40) });
    await shop.call("POST", "/coffee", {});
    for (const width of [375, 1280]) {
      await page.visitor.resize(width, 900);
      await page.open("/");
      await page.shows(the.action("View unnamed coffee"));
      await fitsWindow(page);
      await page.open(`/coffee-details/${await idOf(shop, long)}`);
      await page.says(the.heading, "Niceties");
      await fitsWindow(page);
    }
    for (const name of ["", long]) await shop.call("DELETE", `/coffee/${await idOf(shop, name)}`);
  },
  "what the server refuses is said, and what was typed stays": async (page, shop) => {
    shop.expectErrors(/400|POST \/coffee failed|price/i);
    await page.open("/add-new-coffee");
    await page.write(the.field("name"), "Below zero");
    await page.write(the.field("price"), "-5");
    await page.click(the.send);
    await page.shows(the.notice("Your coffee wasn't added."));
    await page.holds(the.field("name"), "Below zero");
    await page.holds(the.field("price"), "-5");
    await page.click({ css: "main button", name: "Clear" });
  },
  "a coffee that was deleted shows blanks, and can be restored from its page": async (page, shop) => {
    shop.expectErrors(notThere);
    const id = await idOf(shop, "Saat Masjid Espresso");
    await shop.call("DELETE", `/coffee/${id}`);
    await page.goTo(`/coffee-details/${id}`);
    await page.says(the.fact("name"), /^$/);
    await page.click({ css: "button", name: "Restore", within: the.notice("This coffee was deleted") });
    await page.says(the.fact("name"), "Saat Masjid Espresso");
    await expectStored(shop, "Saat Masjid Espresso", {});
  },
};
