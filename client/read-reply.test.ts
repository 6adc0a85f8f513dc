import { describe, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { readAddReply, readFoundCoffee, readList, readRemoveReply, readReplaceReply } from "./read-reply.ts";

const _id = "6b0170fbc7b3dc984a466fbf";
const latte = { _id, ...emptyFields, name: "Latte", price: 340 };
const none = new Headers();

describe("a coffee", () => {
  test.for([
    ["as our server answers it", latte, latte],
    ["with a price in text", { ...latte, price: "012.50" }, { ...latte, price: "012.50" }],
    ["with nothing but an _id", { _id }, { _id, ...emptyFields }],
    ["with a number for its id", { _id: 7, name: "Latte" }, { ...emptyFields, _id: "7", name: "Latte" }],
    ["with fields of its own server's", { ...latte, __v: 0, createdAt: "today" }, latte],
  ] as const)("%s is read", ([, body, value]) => {
    expect(readFoundCoffee(body, none)).toEqual({ coffee: value, tag: undefined });
    expect(readList([body])).toEqual([value]);
  });

  test.for([
    ["null", { name: null, price: null }, { name: "", price: "" }],
    ["a number", { taste: 5 }, { taste: "5" }],
    ["true", { supplier: true, price: false }, { supplier: "true", price: "false" }],
    ["a list", { category: ["milk", null, "cold"] }, { category: "milk, cold" }],
    [
      "an object",
      { details: { roast: "dark", origins: [{ country: "BD" }] } },
      { details: "roast: dark, origins: country: BD" },
    ],
    ["a decimal of MongoDB", { price: { $numberDecimal: "12.50" } }, { price: "12.50" }],
    ["9,999 nested lists", { details: JSON.parse("[".repeat(9_999) + "]".repeat(9_999)) }, { details: "…" }],
    ["an empty object or list", { details: {}, category: [] }, { details: "", category: "" }],
  ] as const)("with %s for a text is shown as text, and keeps the value", ([, values, text]) => {
    const otherValues = Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, JSON.stringify(value)]),
    );
    const coffee = { _id, ...emptyFields, ...text };
    expect(readFoundCoffee({ _id, ...values }, none)).toEqual({ coffee, tag: undefined, otherValues });
    expect(readList([{ _id, ...values }])).toEqual([coffee]);
  });

  test.for([[[]], ["Latte"], [5], [true], [undefined]])("that is %j is not understood", ([body]) => {
    expect(readFoundCoffee(body, none)).toBeUndefined();
  });
});

test("null in place of a coffee says that there is none", () => {
  expect(readFoundCoffee(null, none)).toBeNull();
});

describe("a list", () => {
  test("leaves out coffees without a usable id, and keeps the last of those with the same id", () => {
    const body = [{ name: "none" }, { _id: ".." }, { _id: "1", name: "old" }, { _id: "2" }, { _id: "1", name: "new" }];
    expect(readList(body)).toMatchObject([{ _id: "1", name: "new" }, { _id: "2" }]);
  });

  test("keeps its order, and leaves out entries that are not coffees", () => {
    const body = [{ _id: "2" }, null, "Latte", 5, [], { _id: "1" }];
    expect(readList(body)).toMatchObject([{ _id: "2" }, { _id: "1" }]);
    expect(readList([])).toEqual([]);
  });

  test.for([[undefined], [null], [{}], ["<!doctype html>"], [{ coffees: [] }]])(
    "that is %j is not understood",
    ([body]) => {
      expect(readList(body)).toBeUndefined();
    },
  );
});

test.for([
  [
    { acknowledged: true, insertedId: _id },
    { acknowledged: true, insertedId: _id },
  ],
  [
    { acknowledged: true, insertedId: 7 },
    { acknowledged: true, insertedId: "7" },
  ],
  [{ acknowledged: true }, { acknowledged: true, insertedId: undefined }],
  [
    { acknowledged: true, insertedId: "" },
    { acknowledged: true, insertedId: undefined },
  ],
  [
    { acknowledged: true, insertedId: { $oid: _id } },
    { acknowledged: true, insertedId: undefined },
  ],
  [
    { acknowledged: false, insertedId: _id },
    { acknowledged: false, insertedId: _id },
  ],
  [{ acknowledged: "true" }, { acknowledged: false, insertedId: undefined }],
  [{ acknowledged: 1 }, { acknowledged: false, insertedId: undefined }],
  [{}, { acknowledged: false, insertedId: undefined }],
] as const)("the reply %j to an add is read as %j", ([body, value]) => {
  expect(readAddReply(body, none)).toEqual({ ...value, change: undefined });
});

test.for([
  [{ acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null }, 1, 1],
  [{ matchedCount: "1", modifiedCount: 0 }, 0, 1],
  [{ modifiedCount: "1" }, 1, 0],
  [{ modifiedCount: "many" }, 0, 0],
  [{ modifiedCount: null }, 0, 0],
  [{}, 0, 0],
] as const)("the reply %j to a replace counts %i modified, of %i matched", ([body, modifiedCount, matchedCount]) => {
  expect(readReplaceReply(body, none)).toMatchObject({ modifiedCount, matchedCount });
});

test.for([
  [{ modifiedCount: 0, upsertedCount: 1, upsertedId: _id }, _id],
  [{ modifiedCount: 0, upsertedCount: 1, upsertedId: 7 }, "7"],
  [{ modifiedCount: 1, upsertedCount: 0, upsertedId: null }, undefined],
  [{ modifiedCount: 0, upsertedId: { index: 0 } }, undefined],
  [{}, undefined],
] as const)("the reply %j to a replace names %s as added in its place", ([body, upsertedId]) => {
  expect(readReplaceReply(body, none)).toMatchObject({ upsertedId });
});

test.for([[undefined], [null], [[]], ["ok"], [1]])("the reply %j to a write is not understood", ([body]) => {
  expect(readAddReply(body, none)).toBeUndefined();
  expect(readReplaceReply(body, none)).toBeUndefined();
});

test.for([
  [`4812-${"0f".repeat(32)}`, 4812],
  ["4812", 4812],
  ["", undefined],
  ["x", undefined],
  ["0-x", undefined],
] as const)("the receipt %j of a write names the change %s", ([receipt, change]) => {
  const headers = new Headers({ "niceties-receipt": receipt });
  expect(readRemoveReply(null, headers)).toEqual({ acknowledged: false, deletedCount: 0, change });
  expect(readAddReply({}, headers)).toMatchObject({ change });
  expect(readReplaceReply({}, headers)).toMatchObject({ change });
});

test.for([
  ['"1.ab"', '"1.ab"'],
  ['W/"1.ab"', undefined],
  ["1.ab", undefined],
] as const)("the ETag %s of a coffee is read as the tag %s", ([etag, tag]) => {
  expect(readFoundCoffee(latte, new Headers({ etag }))).toMatchObject({ tag });
});
