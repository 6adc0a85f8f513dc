import { expect, test } from "vitest";
import { coffeeFields, facetFields, labelsIn, nameFields, recordOf, textFields } from "./fields.ts";

test("the eight fields stand in the order of forms, pages and files, and all but the price are texts", () => {
  const texts = ["name", "chef", "supplier", "taste", "category", "details", "photo"];
  expect(textFields).toEqual(texts);
  expect(coffeeFields).toEqual([...texts, "price"]);
});

test("visitors filter by category, taste, chef and supplier, and all but the taste hold one name", () => {
  expect(facetFields).toEqual(["category", "taste", "chef", "supplier"]);
  expect(nameFields).toEqual(["category", "chef", "supplier"]);
});

test("each field has a label in each language", () => {
  expect(labelsIn("en")).toMatchObject({ name: "Name", price: "Price" });
  expect(labelsIn("bn")).toMatchObject({ details: "বিবরণ", price: "দাম" });
  expect(Object.keys(labelsIn("bn"))).toEqual(coffeeFields);
});

test("an object has a member of its own for each name, also for __proto__", () => {
  const record = recordOf(["one", "__proto__"], (name) => name.length);
  expect(Object.entries(record)).toEqual([
    ["one", 3],
    ["__proto__", 9],
  ]);
});
