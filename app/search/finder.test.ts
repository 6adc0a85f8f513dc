import { expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import type { Language } from "../../catalogue/language.ts";
import { seededRandom } from "../../test/seeded-random.ts";
import { emptyQuery, type SearchQuery } from "./search-query.ts";
import { Finder } from "./finder.ts";
import { menuCoffees } from "../../test/search/test-coffees.ts";

const coffee = (fields: Partial<Coffee>): Coffee => ({ _id: "", ...emptyFields, ...fields });

async function finderOf(coffees: readonly Coffee[]): Promise<Finder> {
  const finder = new Finder();
  await finder.setList(coffees);
  return finder;
}

const list = [
  coffee({ _id: "1", name: "Latte 10", category: "Latte", chef: "Rahim", price: "300" }),
  coffee({ _id: "2", name: "latte 9", category: " latte ", chef: "রহিম", price: 90 }),
  coffee({ _id: "3", name: "Mocha", category: "Mocha", chef: "Rahim", price: "" }),
  coffee({ _id: "4", name: "চা", category: "LATTE", chef: "Karim", price: "১০০" }),
  coffee({ _id: "5", name: "অ", category: "", chef: "Karim", price: "a lot" }),
];

test.for<[Partial<SearchQuery>, string]>([
  [{}, "12345"],
  [{ sort: "newest" }, "54321"],
  [{ sort: "name" }, "21354"],
  [{ sort: "price" }, "24135"],
  [{ sort: "price-descending" }, "14235"],
  [{ category: "latte" }, "124"],
  [{ category: "Latte ", sort: "newest" }, "421"],
  [{ chef: "Rahim" }, "123"],
  [{ chef: "রহিম" }, "123"],
  [{ chef: "Rahim", category: "MOCHA" }, "3"],
  [{ taste: "bitter" }, ""],
  [{ from: 90, to: 100 }, "24"],
  [{ from: 90.5 }, "14"],
  [{ to: 90 }, "2"],
  [{ from: 200, to: 100 }, ""],
])("without words, %j finds %s", async ([query, ids]) => {
  const { coffees, count, isLoose, words } = (await finderOf(list)).find({ ...emptyQuery, ...query }, "en");
  expect(coffees.map(({ _id }) => _id).join("")).toBe(ids);
  expect([count, isLoose, words]).toEqual([ids.length, false, undefined]);
});

test("names are in the order of the language", async () => {
  const names = ["Zebra", "চা", "আদা", "Äpfel", "Apfel"].map((name) => coffee({ name }));
  const inOrder = async (language: string) =>
    (await finderOf(names)).find({ ...emptyQuery, sort: "name" }, language).coffees.map(({ name }) => name);
  expect(await inOrder("en")).toEqual(["Apfel", "Äpfel", "Zebra", "আদা", "চা"]);
  expect(await inOrder("bn")).toEqual(["আদা", "চা", "Apfel", "Äpfel", "Zebra"]);
});

test("each filter's options are counted under all other filters, most frequent first", async () => {
  const finder = await finderOf(list);
  const facets = finder.facets({ ...emptyQuery, category: "latte", chef: "Rahim" }, "en");
  expect(facets.category).toEqual([
    { value: "Latte", count: 2 },
    { value: "Mocha", count: 1 },
  ]);
  expect(facets.chef).toMatchObject([
    { value: "Rahim", count: 2 },
    { value: "Karim", count: 1 },
  ]);
  expect(facets.prices).toEqual({ lowest: 90, highest: 300 });
  expect(finder.facets(emptyQuery, "en").category).toEqual([
    { value: "Latte", count: 3 },
    { value: "Mocha", count: 1 },
  ]);
  expect(finder.facets({ ...emptyQuery, from: 95 }, "en").prices).toEqual({ lowest: 90, highest: 300 });
  expect((await finderOf([])).facets(emptyQuery, "en").prices).toBeUndefined();
});

test("a name written in Bangla and in Latin letters is one option, in the page's language", async () => {
  const finder = await finderOf([
    coffee({ chef: "Farhana Akter" }),
    coffee({ chef: "ফারহানা আক্তার" }),
    coffee({ chef: "Nusrat Jahan" }),
    coffee({ chef: "farhana  akter", category: "Cold" }),
  ]);
  const chefs = (language: Language, query: Partial<SearchQuery> = {}) =>
    finder.facets({ ...emptyQuery, ...query }, language).chef.map(({ value, count }) => `${value} ${count}`);
  expect(chefs("en")).toEqual(["Farhana Akter 3", "Nusrat Jahan 1"]);
  expect(chefs("bn")).toEqual(["ফারহানা আক্তার 3", "Nusrat Jahan 1"]);
  expect(chefs("bn", { category: "cold" })).toEqual(["ফারহানা আক্তার 1"]);
  for (const chef of ["Farhana Akter", "ফারহানা আক্তার", "FARHANA AKTER"]) {
    expect(finder.find({ ...emptyQuery, chef }, "en").count).toBe(3);
    expect(chefs("en", { chef })).toEqual(["Farhana Akter 3", "Nusrat Jahan 1"]);
  }
  await finder.setList([coffee({ chef: "ফারহানা আক্তার" })]);
  expect(chefs("en")).toEqual(["ফারহানা আক্তার 1"]);
});

test("the taste filter offers terms, each with the number of coffees that it finds", async () => {
  const tastes = [
    "Date palm and smoke",
    "Orange peel at the edges, ripe date palm syrup",
    "smoke, a long finish",
    "কড়া, একটু ধোঁয়াটে, শেষে আখের গুড়ের টান",
    "কড়া",
  ];
  const finder = await finderOf(tastes.map((taste) => coffee({ taste })));
  const { taste } = finder.facets(emptyQuery, "en");
  expect(taste.map(({ value, count }) => `${value} ${count}`)).toEqual([
    "date palm 2",
    "smoke 2",
    "কড়া 2",
    "orange peel 1",
    "ripe 1",
    "syrup 1",
    "ধোঁয়াটে 1",
    "আখের গুড়ের 1",
  ]);
  for (const { value, count } of taste) expect(finder.find({ ...emptyQuery, taste: value }, "en").count).toBe(count);
  const sentence = "orange peel at the edges, Ripe date palm syrup";
  expect(finder.find({ ...emptyQuery, taste: sentence }, "en").count).toBe(1);
  expect(finder.facets({ ...emptyQuery, taste: sentence }, "en").taste.at(-1)).toEqual({ value: sentence, count: 1 });
});

test("a filter offers the first 200 of very many values, and always the selected one", async () => {
  const chefs = Array.from({ length: 500 }, (_, number) => coffee({ chef: `Chef ${number}` }));
  const finder = await finderOf(chefs);
  expect(finder.facets(emptyQuery, "en").chef).toHaveLength(200);
  const { chef } = finder.facets({ ...emptyQuery, chef: "chef 499" }, "en");
  expect(chef).toHaveLength(200);
  expect(chef.at(-1)).toEqual({ value: "Chef 499", count: 1 });
  expect(finder.facets({ ...emptyQuery, chef: "Nobody" }, "en").chef.at(-1)).toEqual({ value: "Nobody", count: 0 });
});

test("a very long value is chosen by its beginning", async () => {
  const long = coffee({ chef: `${"Chef ".repeat(60)}One` });
  const finder = await finderOf([long, coffee({ chef: "Rahim" })]);
  const value = finder.facets(emptyQuery, "en").chef[0]?.value ?? "";
  expect(value).toHaveLength(199);
  expect(finder.find({ ...emptyQuery, chef: value }, "en").coffees).toEqual([long]);
  expect(finder.facets({ ...emptyQuery, chef: value }, "en").chef).toContainEqual({ value, count: 1 });
});

test("text is found once the index is loaded, best match first, and with other filters", async () => {
  const finder = await finderOf(menuCoffees);
  const query = { ...emptyQuery, q: "latte" };
  expect([finder.canFind(emptyQuery, "en"), finder.canFind(query, "en")]).toEqual([true, false]);
  expect(finder.find(query, "en").coffees).toEqual([]);
  await finder.loadWords();
  expect(finder.canFind(query, "en")).toBe(true);
  const found = finder.find(query, "en");
  expect(found.coffees[0]?.name).toMatch(/latte/i);
  expect(finder.marks("Vanilla Latte", found)).toEqual([{ start: 8, end: 13 }]);
  const cheap = finder.find({ ...query, to: 300, sort: "price" }, "en").coffees;
  expect(new Set(cheap)).toEqual(new Set(found.coffees.filter(({ price }) => Number(price) <= 300 || price === "২৬০")));
  const prices = finder.facets({ ...query, category: "Latte" }, "en").prices;
  expect(prices).toEqual({ lowest: 260, highest: 340 });
});

test("names sorted in slices have the same order as names sorted at once, in later lists too", async () => {
  const random = seededRandom(3);
  const coffees = [...menuCoffees, ...menuCoffees].map((each, at) => ({ ...each, _id: String(at) }));
  const query = { ...emptyQuery, sort: "name" } as const;
  const idsOf = (finder: Finder) => finder.find(query, "bn").coffees.map(({ _id }) => _id);
  const finder = await finderOf(coffees);
  expect(finder.canFind(query, "bn")).toBe(false);
  await finder.orderNames("bn");
  expect(finder.canFind(query, "bn")).toBe(true);
  expect(idsOf(finder)).toEqual(idsOf(await finderOf(coffees)));
  const next = coffees.filter(() => random.below(3) > 0).toReversed();
  await finder.setList(next);
  expect(finder.canFind(query, "bn")).toBe(true);
  expect(idsOf(finder)).toEqual(idsOf(await finderOf(next)));
});

test("coffees that fit as well as each other stay in the order of the list, also after it has changed", async () => {
  const twins = Array.from({ length: 50 }, (_, number) => coffee({ _id: String(number), name: "Latte" }));
  const finder = await finderOf(twins);
  await finder.loadWords();
  const query = { ...emptyQuery, q: "latte" };
  expect(finder.find(query, "en").coffees).toEqual(twins);
  const turned = [coffee({ _id: "new", name: "Latte" }), ...twins.toReversed()];
  await finder.setList(turned);
  expect(finder.find(query, "en").coffees.map(({ _id }) => _id)).toEqual(turned.map(({ _id }) => _id));
});

test("results include an edit, a delete and an add, even after an earlier search", async () => {
  const finder = await finderOf(menuCoffees);
  await finder.loadWords();
  const names = (q: string) => finder.find({ ...emptyQuery, q }, "en").coffees.map(({ name }) => name);
  expect([names("gibraltar"), names("moonbeam")]).toEqual([["Gibraltar"], []]);
  await finder.setList(menuCoffees.map((item) => (item.name === "Gibraltar" ? { ...item, name: "Moonbeam" } : item)));
  expect([names("gibraltar"), names("moonbeam")]).toEqual([[], ["Moonbeam"]]);
  await finder.setList(menuCoffees.filter(({ name }) => name !== "Gibraltar"));
  expect([names("gibraltar"), names("moonbeam")]).toEqual([[], []]);
  await finder.setList([...menuCoffees, coffee({ _id: "new", name: "Moonbeam" })]);
  expect([names("gibraltar"), names("moonbeam")]).toEqual([["Gibraltar"], ["Moonbeam"]]);
});

test("only coffees that differ from those before are read again", async () => {
  let reads = 0;
  const watched = menuCoffees.map((item) => ({
    ...item,
    get name() {
      reads += 1;
      return item.name;
    },
  }));
  const finder = await finderOf(watched);
  await finder.loadWords();
  reads = 0;
  await finder.setList([...watched.slice(3).toReversed(), coffee({ name: "New" })]);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(3 * 2);
});

test("if lists are set faster than they are indexed, results come from the last one", async () => {
  const finder = new Finder();
  const lists = Array.from({ length: 20 }, (_, number) =>
    Array.from({ length: 2_000 }, (_coffee, place) =>
      coffee({ _id: `${number}-${place}`, name: `Latte of ${number}` }),
    ),
  );
  await Promise.all([...lists.map((coffees) => finder.setList(coffees)), finder.loadWords()]);
  await finder.loadWords();
  expect(finder.find(emptyQuery, "en").coffees).toEqual(lists.at(-1));
  expect(finder.find({ ...emptyQuery, q: "latte" }, "en").count).toBe(2_000);
  expect(finder.find({ ...emptyQuery, q: "latte 3" }, "en").isLoose).toBe(true);
  await Promise.all([finder.setList(lists.flat()), finder.setList(menuCoffees), finder.loadWords()]);
  expect(finder.find({ ...emptyQuery, q: "gibraltar" }, "en").count).toBe(1);
  expect(finder.find(emptyQuery, "en").coffees).toEqual(menuCoffees);
});

test("a list that takes longer to read does not replace a newer one", async () => {
  const mocha = coffee({ _id: "1", name: "Mocha", chef: "Rahim" });
  const finder = await finderOf([mocha]);
  const older = [coffee({ _id: "1", name: "Espresso", category: "Black", chef: "করিম", supplier: "Savar Dairy" })];
  // Its category, chef and supplier are known already, so it is read sooner.
  const newer = [{ ...mocha, name: "Latte" }];
  await Promise.all([finder.setList(older), finder.setList(newer)]);
  expect(finder.find(emptyQuery, "en").coffees).toEqual(newer);
});

test("a list is never shown when a newer one comes while its last words are read", async () => {
  const whenRead = (name: string, act: () => void): Coffee => ({
    ...coffee({ name }),
    get details() {
      act();
      return "";
    },
  });
  const finder = await finderOf([coffee({ name: "Mocha" })]);
  await finder.loadWords();
  const names = () => finder.find(emptyQuery, "en").coffees.map(({ name }) => name);
  const shownMeanwhile: (readonly string[])[] = [];
  const newer = [whenRead("Latte", () => shownMeanwhile.push(names()))];
  let takingNewer: Promise<void> | undefined;
  await finder.setList([whenRead("Espresso", () => void (takingNewer ??= finder.setList(newer)))]);
  await takingNewer;
  expect(shownMeanwhile).toEqual([["Mocha"]]);
  expect(names()).toEqual(["Latte"]);
});

test("the index of all coffees is rebuilt within a thousand edits", async () => {
  let reads = 0;
  const unchanged = {
    ...coffee({ _id: "1" }),
    get name() {
      reads += 1;
      return "Latte";
    },
  };
  const reducedList = [unchanged, coffee({ _id: "2" })];
  const listAfter = (edit: number) => [...reducedList, coffee({ _id: "3", name: `Mocha ${edit}` })];
  const finder = await finderOf(listAfter(0));
  await finder.loadWords();
  reads = 0;
  for (let edit = 1; edit <= 1_000; edit += 1) await finder.setList(listAfter(edit));
  expect(reads).toBeGreaterThan(0);
});
