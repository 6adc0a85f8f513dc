import { expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../../catalogue/coffee.ts";
import { relatedCoffees } from "./related-coffees.ts";

const list = [
  { category: "Milk coffee", taste: "Burnt sugar, date palm" },
  { category: "Cold", taste: "Steamed milk" },
  { category: "milk  COFFEE", taste: "Clotted cream, toasted cardamom" },
  { category: "Espresso", taste: "Brown sugar and tea" },
  { category: "Milk coffee", taste: "Cardamom, sugar" },
  { category: "Cold", taste: "Ripe date, tea" },
  { category: "", taste: "" },
].map((fields, at): Coffee => ({ ...emptyFields, ...fields, _id: String(at), name: `Coffee ${at}` }));

const alikeOf = (coffees: readonly Coffee[], id: string) => relatedCoffees(coffees, id)?.alike.map(({ _id }) => _id);

test("similar coffees are those of the same category, then those that share taste words", () => {
  expect(alikeOf(list, "0")).toEqual(["4", "2", "3"]);
  expect(alikeOf(list, "5")).toEqual(["1", "0", "3"]);
});

test("a coffee is never similar to itself, and one without matches has no similar coffees", () => {
  expect(alikeOf(list, "6")).toEqual([]);
  expect(alikeOf(list.slice(0, 1), "0")).toEqual([]);
  expect(alikeOf(list, "3"), "steamed is not tea").toEqual(["4", "5", "0"]);
});

test("among equally similar coffees, the next ones in the list come first", () => {
  const twins = Array.from({ length: 6 }, (_, at): Coffee => ({ ...emptyFields, _id: String(at), category: "Cold" }));
  expect(alikeOf(twins, "4")).toEqual(["5", "0", "1"]);
});

test("previous and next follow the given order, or the list if the order lacks the coffee", () => {
  const ids = (id: string, order?: readonly Coffee[]) => {
    const { previous, next } = relatedCoffees(list, id, order) ?? {};
    return [previous?._id, next?._id];
  };
  expect(ids("0")).toEqual([undefined, "1"]);
  expect(ids("6")).toEqual(["5", undefined]);
  const order = [5, 2, 0].flatMap((at) => list[at] ?? []);
  expect(ids("2", order)).toEqual(["5", "0"]);
  expect(ids("3", order)).toEqual(["2", "4"]);
  expect(relatedCoffees(list, "7", order)).toBeUndefined();
});
