import { describe, expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { failureText } from "../product-server.ts";
import {
  readAddReply,
  readFailure,
  readFoundCoffee,
  readList,
  readRemoveReply,
  readReplaceReply,
  readUndoReply,
} from "./read-reply.ts";

const _id = "6b0170fbc7b3dc984a466fbf";
const latte = { _id, ...emptyFields, name: "Latte", price: 340 };
const none = new Headers();
const nonsense = {
  status: 502,
  words: { en: "We couldn't understand the shop's answer.", bn: "দোকানের উত্তর বোঝা গেল না।" },
};

describe("a coffee", () => {
  test.for([
    ["as our server answers it", latte, latte],
    ["with a price in text", { ...latte, price: "012.50" }, { ...latte, price: "012.50" }],
    ["with nothing but an _id", { _id }, { _id, ...emptyFields }],
    ["with a number for its id", { _id: 7, name: "Latte" }, { ...emptyFields, _id: "7", name: "Latte" }],
    ["with fields of its own server's", { ...latte, __v: 0, createdAt: "today" }, latte],
  ] as const)("%s is read", ([, body, value]) => {
    expect(readFoundCoffee(body, none)).toEqual({ ok: true, value: { coffee: value, tag: undefined } });
    expect(readList([body])).toEqual({ ok: true, value: [value] });
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
    expect(readFoundCoffee({ _id, ...values }, none)).toEqual({
      ok: true,
      value: { coffee, tag: undefined, otherValues },
    });
    expect(readList([{ _id, ...values }])).toEqual({ ok: true, value: [coffee] });
  });

  test("that is null is read as not found", () => {
    expect(readFoundCoffee(null, none)).toEqual({
      ok: false,
      failure: { status: 404, words: { en: "We couldn't find this coffee.", bn: "কফিটি খুঁজে পাওয়া গেল না।" } },
    });
  });

  test.for([[[]], ["Latte"], [5], [true], [undefined]])("that is %j is not understood", ([body]) => {
    expect(readFoundCoffee(body, none)).toEqual({ ok: false, failure: nonsense });
  });
});

describe("a list", () => {
  test("leaves out coffees without a usable id, and keeps the last of those with the same id", () => {
    const body = [{ name: "none" }, { _id: ".." }, { _id: "1", name: "old" }, { _id: "2" }, { _id: "1", name: "new" }];
    expect(readList(body)).toMatchObject({ ok: true, value: [{ _id: "1", name: "new" }, { _id: "2" }] });
  });

  test("keeps its order, and leaves out entries that are not coffees", () => {
    const body = [{ _id: "2" }, null, "Latte", 5, [], { _id: "1" }];
    expect(readList(body)).toMatchObject({ ok: true, value: [{ _id: "2" }, { _id: "1" }] });
    expect(readList([])).toEqual({ ok: true, value: [] });
  });

  test.for([[undefined], [null], [{}], ["<!doctype html>"], [{ coffees: [] }]])(
    "that is %j is not understood",
    ([body]) => {
      expect(readList(body)).toEqual({ ok: false, failure: nonsense });
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
  expect(readAddReply(body, none)).toEqual({ ok: true, value: { ...value, change: undefined } });
});

test.for([
  [{ acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null }, 1, 1],
  [{ matchedCount: "1", modifiedCount: 0 }, 0, 1],
  [{ modifiedCount: "1" }, 1, 0],
  [{ modifiedCount: "many" }, 0, 0],
  [{ modifiedCount: null }, 0, 0],
  [{}, 0, 0],
] as const)("the reply %j to a replace counts %i modified, of %i matched", ([body, modifiedCount, matchedCount]) => {
  expect(readReplaceReply(body, none)).toMatchObject({ ok: true, value: { modifiedCount, matchedCount } });
});

test.for([
  [{ modifiedCount: 0, upsertedCount: 1, upsertedId: _id }, _id],
  [{ modifiedCount: 0, upsertedCount: 1, upsertedId: 7 }, "7"],
  [{ modifiedCount: 1, upsertedCount: 0, upsertedId: null }, undefined],
  [{ modifiedCount: 0, upsertedId: { index: 0 } }, undefined],
  [{}, undefined],
] as const)("the reply %j to a replace names %s as added in its place", ([body, upsertedId]) => {
  expect(readReplaceReply(body, none)).toMatchObject({ ok: true, value: { upsertedId } });
});

test.for([[undefined], [null], [[]], ["ok"], [1]])("the reply %j to a write is not understood", ([body]) => {
  expect(readAddReply(body, none)).toEqual({ ok: false, failure: nonsense });
  expect(readReplaceReply(body, none)).toEqual({ ok: false, failure: nonsense });
});

test.for([
  [{ type: "/-/problems/x", title: "Title", status: 400, detail: "Detail." }, "Detail."],
  [{ title: "Title", message: "Message" }, "Title"],
  [{ message: "Message" }, "Message"],
  [{ detail: "", message: "Message" }, "Message"],
  [{ detail: 5, title: null, message: ["x"] }, "The shop answered with an error (418)."],
  [{}, "The shop answered with an error (418)."],
  [undefined, "The shop answered with an error (418)."],
  ["<h1>Teapot</h1>", "The shop answered with an error (418)."],
  [[], "The shop answered with an error (418)."],
] as const)("the refusal %j says: %s", ([body, words]) => {
  const failure = readFailure(418, body);
  expect([failure.status, failureText(failure, "en")]).toEqual([418, words]);
});

test.for([
  [[{ field: "price", message: "must be a number" }], [{ field: "price", message: "must be a number" }]],
  [
    [
      { field: "price", message: "too low" },
      { field: "name", message: "too long" },
      { field: "price", message: "not a number" },
    ],
    [
      { field: "name", message: "too long" },
      { field: "price", message: "too low" },
    ],
  ],
  [
    [{ field: "_id", message: "is assigned by the server" }, { field: "name" }, { message: "?" }, null, "name"],
    undefined,
  ],
  [{ field: "name", message: "too long" }, undefined],
  [{ name: "too long" }, undefined],
  ["name", undefined],
  [null, undefined],
] as const)("the errors %j in an error reply are read as the field errors %j", ([errors, read]) => {
  expect(readFailure(400, { detail: "No.", errors }).errors).toEqual(read);
});

test("an error message about a field is cut to 300 characters", () => {
  const errors = [{ field: "name", message: "long ".repeat(1_000) }];
  expect(readFailure(400, { errors }).errors?.[0]?.message).toHaveLength(300);
});

test.for([
  [`4812-${"0f".repeat(32)}`, 4812],
  ["4812", 4812],
  ["", undefined],
  ["x", undefined],
  ["0-x", undefined],
] as const)("the receipt %j of a write names the change %s", ([receipt, change]) => {
  const headers = new Headers({ "niceties-receipt": receipt });
  expect(readRemoveReply(null, headers)).toEqual({ ok: true, value: { change } });
  expect(readAddReply({}, headers)).toMatchObject({ value: { change } });
  expect(readReplaceReply({}, headers)).toMatchObject({ value: { change } });
  expect(readUndoReply({}, headers)).toMatchObject({ value: { change } });
});

test.for([
  ['"1.ab"', '"1.ab"'],
  ['W/"1.ab"', undefined],
  ["1.ab", undefined],
] as const)("the ETag %s of a coffee is read as the tag %s", ([etag, tag]) => {
  expect(readFoundCoffee(latte, new Headers({ etag }))).toMatchObject({ value: { tag } });
});

test.for([
  [
    { coffeeId: _id, coffee: latte, nextId: "7", keptFields: ["price", "name"] },
    { coffeeId: _id, coffee: latte, nextId: "7", keptFields: ["name", "price"], erasedFields: [] },
  ],
  [
    { coffeeId: _id, coffee: null, nextId: null, keptFields: [] },
    { coffeeId: _id, coffee: undefined, nextId: undefined, keptFields: [], erasedFields: [] },
  ],
  [
    { keptFields: ["chef's hat", 5] },
    { coffeeId: "", coffee: undefined, nextId: undefined, keptFields: [], erasedFields: [] },
  ],
  [{}, { coffeeId: "", coffee: undefined, nextId: undefined, keptFields: [], erasedFields: [] }],
] as const)("the reply %j to an undo is read as %j", ([body, value]) => {
  expect(readUndoReply(body, none)).toEqual({ ok: true, value: { ...value, change: undefined } });
});

test.for([
  [
    { change: 2, time: "2026-11-21T12:00:00.000Z" },
    { change: 2, time: "2026-11-21T12:00:00.000Z" },
  ],
  [{ change: "2", time: "2026-11-21T12:00:00.000Z" }, undefined],
  [{ change: 2 }, undefined],
  [true, undefined],
] as const)("the deletion %j in a reply is read as %j", ([deleted, read]) => {
  expect(readFailure(404, { detail: "Gone.", deleted })).toEqual({
    status: 404,
    words: "Gone.",
    ...(read && { deleted: read }),
  });
});
