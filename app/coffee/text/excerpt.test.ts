import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test.for(["", "Flat White", "ক".repeat(200), " padded "])(
  "a text of up to 200 characters is shown unchanged",
  (text) => {
    expect(excerpt(text)).toBe(text);
  },
);

test("a long text is cut between its letters, with an ellipsis", () => {
  expect(excerpt("latte ".repeat(2_000))).toBe(`${"latte ".repeat(33)}l…`);
  expect(excerpt(`${"a".repeat(198)}👩‍🍳👩‍🍳`)).toBe(`${"a".repeat(198)}…`);
  expect(excerpt(`${"a".repeat(199)}ক্ষি`)).toBe(`${"a".repeat(199)}…`);
});

test("a letter with thousands of combining marks is cut as well", () => {
  expect(excerpt(`e${"\u0301".repeat(10_000)}`)).toHaveLength(201);
  expect(excerpt("👍".repeat(5_000)).isWellFormed()).toBe(true);
});
