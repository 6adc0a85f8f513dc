import { expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { emptyQuery } from "./find-query.ts";
import { findFirst } from "./first-found.ts";

function listOf(coffees: readonly Coffee[]) {
  return { coffees, find: (id: string) => coffees.find(({ _id }) => _id === id) };
}

async function search(coffee: Coffee, q: string) {
  return (await findFirst(listOf([coffee]), { ...emptyQuery, q }, "en")).coffees;
}

test("a search on the server finds a coffee by what it says now, and no longer by what it said before", async () => {
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
  const { whys } = await findFirst(listOf(coffees), { ...emptyQuery, q: "savar" }, "en");
  expect(whys).toEqual([{ field: "supplier", text: "Savar Dairy" }]);
});

test("the first document of a search holds as many large coffees as there is room for, whole, and counts all", async () => {
  const coffees = Array.from({ length: 50 }, (_, at) => ({
    _id: String(at),
    ...emptyFields,
    name: `Latte ${at}`,
    details: "<".repeat(10_000),
  }));
  const { coffees: found, count } = await findFirst(listOf(coffees), { ...emptyQuery, q: "latte" }, "en");
  expect(count).toBe(50);
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(coffees.slice(0, found.length));
  expect(JSON.stringify(found).replaceAll("<", "\\u003c").length).toBeLessThan(262_144);
});

test("whoever asks while another list is taken is answered as well", async () => {
  const coffees = Array.from({ length: 20_000 }, (_, number) => ({
    _id: String(number),
    ...emptyFields,
    price: number,
  }));
  const lists = [coffees, coffees.slice(1), coffees.slice(2)];
  const answers = await Promise.all(
    lists.map((list) => findFirst(listOf(list), { ...emptyQuery, sort: "newest" }, "en")),
  );
  for (const { coffees: found } of answers) expect(found[0]).toEqual(coffees.at(-1));
});
