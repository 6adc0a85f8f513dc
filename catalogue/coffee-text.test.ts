import { expect, test } from "vitest";
import { emptyFields } from "./coffee.ts";
import { coffeeFields, textFields } from "./fields.ts";
import { coffeeText, exactPrice, fieldsOf, isSameCoffee, upgraded, withId, type CoffeeText } from "./coffee-text.ts";

const empty = JSON.stringify(emptyFields);

/** The text of a coffee with exactly the digits of `json` as its price. */
function priced(json: string): CoffeeText {
  return empty.replace('"price":""', `"price":${json}`);
}

const prices = ["250", "250.00", "-0", "1e3", "12345678901234567890", '"250"', '"012.50"', '""'];

test.for(prices)("the price %s keeps its digits when a text is read and written twice", (json) => {
  const once = coffeeText(fieldsOf(priced(json)));
  expect(once).toContain(`"price":${json}}`);
  expect(once).toBe(priced(json));
  expect(coffeeText(fieldsOf(once))).toBe(once);
});

test("a price without its original digits is written as JavaScript writes the number", () => {
  expect(JSON.stringify(exactPrice(0.5))).toBe("0.5");
  expect(coffeeText({ ...emptyFields, price: 1e21 })).toBe(priced("1e+21"));
});

test("equal coffees have equal texts, in any order of their fields", () => {
  const backwards = { ...Object.fromEntries(Object.entries(emptyFields).toReversed()), ...emptyFields };
  expect(Object.keys(backwards)).toEqual(coffeeFields.toReversed());
  expect(coffeeText(backwards)).toBe(empty);
  expect(Object.keys(JSON.parse(coffeeText(backwards)))).toEqual(coffeeFields);
});

test("members other than the eight fields are left out", () => {
  const coffee = { _id: "6b0170fbc7b3dc984a466fbf", ...emptyFields };
  expect(coffeeText(coffee)).toBe(empty);
});

test("a coffee with its id is the same text with the id before its fields", () => {
  const id = "6b0170fbc7b3dc984a466fbf";
  expect(withId(id, priced("250.00"))).toBe(`{"_id":"${id}",${priced("250.00").slice(1)}`);
  expect(JSON.parse(withId('a "b"', empty))).toEqual({ _id: 'a "b"', ...emptyFields });
});

test.for([
  "null",
  "[]",
  "5",
  JSON.stringify({ ...emptyFields, name: 5 }),
  JSON.stringify({ ...emptyFields, name: ["a"] }),
  JSON.stringify({ ...emptyFields, price: true }),
  JSON.stringify({ ...emptyFields, price: {} }),
])("%s does not pass for the fields of a coffee", (json) => {
  expect(() => fieldsOf(json)).toThrow(new TypeError(`Not the fields of a coffee: ${json}`));
  expect(() => upgraded(json)).toThrow(new TypeError(`Not the fields of a coffee: ${json}`));
});

test("invalid JSON and JSON that is not a coffee are different errors", () => {
  expect(() => fieldsOf("{")).toThrow(SyntaxError);
  expect(() => upgraded("{")).toThrow(SyntaxError);
});

test("missing and erased fields of a stored text are empty, and unknown ones are left out", () => {
  expect(fieldsOf('{"name":"Latte","price":250.00}')).toEqual({
    ...emptyFields,
    name: "Latte",
    price: exactPrice(250, "250.00"),
  });
  expect(fieldsOf(JSON.stringify({ ...emptyFields, roast: "dark" }))).toEqual(emptyFields);
  expect(fieldsOf(JSON.stringify({ ...emptyFields, chef: null, price: null }))).toEqual(emptyFields);
});

test.for(prices)("a stored text of the current version, with the price %s, stays unchanged", (json) => {
  expect(upgraded(priced(json))).toBe(priced(json));
});

const latte = priced("250.00").replace('"name":""', '"name":"Latte"');

test.for([
  ["lacks fields", '{"name":"Latte","price":250.00}'],
  ["lacks its last field but one", latte.replace('"photo":"",', "")],
  ["has an unknown field", latte.replace('"chef":""', '"chef":"","roast":"dark"')],
  ["has an unknown field instead of a known one", latte.replace('"chef":""', '"roast":"dark"')],
  ["has an erased text", latte.replace('"chef":""', '"chef":null')],
  ["has its fields in another order", `{"price":250.00,${latte.slice(1).replace(',"price":250.00', "")}`],
] as const)("a stored text that %s is upgraded to the current text of that coffee", ([, stored]) => {
  expect(stored).not.toBe(latte);
  expect(upgraded(stored)).toBe(latte);
});

test("an erased price is empty in the upgraded text", () => {
  expect(upgraded(priced("null"))).toBe(empty);
});

test.for(textFields)("another %s is an edit", (field) => {
  const stored = coffeeText(emptyFields);
  expect(isSameCoffee(stored, coffeeText({ ...emptyFields, [field]: "x" }))).toBe(false);
  expect(isSameCoffee(stored, coffeeText(emptyFields))).toBe(true);
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
] as const)("a price stored as %s and sent as %s is the same: %s", ([stored, sent, expected]) => {
  expect(isSameCoffee(priced(stored), priced(sent))).toBe(expected);
});
