import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { CoffeeFault } from "../../../client/coffee-fault.ts";
import { failureText } from "../product-server.ts";
import { failureOf, readUndoReply } from "./read-reply.ts";

const _id = "6b0170fbc7b3dc984a466fbf";
const latte = { _id, ...emptyFields, name: "Latte", price: 340 };
const none = new Headers();

function failureFrom(status: number, body: unknown) {
  return failureOf(new CoffeeFault("GET /coffee", undefined, { status, body }), status);
}
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
  const failure = failureFrom(418, body);
  expect([failure.status, failureText(failure, "en")]).toEqual([418, words]);
});

test("the receipt of an undo names its change", () => {
  const headers = new Headers({ "niceties-receipt": `4812-${"0f".repeat(32)}` });
  expect(readUndoReply({}, headers)).toMatchObject({ change: 4812 });
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
  expect(readUndoReply(body, none)).toEqual({ ...value, change: undefined });
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
  expect(failureFrom(404, { detail: "Gone.", deleted })).toEqual({
    status: 404,
    words: "Gone.",
    ...(read && { deleted: read }),
  });
});
