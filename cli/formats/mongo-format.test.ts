import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { coffeesIn } from "../../test/coffees-in-file.ts";
import { describeRowFault } from "./check-rows.ts";
import { readMongo, writeMongo } from "./mongo-format.ts";

const id = "6b0170fbc7b3dc984a466fbf";

function priceIn(document: string): unknown {
  const read = readMongo(document);
  if ("faults" in read) return read.faults.map(describeRowFault);
  return JSON.stringify(coffeesIn(read)[0]?.price);
}

function writtenPrice(json: string): string | undefined {
  const text = coffeeText(emptyFields).replace('"price":""', `"price":${json}`);
  return /"price":(.*)\}\n$/.exec([...writeMongo([{ id, text }])].join(""))?.[1];
}

test("a coffee is written as one line, with its id as a MongoDB ObjectId", () => {
  const [line, ...others] = writeMongo([
    { id, text: coffeeText({ ...emptyFields, name: "Flat\nwhite", price: "280" }) },
  ]);
  expect(others).toEqual([]);
  expect(line).toBe(
    `{"_id":{"$oid":"${id}"},"name":"Flat\\nwhite","chef":"","supplier":"","taste":"","category":"","details":"","photo":"","price":"280"}\n`,
  );
});

test.for([
  ['"250.00"', '"250.00"'],
  ["250", "250"],
  ["0.5", "0.5"],
  ["250.00", '{"$numberDecimal":"250.00"}'],
  ["1e3", '{"$numberDecimal":"1e3"}'],
  ["-0", '{"$numberDecimal":"-0"}'],
  ["12345678901234567890", '{"$numberDecimal":"12345678901234567890"}'],
  ["0.12345678901234567890123456789012345", "0.12345678901234567890123456789012345"],
  ["0e9999", "0e9999"],
] as const)("the price %s is written as %s", ([price, written]) => {
  expect(writtenPrice(price)).toBe(written);
});

test.for([
  ['"250"', '"250"'],
  ["250.00", "250.00"],
  ['{"$numberInt":"250"}', "250"],
  ['{"$numberLong":"12345678901"}', "12345678901"],
  ['{"$numberDouble":"250.0"}', "250.0"],
  ['{"$numberDecimal":"2.50E+2"}', "2.50E+2"],
] as const)("the price %s is read as %s", ([extended, price]) => {
  expect(priceIn(`{"price":${extended}}`)).toBe(price);
});

test.for([
  '{"$numberInt":"-1"}',
  '{"$numberDouble":"NaN"}',
  '{"$numberDouble":"Infinity"}',
  '{"$numberDecimal":"0x10"}',
  '{"$numberInt":250}',
  '{"$numberInt":"250","more":1}',
  '{"$date":"2026-11-21T10:00:00Z"}',
  "{}",
])("the price %s is refused", (extended) => {
  expect(priceIn(`{"price":${extended}}`)).toEqual(["Row 1: price must be a number of 0 or more, or empty."]);
});

test.for([
  ["lines", '\ufeff{"_id":{"$oid":"ID"},"name":"a"}\r\n\r\n{"name":"b","__v":0}\n'],
  ["--jsonArray", '\ufeff [{"_id":{"$oid":"ID"},"name":"a"},\n{"name":"b","__v":0}]\n'],
] as const)("mongoexport output as %s is read if __v is ignored, and refused otherwise", ([, text]) => {
  const file = text.replace("ID", id);
  expect(coffeesIn(readMongo(file, { ignoreFields: ["__v"] }))).toMatchObject([{ _id: id, name: "a" }, { name: "b" }]);
  expect(readMongo(file)).toMatchObject({ faults: [{ row: 2, field: "__v", message: "is not a field of a coffee" }] });
});

test("an _id may also be a text, and must be an id either way", () => {
  expect(coffeesIn(readMongo(`{"_id":"${id}"}`))).toMatchObject([{ _id: id }]);
  expect(readMongo('{"_id":{"$oid":"x"}}')).toMatchObject({ faults: [{ field: "_id" }] });
  expect(readMongo('{"_id":5}')).toMatchObject({ faults: [{ field: "_id", message: "must be text" }] });
});

test("every bad line is reported, even after a line that is not JSON", () => {
  const read = readMongo('{"name":"a"}\n{"name":\n\n{"name":5}\n{"chef":"a","chef":"b"}\n');
  expect("faults" in read && read.faults.map(describeRowFault)).toEqual([
    expect.stringMatching(
      /^Row 2 is not valid JSON: .*; each line must hold one whole coffee, as mongoexport writes it/,
    ),
    "Row 3 (line 4): name must be text.",
    "Row 4 (line 5): chef is there twice; leave one of the two out.",
  ]);
});
