import { expect, test } from "vitest";
import { shownText } from "./shown-text.ts";

test.for(["", "Flat White", "ক".repeat(200), " padded "])(
  "a text that lists have room for is shown as it is",
  (text) => {
    expect(shownText(text)).toBe(text);
  },
);

test("a long text is cut between its letters, with an ellipsis", () => {
  expect(shownText("latte ".repeat(2_000))).toBe(`${"latte ".repeat(33)}l…`);
  expect(shownText(`${"a".repeat(198)}👩‍🍳👩‍🍳`)).toBe(`${"a".repeat(198)}…`);
  expect(shownText(`${"a".repeat(199)}ক্ষি`)).toBe(`${"a".repeat(199)}…`);
});

test("a letter of thousands of signs is cut as well", () => {
  expect(shownText(`e${"\u0301".repeat(10_000)}`)).toHaveLength(201);
  expect(shownText("👍".repeat(5_000)).isWellFormed()).toBe(true);
});
