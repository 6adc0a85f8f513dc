import { expect, test } from "vitest";
import { seededRandom } from "../../../test/seeded-random.ts";
import { emptyFields, type Coffee } from "../../../catalogue/coffee.ts";
import { textFields } from "../../../catalogue/fields.ts";
import { menuCoffees } from "../../../test/search/test-coffees.ts";
import { judgedQueries, nothingQueries, wantedCoffees } from "../../../test/search/test-queries.ts";
import { WordIndex, type SearchHits } from "./word-index.ts";

function indexOf(coffees: readonly Coffee[]): WordIndex {
  const index = new WordIndex();
  for (const coffee of coffees) index.add(coffee);
  return index;
}

/** The coffees found, best first. Equal scores stay in the order of the list. */
function ranked({ scores }: SearchHits): readonly Coffee[] {
  return menuCoffees
    .filter((coffee) => scores.has(coffee))
    .toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0));
}

const menu = indexOf(menuCoffees);
const find = (query: string) => ranked(menu.search(query));
const namesOf = (coffees: readonly Coffee[]) => coffees.map(({ name }) => name);
const coffee = (fields: Partial<Coffee>): Coffee => ({ _id: "", ...emptyFields, ...fields });

test("19 in 20 of 300 queries in both scripts find the intended coffee among the first five", () => {
  expect(wantedCoffees.length).toBeGreaterThanOrEqual(300);
  expect(wantedCoffees.filter(({ name }) => !namesOf(menuCoffees).includes(name))).toEqual([]);
  const missed = wantedCoffees.filter(({ query, name }) => !namesOf(find(query).slice(0, 5)).includes(name));
  console.log(missed.map(({ kind, query, name }) => `missed: ${query} → ${name} (${kind})`).join("\n"));
  const recall = 1 - missed.length / wantedCoffees.length;
  console.log(`recall among the first five: ${recall.toFixed(3)} of ${wantedCoffees.length}`);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});

test("at most one in six queries for what the shop lacks finds a coffee", () => {
  const found = nothingQueries.filter((query) => find(query).length > 0);
  console.log(`found for nothing, ${found.length} of ${nothingQueries.length}: ${found.join(", ")}`);
  expect(found.length / nothingQueries.length).toBeLessThanOrEqual(1 / 6);
});

test("at most one in ten results is wrong, and at most one in twenty correct ones is missing", () => {
  let [hits, wrong, right, missing] = [0, 0, 0, 0];
  for (const [query, isRight] of judgedQueries) {
    const found = find(query);
    const all = menuCoffees.filter((item) => isRight.test(textFields.map((field) => item[field]).join(" ")));
    hits += found.length;
    wrong += found.filter((item) => !all.includes(item)).length;
    right += all.length;
    missing += all.filter((item) => !found.includes(item)).length;
  }
  console.log(`${wrong} of ${hits} found are wrong, ${missing} of ${right} right ones are missing`);
  expect(wrong / hits).toBeLessThanOrEqual(0.1);
  expect(missing / right).toBeLessThanOrEqual(0.05);
});

test("a coffee that has the word in its name comes before one that has it elsewhere", () => {
  const list = [
    coffee({ _id: "details", name: "One", details: "mocha" }),
    coffee({ _id: "supplier", name: "Two", supplier: "Mocha House" }),
    coffee({ _id: "taste", name: "Three", taste: "mocha" }),
    coffee({ _id: "category", name: "Four", category: "Mocha" }),
    coffee({ _id: "name", name: "Mocha" }),
  ];
  const { scores } = indexOf(list).search("mocha");
  const order = [...scores].toSorted(([, one], [, other]) => other - one).map(([{ _id }]) => _id);
  expect(order).toEqual(["name", "category", "taste", "supplier", "details"]);
});

test("exact spellings rank above words that only sound alike", () => {
  expect(namesOf(find("cappuccino"))[0]).toBe("Cappuccino");
  expect(namesOf(find("ক্যাপুচিনো"))[0]).toBe("ক্যাপুচিনো");
});

test("a search requires all words; if no coffee has them, it returns loose matches", () => {
  const both = menu.search("vanilla latte");
  expect(both.isLoose).toBe(false);
  for (const { name, category, taste, details } of both.scores.keys())
    expect(`${name} ${category} ${taste} ${details}`).toMatch(/(?=.*vanilla)(?=.*latte)/i);
  const some = menu.search("vanilla latte qwxqwx");
  expect(some.isLoose).toBe(true);
  expect(new Set(some.scores.keys())).toEqual(new Set(both.scores.keys()));
  expect(menu.search("qwxqwx").scores.size).toBe(0);
});

