import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { textFields } from "../../catalogue/fields.ts";
import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { describeRowFault } from "./check-rows.ts";
import { formatNames, formatOf, formats } from "./format.ts";
import { hostileCoffees } from "../../test/hostile-coffees.ts";
import type { ShopShown } from "./html-format.ts";

const shop: ShopShown = {
  shopName: "Niceties",
  at: new Date("2026-11-21T10:00:00Z"),
  palette: { light: new Map(), dark: new Map() },
  photographs: new Map([["/photographs/flat-white.jpg", new Uint8Array([1, 2, 3])]]),
  publicUrl: "https://shop.example",
};
const hostile = hostileCoffees(2_000, 20_261_121);

/** The coffees after writing and reading a file. Throws the first faults if the file is refused. */
function throughFile(name: (typeof formatNames)[number], coffees: readonly IdentifiedCoffee[]): unknown {
  const read = formats[name].read([...formats[name].write(coffees, shop)].join(""));
  if ("faults" in read) throw new Error(read.faults.slice(0, 5).map(describeRowFault).join("\n"));
  return read.rows;
}

test.for(formatNames)("2,000 hostile coffees survive writing and reading %s byte for byte", (name) => {
  expect(throughFile(name, hostile)).toEqual(hostile);
});

test.for(formatNames)("an empty list survives writing and reading %s", (name) => {
  expect(throughFile(name, [])).toEqual([]);
});

test.for(formatNames)("the characters U+0001 to U+3100 survive %s anywhere in a text", (name) => {
  const coffees = Array.from({ length: 0x3100 }, (_, index) => index + 1).map((code) => {
    const character = String.fromCodePoint(code);
    const fields = {
      ...emptyFields,
      name: character,
      chef: `${character}=a`,
      details: `a;${character}-\n${character}+`,
    };
    return { id: code.toString(16).padStart(24, "0"), text: coffeeText(fields) };
  });
  expect(throughFile(name, coffees)).toEqual(coffees);
});

test.for(formatNames)("texts of the greatest length survive %s", (name) => {
  const longest = Object.fromEntries(textFields.map((field) => [field, '"=\n😀'.repeat(2_500)]));
  const coffees = [{ id: "6b0170fbc7b3dc984a466fbf", text: coffeeText({ ...emptyFields, ...longest }) }];
  expect(throughFile(name, coffees)).toEqual(coffees);
});

test.for(formatNames)("a file in %s comes in pieces, the same ones for the same coffees", (name) => {
  const pieces = [...formats[name].write(hostile, shop)];
  expect(pieces.length).toBeGreaterThan(2);
  expect([...formats[name].write(hostile, shop)]).toEqual(pieces);
});

test.for(formatNames)("a file in %s that was cut short is refused", (name) => {
  const text = [...formats[name].write(hostile.slice(0, 3), shop)].join("");
  const end = text.lastIndexOf(name === "csv" ? '"' : "}");
  expect(formats[name].read(text.slice(0, end))).toHaveProperty("faults");
});

test.for([
  ["coffees.json", "json"],
  ["Coffees.CSV", "csv"],
  ["coffees.mongo.json", "mongo"],
  ["coffees.ndjson", "mongo"],
  ["coffees.jsonl", "mongo"],
  ["page.html", "html"],
  ["page.htm", "html"],
  ["/tmp/json", undefined],
  ["coffees.xlsx", undefined],
  ["", undefined],
] as const)("the format of a file called %j is %s", ([fileName, expected]) => {
  expect(formatOf(fileName)).toBe(expected);
});
