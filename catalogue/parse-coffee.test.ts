// Over 300 lines: tables of request bodies, each with its error.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { coffeeText, fieldsOf, type StoredFields } from "./coffee-text.ts";
import { emptyFields } from "./coffee.ts";
import { coffeeFields, fieldDefinitions, textFields, type TextField } from "./fields.ts";
import { Fault } from "./fault.ts";
import {
  addRequestSchema,
  checkCoffee,
  coffeeSchema,
  parseAddedCoffee,
  parseReplacedCoffee,
  replaceRequestSchema,
} from "./parse-coffee.ts";

const id = "6b0170fbc7b3dc984a466fbf";
const priceMessage = "must be a number of 0 or more, or empty";

/** The fault that `act` throws. Any other result fails the test. */
function faultOf(act: () => unknown): Fault {
  try {
    act();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

/** The fields of a parsed add request. */
function parsedFields(body: string): StoredFields {
  return fieldsOf(parseAddedCoffee(body));
}

/** The English message of each wrong field. */
function errorsIn(body: string) {
  const fault = faultOf(() => parseAddedCoffee(body));
  expect(fault.code).toBe("invalid-coffee");
  return fault.errors.map(({ field, message }) => ({ field, message: message.en }));
}

/** The limit of each text field, as a number and as its message shows it. */
const longest: Readonly<Record<TextField, [number, string]>> = {
  name: [10_000, "10,000"],
  chef: [10_000, "10,000"],
  supplier: [10_000, "10,000"],
  taste: [10_000, "10,000"],
  category: [10_000, "10,000"],
  details: [10_000, "10,000"],
  photo: [16_384, "16,384"],
};

test("an empty object is a coffee of empty texts", () => {
  expect(parseAddedCoffee("{}")).toBe(coffeeText(emptyFields));
});

test("fields come out in the order of the forms, however they were sent", () => {
  const backwards = Object.fromEntries(coffeeFields.toReversed().map((field) => [field, ""]));
  expect(Object.keys(JSON.parse(parseAddedCoffee(JSON.stringify(backwards))))).toEqual(coffeeFields);
});

describe.each(textFields)("%s", (field) => {
  const [max, maxInWords] = longest[field];

  test.for([
    ["nothing", ""],
    ["spaces around", "  a \t"],
    ["line ends of both kinds", "a\r\nb\nc\rd"],
    ["a letter with a combining accent", "e\u0301"],
    ["a letter with the same accent in one", "\u00e9"],
    ["Bangla", "টং দোকানের কালো কফি"],
    ["an emoji of several code points", "👩🏽‍🍳"],
    ["invisible characters", "\ufeff\u200b\u2028\u0001"],
    ["markup", `<b onclick="x">&amp;</b>`],
    ["the maximum number of characters", "a".repeat(max)],
    ["the maximum number of emoji", "🫘".repeat(max)],
  ])("keeps %s as sent", ([, text]) => {
    expect(parsedFields(JSON.stringify({ [field]: text }))[field]).toBe(text);
  });

  test.for([
    ["a character too many", "a".repeat(max + 1), `must be at most ${maxInWords} characters`],
    ["an emoji too many", "🫘".repeat(max + 1), `must be at most ${maxInWords} characters`],
    ["the first half of a surrogate pair", "a\ud800b", "must not hold half of a surrogate pair"],
    ["the second half of a surrogate pair", "\udc00", "must not hold half of a surrogate pair"],
    ["the character NUL", "a\0b", "must not hold the character NUL"],
    ["a number", 5, "must be text"],
    ["true", true, "must be text"],
    ["null", null, "must be text"],
    ["a list", [], "must be text"],
    ["an object", {}, "must be text"],
  ])("refuses %s", ([, value, message]) => {
    expect(errorsIn(JSON.stringify({ [field]: value }))).toEqual([{ field, message }]);
  });
});

test.for(["", "0", "250", "012.50", "250.00", ".5", "5.", "1e3", "1E-7", "-0", "12345678901234567890"])(
  "the price %j is kept as that text",
  (price) => {
    expect(parsedFields(JSON.stringify({ price })).price).toBe(price);
  },
);

test.for(["0", "250", "250.00", "0.10", "1e3", "-0", "12345678901234567890", "0.1234567890123456789"])(
  "the price %s, a number, is kept to the digit",
  (digits) => {
    expect(JSON.stringify(parsedFields(`{"price": ${digits}}`).price)).toBe(digits);
  },
);

test.for([
  '"-1"',
  '"abc"',
  '" "',
  '"1 2"',
  '"250 "',
  '"+5"',
  '"1,5"',
  '"0x10"',
  '"NaN"',
  '"Infinity"',
  '"1e999"',
  '"২৫০"',
  '"250\\n"',
  "-1",
  "-0.01",
  "1e999",
  "-1e999",
  "true",
  "null",
  "[]",
  "[250]",
  "{}",
])("the price %s is refused", (price) => {
  expect(errorsIn(`{"price": ${price}}`)).toEqual([{ field: "price", message: priceMessage }]);
});

const largest = "1.7976931348623157e308";

test.for([
  [largest, "1.7976931348623158e308"],
  ["1e308", "1.8e308"],
  ["1.78e308", "2e308"],
  ["9e307", "9e309"],
  ["7e0299", "12e300"],
  [`${"1".repeat(308)}.5`, "1".repeat(309)],
  [`${"1".repeat(209)}e99`, `${"1".repeat(210)}e99`],
  ["0.5e-400", "0.5e-"],
  ["0e999", "0e"],
])("the text %s is a price, and %s is none", ([price, none]) => {
  expect(parsedFields(JSON.stringify({ price })).price).toBe(price);
  expect(errorsIn(JSON.stringify({ price: none }))).toEqual([{ field: "price", message: priceMessage }]);
});

test("the published schemas have names, sentences and limits, and the ones of a request need no field", () => {
  const schemas = {
    AddedCoffee: addRequestSchema,
    ReplacedCoffee: replaceRequestSchema,
    Coffee: coffeeSchema,
  };
  const published = Object.entries(schemas).map(
    ([name, schema]) => z.toJSONSchema(schema, { io: "input" }).$defs?.[name],
  );
  const text = { type: "string", default: "", pattern: expect.stringContaining("\\x01") };
  const sentence = expect.stringMatching(/^[A-Z].*\.$/);
  for (const schema of published) {
    expect(schema).toMatchObject({
      properties: {
        name: { ...text, maxLength: 10_000, description: fieldDefinitions.name.meaning },
        photo: { ...text, maxLength: 16_384, description: fieldDefinitions.photo.meaning },
        price: { description: fieldDefinitions.price.meaning },
      },
      additionalProperties: false,
    });
  }
  const _id = { pattern: "^[0-9a-f]{24}$", description: sentence };
  expect(published).toMatchObject([
    { description: sentence },
    { description: sentence, properties: { _id } },
    { properties: { _id }, required: ["_id"] },
  ]);
});

test.for(["colour", "Name", "__proto__", "constructor", "toString", "", "0"])(
  "an unknown field %j is refused",
  (field) => {
    expect(errorsIn(`{${JSON.stringify(field)}: "x"}`)).toEqual([{ field, message: "is not a field of a coffee" }]);
  },
);

test.for([`"${id}"`, '""', "null"])("a coffee that is added may not bring the _id %s", (sent) => {
  expect(errorsIn(`{"_id": ${sent}}`)).toEqual([{ field: "_id", message: "is assigned by the server" }]);
});

test("every wrong field is named, with a message for people", () => {
  const fault = faultOf(() => parseAddedCoffee('{"name": 1, "price": "abc", "colour": "red", "size": 1}'));
  expect(fault.errors.map(({ field }) => field).toSorted()).toEqual(["colour", "name", "price", "size"]);
  expect(fault.message).toContain("name must be text");
  expect(fault.message).toContain(`price ${priceMessage}`);
  expect(fault.message).toContain("size is not a field of a coffee");
});

test.for(["null", "[]", "[{}]", "5", '"text"', "true"])("%s is not a coffee", (body) => {
  expect(errorsIn(body)).toEqual([{ field: "", message: "the body must be a JSON object" }]);
});

test.for(["", " ", "{", "{}{}", "{'name': 1}", '{"price": NaN}', '{"price": 012}', "\ufeff{}", "[".repeat(60_000)])(
  "%.20s is not JSON",
  (body) => {
    expect(faultOf(() => parseAddedCoffee(body)).code).toBe("not-json");
  },
);

test.for([
  ['{"name": "a", "chef": "b", "n\\u0061me": "a"}', "name"],
  ['{"price": 1.0, "price": 2.00}', "price"],
  ['{"colour": 1, "colour": 1}', "colour"],
] as const)("%s is refused as ambiguous", ([body, field]) => {
  expect(errorsIn(body)).toEqual([{ field, message: "must stand in the body only once" }]);
});

test("deeply nested lists are refused as lists, and not for their depth", () => {
  const lists = "[".repeat(30_000) + "]".repeat(30_000);
  expect(errorsIn(lists)).toEqual([{ field: "", message: "the body must be a JSON object" }]);
  expect(errorsIn(`{"name": ${lists}, "price": 1.0}`)).toEqual([{ field: "name", message: "must be text" }]);
});

test.for([
  ["নাম: লেখা হতে হবে", '{"name": 5}'],
  ["কারিগর: ১০,০০০ অক্ষরের বেশি হতে পারবে না", `{"chef": "${"a".repeat(10_001)}"}`],
  ["সরবরাহকারী: অসম্পূর্ণ ইউনিকোড অক্ষর থাকতে পারবে না", '{"supplier": "\\ud800"}'],
  ["স্বাদ: NUL অক্ষর থাকতে পারবে না", '{"taste": "\\u0000"}'],
  ["ধরন: লেখা হতে হবে; বিবরণ: লেখা হতে হবে", '{"category": 1, "details": 1}'],
  ["ছবি: ১৬,৩৮৪ অক্ষরের বেশি হতে পারবে না", `{"photo": "${"a".repeat(16_385)}"}`],
  ["দাম: শূন্য বা তার বেশি কোনো সংখ্যা দিন, নয়তো ফাঁকা রাখুন", '{"price": -1}'],
  ["দাম: ১,০০০ অক্ষরের বেশি হতে পারবে না", `{"price": 0.${"1".repeat(999)}}`],
  ["নাম: একবারের বেশি থাকতে পারবে না", '{"name": 1, "name": 1}'],
  ["_id: সার্ভার নিজেই ঠিক করে", '{"_id": 5}'],
  ["colour: কফির এমন কোনো ঘর নেই", '{"colour": "red"}'],
  ["constructor: কফির এমন কোনো ঘর নেই", '{"constructor": "red"}'],
  ["পাঠানো তথ্য একটি JSON অবজেক্ট হতে হবে", "[]"],
] as const)("a coffee is refused in Bangla too, with the Bangla names of the fields: %s", ([words, body]) => {
  const { detail, errors } = faultOf(() => parseAddedCoffee(body));
  expect(detail.bn).toBe(`কফিটি সংরক্ষণ করা যাচ্ছে না। ${words}।`);
  for (const { message } of errors) expect(words).toContain(message.bn);
});

test("the fault of a wrong _id is in Bangla too", () => {
  const bangla = (sent: string) => faultOf(() => parseReplacedCoffee(`{"_id": ${sent}}`, id)).errors[0]?.message.bn;
  expect(bangla('"x"')).toBe("ছোট হাতের ২৪টি হেক্সাডেসিমেল অঙ্ক হতে হবে");
  expect(bangla(`"${id.replace(/f$/, "0")}"`)).toBe(`ঠিকানার আইডিটিই হতে হবে, অর্থাৎ ${id}`);
});

test("50 of thousands of unknown fields are named, and the others counted", () => {
  const fault = faultOf(() =>
    parseAddedCoffee(JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, () => 1).entries()))),
  );
  expect(fault.errors).toHaveLength(50);
  expect(fault.message).toMatch(/; 49 is not a field of a coffee; 4950 more\.$/);
  expect(fault.detail.bn).toMatch(/; 49: কফির এমন কোনো ঘর নেই; আরও ৪,৯৫০টি ভুল আছে।$/);
});

