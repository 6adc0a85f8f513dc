import { expect, test } from "vitest";
import { fitWords } from "./fit-words.ts";

/** As if every letter were as wide as half its size. */
const measure = (words: string, size: number) => (words.length * size) / 2;
const settings = [
  { size: 40, linesAtMost: 1 },
  { size: 20, linesAtMost: 2 },
];

test.for([
  ["a few words are set large", "one two", 40, ["one two"]],
  ["more are set smaller", "one two three", 20, ["one two three"]],
  ["lines are about equally long", "one two three fou", 20, ["one two", "three fou"]],
  ["a word that is too wide for the large ones is not broken", "threefourfive", 20, ["threefourfive"]],
  ["one that is too wide for any is", "a-word-without-a-blank", 20, ["a-word-without-", "a-blank"]],
  [
    "what has no room is stood for by an ellipsis",
    "one two three four five six",
    20,
    ["one two three", "four five six"],
  ],
  ["also where lines end before it", "one two three four five six seven", 20, ["one two three", "four five six…"]],
] as const)("%s", ([, words, size, lines]) => {
  expect(fitWords(words, 150, settings, measure)).toEqual({ size, lines });
});

test("a text of ten thousand letters is set as soon as its lines are full", () => {
  let measured = 0;
  const counting = (words: string, size: number) => {
    measured += 1;
    return measure(words, size);
  };
  const { lines } = fitWords("word ".repeat(2_000).trim(), 150, settings, counting);
  expect(lines).toEqual(["word word word", "word word word…"]);
  expect(measured).toBeLessThan(5_000);
});
