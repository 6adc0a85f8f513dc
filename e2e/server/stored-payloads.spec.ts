// Over 300 lines: each page is read by the same functions, which compare it with the stored texts.
import type { Locator, Page } from "@playwright/test";
import { isBlank } from "../../catalogue/text/is-blank.ts";
import { addresses } from "../../app/shop/addresses.ts";
import { displayName, shortName } from "../../app/coffee/text/display-name.ts";
import { coffeeDescription } from "../../app/coffee/text/coffee-description.ts";
import { excerpt } from "../../app/coffee/text/excerpt.ts";
import { asSentence } from "../../app/notices/as-sentence.ts";
import { hashSource } from "../../app/document/inline-code.ts";
import { english } from "../../app/words/english.ts";
import { controlValue } from "../../app/form/fields/control-value.ts";
import { emptyFields, type Coffee, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, textFields } from "../../catalogue/fields.ts";
import { expect, latte, notices, open, test } from "../fixtures.ts";
import { hostileCoffees, pictures, storedTexts } from "../stored-texts.ts";

/** The exact start tag of a block of structured data. Its type keeps browsers from running it. */
const dataBlock = '<script type="application/ld+json">';

const seed = Number(process.env["STORED_PAYLOADS_SEED"] || "1");
const texts = storedTexts(seed);
const coffees = hostileCoffees(texts);

/** Opening every coffee's pages takes minutes. Every seventh coffee is enough: together these hold all texts. */
const isWhole = process.env["STORED_PAYLOADS"] === "all";
const visitedStep = isWhole ? 1 : textFields.length;
const visitTimeoutMs = isWhole ? 900_000 : 120_000;