test.for([
  ["its own _id", `{"_id": "${id}", "name": "a"}`],
  ["no _id", '{"name": "a"}'],
] as const)("a coffee that is replaced may bring %s", ([, body]) => {
  expect(parseReplacedCoffee(body, id)).toBe(coffeeText({ ...emptyFields, name: "a" }));
});

test.for([
  ["another", '"6b0170fbc7b3dc984a466fb0"'],
  ["an upper-case", JSON.stringify(id.toUpperCase())],
  ["an empty", '""'],
  ["a numeric", "5"],
  ["a null", "null"],
])("a coffee that is replaced may not bring %s _id", ([, sent]) => {
  const fault = faultOf(() => parseReplacedCoffee(`{"_id": ${sent}}`, id));
  expect(fault.code).toBe("invalid-coffee");
  expect(fault.errors.map(({ field }) => field)).toEqual(["_id"]);
});

test("a price longer than 1,000 characters is refused, as text and as a number", () => {
  const digits = `0.${"1".repeat(998)}`;
  expect(parsedFields(`{"price":"${digits}"}`).price).toBe(digits);
  expect(parsedFields(`{"price":${digits}}`).price).toEqual({ rawJSON: digits });
  for (const price of [`"${digits}1"`, `${digits}1`]) {
    const errors = [{ field: "price", message: "must be at most 1,000 characters" }];
    expect(errorsIn(`{"price":${price}}`)).toEqual(errors);
  }
});

test("a coffee that was parsed elsewhere may have an _id or none, and keeps the digits of its price", () => {
  expect(checkCoffee({ _id: id, price: 250 }, "250.00")).toEqual({
    text: coffeeText({ ...emptyFields, price: 250 }, "250.00"),
    _id: id,
  });
  expect(checkCoffee({ price: "250" })).toEqual({ text: coffeeText({ ...emptyFields, price: "250" }), _id: undefined });
});

test("a coffee that was parsed elsewhere is refused with every bad field named", () => {
  const { code, errors } = faultOf(() => checkCoffee({ _id: "x", name: 5, colour: "red" }));
  expect(code).toBe("invalid-coffee");
  expect(errors.map(({ field }) => field)).toEqual(["_id", "name", "colour"]);
  const withLongPrice = faultOf(() => checkCoffee({ name: 5, price: 0.5 }, `0.5${"0".repeat(1_000)}`));
  expect(withLongPrice.errors.map(({ field }) => field)).toEqual(["name", "price"]);
});
