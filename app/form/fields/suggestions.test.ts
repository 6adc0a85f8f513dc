import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { commonTexts } from "./suggestions.ts";

const coffeesOf = (...chefs: readonly string[]) =>
  chefs.map((chef, index) => ({ ...emptyFields, _id: String(index), chef }));

test("the texts of a field are suggested once each, most used first", () => {
  const coffees = coffeesOf("Farhana", "Tanvir", " Tanvir ", "", "  ", "নাসরিন", "Tanvir", "নাসরিন");
  expect(commonTexts(coffees, "chef")).toEqual(["Tanvir", "নাসরিন", "Farhana"]);
});

test("fifty texts are suggested at most, and none that is long", () => {
  const many = Array.from({ length: 60 }, (_, index) => `Chef ${index}`);
  expect(commonTexts(coffeesOf("long ".repeat(20), ...many), "chef")).toEqual(many.slice(0, 50));
});
