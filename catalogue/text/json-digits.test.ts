import { expect, test } from "vitest";
import { parseKeepingPriceDigits, repeatedKey } from "./json-digits.ts";

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
] as const)("in %s the repeated key is %j", ([json, key]) => {
  expect(() => JSON.parse(json)).not.toThrow();
  expect(repeatedKey(json)).toBe(key);
});

test.for([
  ["quotes", JSON.stringify({ name: '"'.repeat(1_000_000), chef: "" })],
  ["backslashes", JSON.stringify({ name: "\\".repeat(1_000_000), chef: "" })],
  ["blanks", `{"name"${" ".repeat(1_000_000)}:1,${" ".repeat(1_000_000)}"chef":2}`],
  ["keys", JSON.stringify(Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`key ${at}`, at])))],
  ["lists in lists", `{"name":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`],
] as const)("a text with very many %s is searched for repeated keys", ([, json]) => {
  expect(repeatedKey(json)).toBeUndefined();
});
