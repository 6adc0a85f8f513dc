import { expect, test } from "vitest";
import { difference } from "./difference.ts";

test.for([
  ["a word in the middle", "one two three", "one 2 three", "one ", "two ", "2 ", "three"],
  ["everything", "Latte", "Mocha", "", "Latte", "Mocha", ""],
  ["more words at the end", "one two", "one two three", "one ", "two", "two three", ""],
  ["from nothing", "", "Latte", "", "", "Latte", ""],
  ["to nothing", "Latte", "", "", "Latte", "", ""],
  ["only spaces", "one  two", "one two", "", "one  ", "one ", "two"],
  [
    "a long text, of which a few words are shown",
    "1 2 3 4 5 6 x 7 8 9 10 11 12",
    "1 2 3 4 5 6 y 7 8 9 10 11 12",
    "… 3 4 5 6 ",
    "x ",
    "y ",
    "7 8 9 10 …",
  ],
  ["a repeated word", "a a a", "a a", "a ", "a ", "", "a"],
  ["Bangla, whole words", "ঘন দুধের চা", "ঘন মালাই চা", "ঘন ", "দুধের ", "মালাই ", "চা"],
] as const)("the difference of two texts: %s", ([, before, after, ...expected]) => {
  const result = difference(before, after);
  expect([result.lead, result.before, result.after, result.trail]).toEqual(expected);
});

test("equal texts have no difference", () => {
  expect(difference("one two", "one two")).toMatchObject({ before: "", after: "" });
});
