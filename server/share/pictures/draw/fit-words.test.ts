import { expect, test } from "vitest";
import { fitWords } from "./fit-words.ts";

/** Measures words in a font whose letters are half as wide as their size. */
const measure = (words: string, size: number) => (words.length * size) / 2;
const settings = [
  { size: 40, linesAtMost: 1 },
  { size: 20, linesAtMost: 2 },
];

test.for([
  ["a few words are set large", "one two", 40, ["one two"]],
  ["more words are set smaller", "one two three", 20, ["one two three"]],
  ["lines are about equally long", "one two three fou", 20, ["one two", "three fou"]],
  ["a word that is too wide for large letters is set smaller, not broken", "threefourfive", 20, ["threefourfive"]],
  ["a word that is too wide for every size is broken", "a-word-without-a-blank", 20, ["a-word-without-", "a-blank"]],
  ["words that just fill the lines are not cut", "one two three four five six", 20, ["one two three", "four five six"]],
  [
    "words that have no room are replaced by an ellipsis",
    "one two three four five six seven",
    20,
    ["one two three", "four five six…"],
  ],
] as const)("%s", ([, words, size, lines]) => {
  expect(fitWords(words, 150, settings, measure)).toEqual({ size, lines });
});

test("a text of ten thousand letters is measured only until its lines are full", () => {
  let measured = 0;
  const counting = (words: string, size: number) => {
    measured += 1;
    return measure(words, size);
  };
  const { lines } = fitWords("word ".repeat(2_000).trim(), 150, settings, counting);
  expect(lines).toEqual(["word word word", "word word word…"]);
  expect(measured).toBeLessThan(5_000);
});
