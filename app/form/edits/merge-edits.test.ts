import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { mergeEdits } from "./merge-edits.ts";

const before = { ...emptyFields, name: "Latte", taste: "Milk", price: "250" };

test.for([
  ["nobody changed anything", {}, {}, {}, [], []],
  ["only we changed something", { name: "Flat White" }, {}, { name: "Flat White" }, [], []],
  ["only they changed something", {}, { price: "260" }, { price: "260" }, ["price"], []],
  [
    "each changed something else",
    { name: "Flat White" },
    { price: "260" },
    { name: "Flat White", price: "260" },
    ["price"],
    [],
  ],
  ["both changed the same to the same", { price: "260" }, { price: "260" }, { price: "260" }, [], []],
  ["both changed the same to something else", { price: "240" }, { price: "260" }, { price: "240" }, [], ["price"]],
  ["both wrote the same price, they as a number", { price: "260" }, { price: 260 }, { price: "260" }, [], []],
  ["they changed a text into a number", {}, { price: 250 }, { price: 250 }, ["price"], []],
  ["they emptied what we changed", { taste: "Cream" }, { taste: "" }, { taste: "Cream" }, [], ["taste"]],
] as const)(
  "a merge returns the fields, their changes and the conflicts when %s",
  ([, ours, theirs, merged, remote, conflicts]) => {
    expect(mergeEdits(before, { ...before, ...ours }, { ...before, ...theirs })).toEqual({
      fields: { ...before, ...merged },
      remote,
      conflicts,
    });
  },
);