/** Coffees whose pages show every permitted element: own, foreign, inline and missing photos, blanks and long texts. */
const harmless = [
  latte,
  { ...latte, photo: `${pictures}/a.png` },
  { ...latte, photo: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" },
  { ...latte, name: "টং", chef: "টং", taste: "টং", supplier: "টং", category: "টং", details: "টং", photo: "" },
  emptyFields,
  { ...latte, name: "long ".repeat(40), details: "long ".repeat(40) },
];

test("@own there are 80 stored payloads and more, and each stands in each text field", () => {
  expect(texts.length).toBeGreaterThanOrEqual(80);
  for (const field of textFields) expect(new Set(coffees.map((coffee) => coffee[field]))).toEqual(new Set(texts));
  expect(storedTexts(seed)).toEqual(texts);
});

test.describe("@own stored payloads", () => {
  test.use({
    catalogue: { coffees: [...harmless, ...coffees] },
    // Only photos that the shop does not have (404) and edits that come after another edit (412) may log errors.
    expected: { console: /status of 4(04|12)|Someone changed this coffee/ },
  });

  test.beforeEach(async ({ page }) => {
    const picture = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
    await page.route(/\/-\/copies\?/, (route) => route.fulfill(picture));
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(globalThis, { violations });
      document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
    });
  });

  test("home shows every text exactly, and none of them runs", { tag: "@quick" }, async ({ page, shop }) => {
    const list = await shop.list();
    expect(list.slice(harmless.length).map(withoutId)).toEqual(coffees);
    await open(page, addresses.home);
    const items = page.locator(".coffee-grid [role=listitem]");
    await expect(items).toHaveCount(list.length);
    const wanted = list.map(({ name, chef, taste, price }) => [
      isBlank(name) ? "Unnamed coffee" : inDocument(excerpt(name)),
      `Chef ${inDocument(excerpt(chef))}`,
      inDocument(excerpt(taste)),
      String(price),
    ]);
    const harmlessKinds = await kindsOf(items, [0, harmless.length]);
    const seenWhole = new Set<number>();
    // Items near the viewport are cards; all others are only text.
    for (let at = 0; at < list.length; at += cardsBetweenLooks) {
      await items.nth(at).scrollIntoViewIfNeeded();
      await expect(items.nth(at).getByRole("article")).toBeVisible();
      expect(await items.evaluateAll(textsOfItems)).toEqual(wanted);
      const whole = await items.evaluateAll((all) => all.map((item) => item.querySelector("article") !== null));
      for (const [place, isCard] of whole.entries()) {
        if (!isCard || seenWhole.has(place)) continue;
        seenWhole.add(place);
        const kinds = await kindsOf(items, [place, place + 1]);
        expect(kinds.filter((kind) => !harmlessKinds.includes(kind))).toEqual([]);
      }
      await expectCalm(page, "Niceties");
    }
    expect(seenWhole.size).toBe(list.length);
  });

  test("a coffee's page shows every text exactly, and none of them runs", async ({ page, shop }) => {
    test.setTimeout(visitTimeoutMs);
    const list = await shop.list();
    const knownIds = new Set<string>();
    for (const [at, coffee] of visited(list)) {
      await open(page, addresses.coffeeDetails(coffee._id));
      const facts = await page.getByRole("definition").evaluateAll((all) => all.map(({ textContent }) => textContent));
      const called = isBlank(coffee.name) ? "Unnamed coffee" : coffee.name.trim();
      expect(facts).toEqual([
        isBlank(coffee.name) ? called : inDocument(textOf(coffee, "name")),
        ...["chef", "supplier", "taste", "category", "details"].map((field) => inDocument(textOf(coffee, field))),
        `${coffee.price} Taka`,
      ]);
      await expectCalm(page, `${called} · Niceties`);
      await expectKnown(page, at, knownIds);
    }
  });

  test("the update page shows every text exactly in its control, and none of them runs", async ({ page, shop }) => {
    test.setTimeout(visitTimeoutMs);
    const list = await shop.list();
    const knownIds = new Set<string>();
    for (const [at, coffee] of visited(list)) {
      await open(page, addresses.updateCoffee(coffee._id));
      for (const field of coffeeFields) {
        const control = page.locator(`main [name="${field}"]`);
        await expect(control).toHaveJSProperty("value", controlValue(field, String(coffee[field])));
      }
      await expectCalm(page, "Update Existing Coffee Details · Niceties");
      await expectKnown(page, at, knownIds);
    }
    expect(await shop.list()).toEqual(list);
  });

  test("the log of changes shows every added and deleted text exactly, and none of them runs", async ({
    page,
    shop,
    request,
  }) => {
    test.setTimeout(visitTimeoutMs);
    const list = await shop.list();
    const edited = visited(list).map(([at, { _id }]) => {
      const [group, place] = at < harmless.length ? [harmless, at] : [coffees, at - harmless.length];
      return { _id, fields: group[(place + 1) % group.length] ?? emptyFields };
    });
    for (const { _id, fields } of edited) {
      await request.put(`/coffee/${_id}`, { data: fields });
      await request.delete(`/coffee/${_id}`);
    }
    const total = list.length + 2 * edited.length;

    await open(page, `${addresses.home}#changes`);
    const dialog = page.getByRole("dialog");
    const entries = dialog.locator("li");
    for (let shownCount = 50; shownCount < total; shownCount += 50) {
      await expect(entries).toHaveCount(shownCount);
      await dialog.getByRole("button", { name: "Older changes" }).click();
    }
    await expect(entries).toHaveCount(total);
    await entries.locator("details").evaluateAll((all) => {
      for (const element of all) element.setAttribute("open", "");
    });
    const entryTexts = await entries.evaluateAll((all) =>
      all.map((entry) => [...entry.querySelectorAll("h3, del, ins")].map(({ textContent }) => textContent)),
    );
    const deleted = edited.map(({ fields }) => [
      `Deleted ${displayName(fields.name, english)}`,
      ...marked("was", fields),
    ]);
    expect(entryTexts.slice(0, 2 * edited.length).filter((_entry, at) => at % 2 === 0)).toEqual(deleted.toReversed());
    const added = list.map((coffee) => [`Added ${displayName(coffee.name, english)}`, ...marked("now", coffee)]);
    expect(entryTexts.slice(-list.length)).toEqual(added.toReversed());
    await expectCalm(page, "Niceties");

    const edits = 2 * (edited.length - harmless.length);
    const harmlessKinds = await kindsOf(entries, [edits, 2 * edited.length], [total - harmless.length, total]);
    const hostileKinds = await kindsOf(entries, [0, edits], [2 * edited.length, total - harmless.length]);
    expect(hostileKinds.filter((kind) => !harmlessKinds.includes(kind))).toEqual([]);

    await entries.first().getByRole("link").first().click();
    const called = shortName(edited.at(-1)?.fields.name ?? "", english);
    await expect(dialog.getByRole("heading", { level: 2 })).toHaveJSProperty("textContent", `Changes of ${called}`);
    await expectCalm(page, "Niceties");
  });

  test("the notice of a delete shows the coffee's name exactly, and nothing in it runs", async ({ page, shop }) => {
    const list = await shop.list();
    await open(page, addresses.home);
    for (const [at, { name }] of visited(list).toReversed()) {
      const item = page.locator(".coffee-grid [role=listitem]").nth(at);
      await item.scrollIntoViewIfNeeded();
      await item.locator(".action-delete").click();
      const title = notices(page).locator("strong").last();
      await expect(title).toHaveJSProperty(
        "textContent",
        asSentence(`${shortName(name, english)} was deleted.`, english),
      );
      expect(await title.locator("*").count()).toBe(0);
      await expectCalm(page, "Niceties");
    }
  });

  test("the update form shows another visitor's conflicting text exactly, and none of it runs", async ({
    page,
    shop,
    request,
  }) => {
    test.setTimeout(visitTimeoutMs);
    const list = await shop.list();
    const id = list[0]?._id ?? "";
    for (const [, { _id, ...theirs }] of visited(list).slice(1)) {
      await request.put(`/coffee/${id}`, { data: latte });
      const following = page.waitForResponse((response) => response.url().includes("/-/changes/stream"));
      await open(page, addresses.updateCoffee(id));
      await following;
      for (const field of coffeeFields) await page.locator(`main [name="${field}"]`).fill("77");
      await request.put(`/coffee/${id}`, { data: theirs });
      const changed = coffeeFields.filter((field) => theirs[field] !== latte[field]);
      const conflictTexts = page.locator(".other-text q");
      await expect(conflictTexts).toHaveCount(changed.length);
      expect(await conflictTexts.evaluateAll((all) => all.map(({ textContent }) => textContent))).toEqual(
        changed.map((field) => String(theirs[field]) || "nothing"),
      );
      expect(await conflictTexts.locator("*").count()).toBe(0);
      await expectCalm(page, "Update Existing Coffee Details · Niceties");
    }
  });

  test("the server's documents hold every text with markup only in escaped form", async ({ shop }) => {
    const list = await shop.list();
    const paths = [
      addresses.home,
      ...list.flatMap(({ _id }) => [addresses.coffeeDetails(_id), addresses.updateCoffee(_id)]),
    ];
    const tags = texts.filter((text) => /[<>]/.test(text));
    expect(tags.length).toBeGreaterThan(50);
    for (const path of paths) {
      const reply = await fetch(shop.url + path);
      const policy = reply.headers.get("content-security-policy");
      const html = await reply.text();
      expect(tags.filter((text) => html.includes(text))).toEqual([]);
      const scripts = [...html.matchAll(/<script\b[^>]*>([^]*?)<\/script>/gi)];
      for (const [tag, source = ""] of scripts) {
        // Browsers never run JSON-LD, so the policy needs no hash of it.
        if (tag.startsWith(dataBlock)) expect(JSON.parse(source)).toHaveProperty("@context", "https://schema.org");
        else expect(policy).toContain(hashSource(source));
        expect(source).not.toMatch(tag.startsWith(dataBlock) ? /[<>]/ : /<!--|<\/?script/i);
      }
      expect(scripts.filter(([tag]) => tag.startsWith(dataBlock)).length).toBeLessThanOrEqual(1);
      expect([path, html.match(/<\/?script/gi)?.length]).toEqual([path, 2 * scripts.length]);
      expect(html).not.toMatch(/<(iframe|object|embed|base|marquee|video|audio|math|template)\b/i);
    }
  });

  test("meta tags hold a coffee's exact description, and no text adds an http-equiv tag", async ({ page, shop }) => {
    const list = await shop.list();
    for (const coffee of list) {
      const html = await (await fetch(shop.url + addresses.coffeeDetails(coffee._id))).text();
      const [written] = /<meta name="description"[^>]*>/.exec(html) ?? [];
      const read = await page.evaluate(
        (source) =>
          new DOMParser().parseFromString(source, "text/html").querySelector("meta")?.getAttribute("content") ?? "",
        written ?? "",
      );
      expect(read).toBe(inDocument(coffeeDescription(coffee)));
      expect(html.match(/<meta http-equiv/gi)).toBeNull();
    }
  });
});

