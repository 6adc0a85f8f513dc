import { expect, test } from "vitest";
import { shownWords } from "./shown-words.ts";

test.for([
  ["stays as it is", "Flat White", "Flat White"],
  ["is on one line", " Flat\r\n\tWhite\u2028\u0000 ", "Flat White"],
  ["loses its bidi controls", "\u202eetihW\u202c \u2066talF\u2069", "etihW talF"],
  ["has at most four marks on a letter", `q${"\u0301".repeat(500)}`, `q${"\u0301".repeat(4)}`],
  ["keeps Bangla signs, joiners and non-joiners", "ক্ষ্ম্য র‍্যাব", "ক্ষ্ম্য র‍্যাব"],
  ["is cut after a whole letter", "ক্ষ্ম".repeat(10), `${"ক্ষ্ম".repeat(4)}…`],
  ["is not cut within a surrogate pair", "𝒳".repeat(20), `${"𝒳".repeat(12)}…`],
  ["with only invisible characters is empty", "\u200f\u202e\u0007\n", ""],
] as const)("a text that is drawn %s", ([, text, shown]) => {
  expect(shownWords(text, 24)).toBe(shown);
});

test("a letter with more signs than there is room for is left out", () => {
  expect(shownWords("ক্".repeat(2_000) + "ক", 24)).toBe("…");
});
