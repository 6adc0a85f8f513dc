import { expect, test } from "vitest";
import { shownWords } from "./shown-words.ts";

test.for([
  ["stays as it is", "Flat White", "Flat White"],
  ["is on one line", " Flat\r\n\tWhite\u2028\u0000 ", "Flat White"],
  ["turns nothing around", "\u202eetihW\u202c \u2066talF\u2069", "etihW talF"],
  ["does not pile signs up", `q${"\u0301".repeat(500)}`, `q${"\u0301".repeat(4)}`],
  ["keeps the signs of Bangla, and those that join or part its letters", "ক্ষ্ম্য র‍্যাব", "ক্ষ্ম্য র‍্যাব"],
  ["is cut behind a whole letter", "ক্ষ্ম".repeat(10), `${"ক্ষ্ম".repeat(4)}…`],
  ["loses no half of a letter beyond 16 bits", "𝒳".repeat(20), `${"𝒳".repeat(12)}…`],
  ["of nothing but signs that are not seen is nothing", "\u200f\u202e\u0007\n", ""],
] as const)("a text that is drawn %s", ([, text, shown]) => {
  expect(shownWords(text, 24)).toBe(shown);
});

test("a letter with more signs than there is room for is left out", () => {
  expect(shownWords("ক্".repeat(2_000) + "ক", 24)).toBe("…");
});