function visited(list: readonly Coffee[]): (readonly [at: number, coffee: Coffee])[] {
  return list
    .map((coffee, at) => [at, coffee] as const)
    .filter(([at]) => at < harmless.length || (at - harmless.length) % visitedStep === 0);
}

function withoutId({ _id, ...fields }: Coffee): Omit<Coffee, "_id"> {
  return fields;
}

/** The texts of an added or deleted coffee, as the log marks them. */
function marked(label: string, fields: CoffeeFields): string[] {
  const fieldTexts = coffeeFields.map((field) => String(fields[field])).filter((text) => text !== "");
  return fieldTexts.map((text) => `${label} ${text.trim() || text}`);
}

function textOf(coffee: Coffee, field: string): string {
  return String(Reflect.get(coffee, field));
}

/** HTML parsers turn CRLF and CR into LF. */
function inDocument(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/**
 * Expects that no payload ran: none left its mark, nothing violated the policy, and the title is the page's own.
 * Chromium collapses runs of blanks and control characters in a title into one space.
 */
async function expectCalm(page: Page, title: string): Promise<void> {
  const traces = await page.evaluate(() => [Reflect.get(globalThis, "ran"), Reflect.get(globalThis, "violations")]);
  expect(traces).toEqual([undefined, []]);
  expect(await page.title()).toBe(title.replaceAll(/[\0-\x20\x7f]+/g, " ").trim());
}

/** The number of items that home is scrolled by between two checks. */
const cardsBetweenLooks = 12;

/** Runs in the page: name, chef, taste and price of each item of the list, whether it is a card or only text. */
function textsOfItems(items: readonly Element[]) {
  return items.map((item) => [
    item.querySelector("h3")?.textContent,
    item.querySelector(".coffee-card-chef")?.textContent,
    item.querySelector(".coffee-card-taste")?.textContent ?? item.getAttribute("data-taste"),
    item.querySelector(".coffee-card-price > span")?.textContent,
  ]);
}

/** The names of elements and attributes inside some ranges of items. The end of a range is not part of it. */
async function kindsOf(places: Locator, ...parts: readonly (readonly [from: number, to: number])[]): Promise<string[]> {
  const kinds = await places.evaluateAll(
    (all, slices) =>
      slices
        .flatMap(([from, to]) => all.slice(from, to))
        .flatMap((place) => [...place.querySelectorAll("*")])
        .flatMap(({ tagName, attributes }) => [tagName, ...[...attributes].map(({ name }) => `${tagName} ${name}`)]),
    parts,
  );
  return [...new Set(kinds)];
}

/** Records the elements and attributes of the harmless coffees' pages, which come first. Later pages may add none. */
async function expectKnown(page: Page, at: number, knownIds: Set<string>): Promise<void> {
  const kinds = await page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap(({ tagName, attributes }) => [
      tagName,
      ...[...attributes].map(({ name }) => `${tagName} ${name}`),
    ]),
  );
  if (at < harmless.length) for (const kind of kinds) knownIds.add(kind);
  else expect(kinds.filter((kind) => !knownIds.has(kind))).toEqual([]);
}
