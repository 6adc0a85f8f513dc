import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { byCategory } from "./by-category.ts";

function coffee(_id: string, category: string) {
  return { ...emptyFields, _id, category };
}

test("coffees are grouped by category in list order, with those without a category last", () => {
  const list = [
    coffee("1", ""),
    coffee("2", "Milk "),
    coffee("3", "Iced"),
    coffee("4", "milk"),
    coffee("5", " \u200b"),
  ];
  const groups = byCategory(list).map(({ category, coffees }) => [category, coffees.map(({ _id }) => _id).join("")]);
  expect(groups).toEqual([
    ["Milk", "24"],
    ["Iced", "3"],
    ["", "15"],
  ]);
  expect(byCategory([])).toEqual([]);
});
