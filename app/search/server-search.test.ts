import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import type { Language } from "../../catalogue/language.ts";
import { emptyQuery } from "./search-query.ts";
import { serverSearch, resetServerSearch, type SearchableList } from "./server-search.ts";
import { searchableCopy } from "./words/read-words.ts";

beforeEach(resetServerSearch);

function listOf(coffees: readonly Coffee[]) {
  return { coffees, find: (id: string) => coffees.find(({ _id }) => _id === id) };
}

async function search(coffee: Coffee, q: string) {
  return (await serverSearch(listOf([coffee]), { ...emptyQuery, q }, "en")).coffees;
}

test("a search on the server finds a coffee by its current text and not by its earlier one", async () => {
  const before = { _id: "1", ...emptyFields, name: "Mocha" };
  expect(await search(before, "mocha")).toEqual([before]);
  const after = { ...before, name: "Latte" };
  expect(await search(after, "latte")).toEqual([after]);
  expect(await search(after, "mocha")).toEqual([]);
});

test("a search on the server says why a coffee was found, where its card does not show it", async () => {
  const coffees = ["Savar Dairy", ""].map((supplier, at) => ({
    _id: String(at),
    ...emptyFields,
    name: `Mocha ${at}`,
    supplier,
  }));
  const { whys } = await serverSearch(listOf(coffees), { ...emptyQuery, q: "savar" }, "en");
  expect(whys).toEqual([{ field: "supplier", text: "Savar Dairy" }]);
});

test("a search on the server gives the total count, and coffees from the requested start on", async () => {
  const coffees = ["Latte", "Iced latte", "Mocha", "Oat latte"].map((name, at) => ({
    _id: String(at),
    ...emptyFields,
    name,
    category: at < 2 ? "Milk" : "Other",
  }));
  const query = { ...emptyQuery, q: "latte", sort: "newest" } as const;
  const { facets, whys, ...found } = await serverSearch(listOf(coffees), query, "en", 1);
  expect(found).toEqual({ query, coffees: [coffees[1], coffees[0]], count: 3, of: 4, isLoose: false });
  expect(whys).toEqual([undefined, undefined]);
  expect(facets.category).toEqual([
    { value: "Milk", count: 2 },
    { value: "Other", count: 1 },
  ]);
  expect(await serverSearch(listOf(coffees), { ...query, q: "latte xyzzy" }, "en")).toMatchObject({ isLoose: true });
});

test("a search on the server puts names in the order of the page's language", async () => {
  const list = listOf(["Latte", "চা"].map((name) => ({ _id: name, ...emptyFields, name })));
  const namesIn = async (language: Language) => {
    const { coffees } = await serverSearch(list, { ...emptyQuery, sort: "name" }, language);
    return coffees.map(({ name }) => name);
  };
  expect([await namesIn("en"), await namesIn("bn")]).toEqual([
    ["Latte", "চা"],
    ["চা", "Latte"],
  ]);
});

test("a search on the server gives whole coffees, and leaves out one that was deleted meanwhile", async () => {
  const [deleted, latte] = ["Mocha", "Latte"].map((name) => ({
    _id: name,
    ...emptyFields,
    name,
    details: `Milk${" ".repeat(2_000)}and foam`,
    photo: "https://example.com/cup.jpg",
  }));
  const coffees = [deleted, latte].flatMap((whole) => (whole ? searchableCopy(whole) : []));
  const list = { coffees, find: (id: string) => (id === latte?._id ? latte : undefined) };
  const { coffees: found, whys } = await serverSearch(list, { ...emptyQuery, q: "milk" }, "en");
  expect(found).toEqual([latte]);
  expect(whys).toEqual([expect.objectContaining({ field: "details" })]);
});

test("a search on the server reads only changed coffees, and all of them after a reset", async () => {
  let reads: string[] = [];
  const listWith = (names: readonly string[]) => {
    const plain = names.map((name, at) => ({ _id: String(at), ...emptyFields, name }));
    const watched = plain.map((coffee) => ({
      ...coffee,
      get details() {
        reads.push(coffee.name);
        return "";
      },
    }));
    return { ...listOf(plain), coffees: watched };
  };
  const readsOf = async (list: SearchableList) => {
    reads = [];
    await serverSearch(list, { ...emptyQuery, q: "latte" }, "en");
    return reads.toSorted();
  };
  const list = listWith(["Latte", "Mocha"]);
  const once = ["Latte", "Mocha"];
  expect(await readsOf(list)).toEqual(once);
  expect(await readsOf(list)).toEqual([]);
  // The search compares each coffee with the earlier one of the same id, and reads both once.
  const compared = ["Latte", "Latte", "Mocha", "Mocha"];
  expect(await readsOf(listWith(["Latte", "Mocha"]))).toEqual(compared);
  expect(await readsOf(listWith(["Latte", "Mocha", "Ristretto"]))).toEqual([...compared, "Ristretto"]);
  resetServerSearch();
  expect(await readsOf(list)).toEqual(once);
});

test("a list that cannot be read fails its own search only", async () => {
  const unreadable = {
    _id: "1",
    ...emptyFields,
    get category(): string {
      throw new Error("unreadable");
    },
  };
  await expect(serverSearch(listOf([unreadable]), emptyQuery, "en")).rejects.toThrow("unreadable");
  const latte = { _id: "2", ...emptyFields, name: "Latte" };
  expect(await search(latte, "latte")).toEqual([latte]);
});

test("the first search document holds only as many large coffees as fit, and the full count", async () => {
  const coffees = Array.from({ length: 50 }, (_, at) => ({
    _id: String(at),
    ...emptyFields,
    name: `Latte ${at}`,
    details: "<".repeat(10_000),
  }));
  const { coffees: found, whys, count } = await serverSearch(listOf(coffees), { ...emptyQuery, q: "latte" }, "en");
  expect(count).toBe(50);
  expect(whys).toHaveLength(found.length);
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(coffees.slice(0, found.length));
  expect(JSON.stringify(found).replaceAll("<", "\\u003c").length).toBeLessThan(262_144);
});

test("a search that starts while a new list is being set still returns results", async () => {
  const coffees = Array.from({ length: 20_000 }, (_, number) => ({
    _id: String(number),
    ...emptyFields,
    price: number,
  }));
  const lists = [coffees, coffees.slice(1), coffees.slice(2)];
  const answers = await Promise.all(
    lists.map((list) => serverSearch(listOf(list), { ...emptyQuery, sort: "newest" }, "en")),
  );
  for (const { coffees: found } of answers) expect(found[0]).toEqual(coffees.at(-1));
});

test("a search for words returns results although newer lists come while it reads the words", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const counts: Promise<number>[] = [];
  const searchList = async (number: number) => {
    const latte = { _id: String(number), ...emptyFields, name: "Latte" };
    const coffee = {
      ...latte,
      get details() {
        if (counts.length === number && number < 3) counts.push(searchList(number + 1));
        vi.advanceTimersByTime(1_000); // long enough that indexing pauses, and the next list is set
        return "";
      },
    };
    const list = { coffees: [coffee], find: () => latte };
    return (await serverSearch(list, { ...emptyQuery, q: "latte" }, "en")).count;
  };
  counts.push(searchList(1));
  await counts[0];
  expect(await Promise.all(counts)).toEqual([1, 1, 1]);
});
