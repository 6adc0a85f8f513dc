import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { coffeeFields } from "./fields.ts";
import { coffeeText } from "./coffee-text.ts";
import { parseAddedCoffee } from "./parse-coffee.ts";
import { sampleCoffees, samplesFor } from "./sample-coffees.ts";

const publicFolder = new URL("../public", import.meta.url);

test("the twelve sample coffees have different names and photos", () => {
  expect(sampleCoffees).toHaveLength(12);
  expect(new Set(sampleCoffees.map(({ name }) => name)).size).toBe(12);
  expect(new Set(sampleCoffees.map(({ photo }) => photo)).size).toBe(12);
});

test("two sample coffees are written in Bangla", () => {
  const inBangla = sampleCoffees.filter(({ name, details }) => /\p{Script=Bengali}/v.test(name + details));
  expect(inBangla).toHaveLength(2);
});

test("some prices are texts and some are numbers", () => {
  const kinds = new Set(sampleCoffees.map(({ price }) => typeof price));
  expect([...kinds].toSorted()).toEqual(["number", "string"]);
});

test("every sample coffee has all fields filled, and is accepted as an add request", () => {
  for (const coffee of sampleCoffees) {
    expect(Object.keys(coffee)).toEqual(coffeeFields);
    for (const field of coffeeFields) expect(String(coffee[field]).trim(), field).not.toBe("");
    expect(parseAddedCoffee(JSON.stringify(coffee))).toBe(coffeeText(coffee));
  }
});

test("the photo file of every sample coffee exists", () => {
  for (const { photo } of sampleCoffees) {
    expect(photo).toMatch(/^\/photographs\/[a-z-]+\.jpg$/);
    expect(existsSync(`${publicFolder.pathname}${photo}`), photo).toBe(true);
  }
});

test("sample photos are absolute URLs if the shop's address is known, and paths otherwise", () => {
  const photos = sampleCoffees.map(({ photo }) => photo);
  expect(samplesFor("https://shop.example").map(({ photo }) => photo)).toEqual(
    photos.map((photo) => `https://shop.example${photo}`),
  );
  expect(samplesFor("")).toEqual(sampleCoffees);
});
