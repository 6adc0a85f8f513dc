import { expect, test } from "vitest";
import { emptyFields } from "./coffee.ts";
import { coffeeFields, textFields } from "./fields.ts";
import {
  exactFields,
  exactPrice,
  parseExact,
  parseKeepingPriceDigits,
  repeatedKey,
  sameFields,
} from "./exact-coffee.ts";

/** A coffee that costs what `json` says, to the digit. */
function priced(json: string) {
  return parseExact(JSON.stringify(emptyFields).replace('"price":""', `"price":${json}`));
}

const prices = ["250", "250.00", "-0", "1e3", "12345678901234567890", '"250"', '"012.50"', '""'];

test.for(prices)("the price %s is written as it was read, and again after that", (json) => {
  const once = JSON.stringify(priced(json));
  expect(once).toContain(`"price":${json}}`);
  expect(JSON.stringify(parseExact(once))).toBe(once);
});

test.for([
  ['{"price": 250.00}', "250.00"],
  ['{"price": "250.00"}', undefined],
  ['{"size": 250.00}', undefined],
  ['{"price": 250.00, "size": {"price": 5.0}}', "250.00"],
  ['{"size": {"price": 5.0}}', undefined],
  ["250.00", undefined],
  ["null", undefined],
  ["[250.00]", undefined],
  ['{"__proto__": {"price": 250.00}}', undefined],
  ['{"price": "1", "details": "\\", \\"price\\": 2.00"}', undefined],
  ['{"details": "\\", \\"price\\": 2.00", "price" \r\n:\t-1.50E+07\n, "size": [{"price": 3.0}]}', "-1.50E+07"],
  ['{"pr\\u0069ce":250.00}', "250.00"],
  ['{"price": 1.0, "price": 2.00}', "2.00"],
] as const)("in %s the digits of the price are %s", ([json, digits]) => {
  expect(parseKeepingPriceDigits(json)).toEqual({ value: JSON.parse(json), priceDigits: digits });
});

test("a number without digits of its own is written as JavaScript writes it", () => {
  expect(JSON.stringify(exactPrice(0.5))).toBe("0.5");
  expect(JSON.stringify(exactFields({ ...emptyFields, price: 1e21 }).price)).toBe("1e+21");
});

test("equal coffees are equal texts, whatever the order of their fields", () => {
  const backwards = { ...emptyFields, ...Object.fromEntries(Object.entries(emptyFields).toReversed()) };
  expect(JSON.stringify(exactFields(backwards))).toBe(JSON.stringify(emptyFields));
  expect(Object.keys(exactFields(backwards))).toEqual(coffeeFields);
});

test("what is not one of the eight fields is left behind", () => {
  const coffee = { _id: "6b0170fbc7b3dc984a466fbf", ...emptyFields };
  expect(exactFields(coffee)).toEqual(emptyFields);
});

test.for([
  "null",
  "[]",
  "5",
  JSON.stringify({ ...emptyFields, name: 5 }),
  JSON.stringify({ ...emptyFields, price: true }),
])("%s does not pass for the fields of a coffee", (json) => {
  expect(() => parseExact(json)).toThrow(TypeError);
});

test("a field that a stored text lacks, or that was erased in it, is empty, and one that nobody knows is left out", () => {
  expect(parseExact('{"name":"Latte","price":250.00}')).toEqual({
    ...exactFields(emptyFields),
    ...priced("250.00"),
    name: "Latte",
  });
  expect(parseExact(JSON.stringify({ ...emptyFields, roast: "dark" }))).toEqual(emptyFields);
  expect(parseExact(JSON.stringify({ ...emptyFields, chef: null, price: null }))).toEqual(emptyFields);
});

test.for(textFields)("another %s is an edit", (field) => {
  const kept = exactFields(emptyFields);
  expect(sameFields(kept, exactFields({ ...emptyFields, [field]: "x" }))).toBe(false);
  expect(sameFields(kept, exactFields(emptyFields))).toBe(true);
});

test.for([
  ["250", "250", true],
  ["250.00", "250.00", true],
  ["250.00", "250", true],
  ["12345678901234567890", "12345678901234567000", true],
  ["1e3", "1000", true],
  ["250", "250.00", false],
  ["250.00", "250.0", false],
  ["250.00", "251", false],
  ["250", '"250"', false],
  ['"250"', "250", false],
  ['"250.00"', '"250"', false],
  ['"250"', '"250"', true],
  ['""', "0", false],
  ['""', '""', true],
] as const)("kept at %s and sent as %s is the same: %s", ([kept, sent, expected]) => {
  expect(sameFields(priced(kept), priced(sent))).toBe(expected);
});

test.for([
  ['{"name": "a", "name": "b"}', "name"],
  ['{"name": "a", "n\\u0061me": "b"}', "name"],
  ['{"\\u006eame":1,"chef":2,"name":3}', "name"],
  ['{"a\\"b": 1, "a\\u0022b": 2}', 'a"b'],
  ['{"a\\\\": 1, "a\\u005c": 2}', "a\\"],
  ['{"__proto__": 1, "__proto__": 2}', "__proto__"],
  ['{"": 1, "": 2}', ""],
  ['{"😀": 1, "\\ud83d\\ude00": 2}', "😀"],
  ['{"name" \r\n\t: 1, "name":2}', "name"],
  ['{"a": {"b": [1, {"c": 2}]}, "a": 3}', "a"],
  ['{"name": "a", "Name": "b", "name ": "c", "nаme": "d"}', undefined],
  ['{"é": 1, "e\u0301": 2}', undefined],
  ['{"name": "name", "chef": "\\"name\\":", "taste": "{\\"name\\": 1}"}', undefined],
  ['{"a": {"b": 1}, "b": {"a": 2}, "c": [{"b": 1}, {"b": 2}]}', undefined],
  ['{"\\\\u006eame": 1, "name": 2}', undefined],
  ['[{"a": 1}, {"a": 2}, "a", "a"]', undefined],
  ['"name"', undefined],
  ["{}", undefined],
  ["null", undefined],
] as const)("in %s the key that stands twice is %j", ([json, key]) => {
  expect(() => JSON.parse(json)).not.toThrow();
  expect(repeatedKey(json)).toBe(key);
});

test.for([
  ["quotes", JSON.stringify({ name: '"'.repeat(1_000_000), chef: "" })],
  ["backslashes", JSON.stringify({ name: "\\".repeat(1_000_000), chef: "" })],
  ["blanks", `{"name"${" ".repeat(1_000_000)}:1,${" ".repeat(1_000_000)}"chef":2}`],
  ["keys", JSON.stringify(Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`key ${at}`, at])))],
  ["lists in lists", `{"name":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`],
] as const)("millions of %s are looked through", ([, json]) => {
  expect(repeatedKey(json)).toBeUndefined();
});