test("a misspelling is corrected only if no coffee has the word as it was typed", () => {
  expect(namesOf(find("capuchno"))).toContain("Cappuccino");
  const index = indexOf([coffee({ name: "Salted caramel" }), coffee({ name: "Salter" })]);
  expect([...index.search("salted").scores.keys()].map(({ name }) => name)).toEqual(["Salted caramel"]);
  const two = indexOf([coffee({ name: "Salted caramel" }), coffee({ name: "Salter caramel" })]);
  expect([...two.search("salted carmel").scores.keys()].map(({ name }) => name)).toEqual(["Salted caramel"]);
});

test.for(["", "  ", "…", "্", "()*+?", "\ud83d", "☕"])("%j finds nothing, and breaks nothing", (query) => {
  expect(menu.search(query).scores.size).toBe(0);
});

test("after any adds and removes, an index gives the same results as a new one", () => {
  const random = seededRandom(3);
  const index = new WordIndex();
  const queries = wantedCoffees.map(({ query }) => query).filter((_query, place) => place % 5 === 0);
  for (let round = 0; round < 12; round += 1) {
    for (let change = 0; change < 40; change += 1) {
      const item = random.pick(menuCoffees);
      if (index.has(item)) index.remove(item);
      else index.add(item);
    }
    const anew = indexOf(menuCoffees.filter((item) => index.has(item)));
    for (const query of queries)
      expect([query, ranked(index.search(query))]).toEqual([query, ranked(anew.search(query))]);
  }
});

test("a removed coffee leaves nothing in the index", () => {
  const [mocha, latte] = [coffee({ name: "Mocha" }), coffee({ name: "Latte" })];
  const index = indexOf([mocha, latte]);
  index.remove(mocha);
  index.remove(mocha);
  expect([index.size, index.has(mocha), index.has(latte)]).toEqual([1, false, true]);
  expect(index.search("mocha")).toMatchObject({ scores: new Map(), keys: [new Set()] });
});

test("a match outside the name and the chef is explained by its field and text", () => {
  const item = coffee({
    name: "Mocha",
    chef: "Mong Marma",
    supplier: "Bhorer Alo Dairy, Savar",
    category: "Milk coffee",
    taste: "বাদামের ঘ্রাণ",
    details: `${"Poured slowly while evening comes. ".repeat(5)}Two spoons of jaggery from Jashore, and a small story besides.`,
  });
  const index = indexOf([item]);
  const why = (q: string) => index.why(item, index.search(q));
  expect([why("mocha"), why("marma"), why("mo mong")]).toEqual([undefined, undefined, undefined]);
  expect(why("savar")).toEqual({ field: "supplier", text: item.supplier });
  expect(why("mocha savar")).toEqual({ field: "supplier", text: item.supplier });
  expect(why("সাভার")).toEqual({ field: "supplier", text: item.supplier });
  expect(why("nut")).toEqual({ field: "taste", text: item.taste });
  expect(why("milk savar dairy")).toEqual({ field: "supplier", text: item.supplier });
  expect(why("gur")).toEqual({
    field: "details",
    text: "…comes. Two spoons of jaggery from Jashore, and a small story besides.",
  });
  expect(index.why(item, index.search("mocha xyzzy"))).toBeUndefined();
});

test("a search covers the first 300 characters of a text, and 1,000 of the details", () => {
  const words = `${"slowly ".repeat(140)} lantern ${"rain ".repeat(1_700)} cedarwood`;
  const long = [
    coffee({ name: "ক".repeat(10_000) }),
    coffee({ name: "Long", details: words, taste: `${"mild ".repeat(58)} rosewood ${"mild ".repeat(40)} boxwood` }),
  ];
  const index = indexOf(long);
  expect(index.search("lantern").scores.size).toBe(1);
  expect(index.search("cedarwood").scores.size).toBe(0);
  expect(index.search("rosewood").scores.size).toBe(1);
  expect(index.search("boxwood").scores.size).toBe(0);
  expect(index.search("a".repeat(10_000)).scores.size).toBe(0);
});

test("an index whose entries are mostly removed says that it must be rebuilt", () => {
  const index = indexOf([coffee({ name: "Latte" })]);
  for (let edit = 0; edit < 1_000; edit++) {
    expect(index.isSparse).toBe(false);
    const edited = coffee({ name: `Mocha ${edit}` });
    index.add(edited);
    index.remove(edited);
  }
  expect([index.isSparse, index.size]).toEqual([true, 1]);
  const many = indexOf(Array.from({ length: 1_200 }, (_, number) => coffee({ name: `Latte ${number}` })));
  expect(many.isSparse).toBe(false);
});
