import { expect, test } from "vitest";
import { coffeeText, type CoffeeText } from "../../catalogue/coffee-text.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { checkRows, describeRowFault } from "./check-rows.ts";

const id = "6b0170fbc7b3dc984a466fbf";

function found(...values: unknown[]) {
  return values.map((value, index) => ({ row: index + 1, line: index + 10, value }));
}

function named(name: string): CoffeeText {
  return coffeeText({ ...emptyFields, name });
}

function sentences(...values: unknown[]): string[] {
  const read = checkRows(found(...values));
  return "faults" in read ? read.faults.map(describeRowFault) : [];
}

test("rows keep their order and their ids, and a row without an id gets none", () => {
  expect(checkRows(found({ name: "b", _id: id }, { name: "a" }))).toEqual({
    rows: [
      { id, text: named("b") },
      { id: undefined, text: named("a") },
    ],
  });
});

test("every bad field of every bad row is named, in the words of the product server", () => {
  expect(sentences({ name: 5, price: "-1" }, {}, { colour: "red" }, [], null)).toEqual([
    "Row 1 (line 10): name must be text.",
    "Row 1 (line 10): price must be a number of 0 or more, or empty.",
    "Row 3 (line 12): colour is not a field of a coffee.",
    "Row 4 (line 13) must be an object with the fields of a coffee.",
    "Row 5 (line 14) must be an object with the fields of a coffee.",
  ]);
});

test("if one row is bad, no rows are returned", () => {
  expect(checkRows(found({ name: "good" }, { name: 5 }))).not.toHaveProperty("rows");
});

test.for(["", "x", id.toUpperCase(), `${id}0`, `${id} `])("the _id %j is refused", (_id) => {
  expect(sentences({ _id })).toEqual(["Row 1 (line 10): _id must be 24 lower-case hex digits."]);
});

test("an id that two rows have is refused with the numbers of both", () => {
  expect(sentences({ _id: id }, { _id: id, name: 5 })).toEqual([
    "Row 2 (line 11): name must be text.",
    `Row 2 (line 11): _id is ${id}, as in row 1 already.`,
  ]);
});

test("an id that leaves hardly any ids for new coffees is refused", () => {
  expect(sentences({ _id: `fffffffe${"f".repeat(16)}` })).toEqual([]);
  expect(sentences({ _id: `ffffffff${"0".repeat(16)}` })).toEqual([
    "Row 1 (line 10): _id must not begin with ffffffff: hardly any ids would be left for new coffees.",
  ]);
});

test("fields in ignoreFields are skipped, and other unknown fields are reported", () => {
  const values = found({ name: "a", __v: 0, colour: "red" });
  expect(checkRows(values, { ignoreFields: ["__v", "colour"] })).toEqual({ rows: [{ text: named("a") }] });
  expect(checkRows(values, { ignoreFields: ["__v"] })).toMatchObject({ faults: [{ field: "colour" }] });
});

test("the line is named only if it differs from the row", () => {
  expect(describeRowFault({ row: 4, line: 4, field: "name", message: "must be text" })).toBe(
    "Row 4: name must be text.",
  );
  expect(describeRowFault({ field: "", message: "is empty" })).toBe("The file is empty.");
});
