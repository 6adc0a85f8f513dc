import { withEllipsis } from "../../../../catalogue/text/with-ellipsis.ts";
import { lettersOf } from "./shown-words.ts";

/** How words may be set: so large, on at most so many lines. */
export type Setting = Readonly<{ size: number; linesAtMost: number }>;

export type FittedWords = Readonly<{ size: number; lines: readonly string[] }>;

/** How wide words are at a size. */
export type Measure = (words: string, size: number) => number;

const narrowingSteps = 24;

/**
 * Sets words by the first of `settings` in which no word is broken and all have room; by the last one where there is none,
 * and what has no room there is stood for by an ellipsis. Lines come out about equally long.
 */
export function fitWords(words: string, width: number, settings: readonly Setting[], measure: Measure): FittedWords {
  for (const { size, linesAtMost } of settings) {
    const isWide = (line: string) => measure(line, size) > width;
    const lines = wrap(words, isWide, linesAtMost);
    if (lines.length <= linesAtMost && !lines.some(isWide)) {
      return { size, lines: balanced(words, width, size, lines, measure) };
    }
  }
  const { size, linesAtMost } = settings.at(-1) ?? { size: 1, linesAtMost: 1 };
  const isWide = (line: string) => measure(line, size) > width;
  const lines = wrap(breakable(words, isWide), isWide, linesAtMost);
  if (lines.length <= linesAtMost) return { size, lines };
  const last = `${lines[linesAtMost - 1]} ${lines[linesAtMost]}`;
  return { size, lines: [...lines.slice(0, linesAtMost - 1), cut(last, isWide)] };
}

/** Lines of whole words, at most one more than `linesAtMost`. Only a line of one word is wider than it may be. */
function wrap(words: string, isWide: (line: string) => boolean, linesAtMost: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && isWide(longer)) {
      lines.push(line);
      line = word;
      if (lines.length > linesAtMost) return lines;
    } else line = longer;
  }
  return [...lines, line];
}

/** The narrowest lines that are no more than those given: so none ends with a word alone. */
function balanced(words: string, width: number, size: number, lines: readonly string[], measure: Measure) {
  let best = lines;
  for (let step = 1; step < narrowingSteps && lines.length > 1; step++) {
    const narrower = width * (1 - step / (2 * narrowingSteps));
    const isWide = (line: string) => measure(line, size) > narrower;
    const tried = wrap(words, isWide, lines.length);
    if (tried.length > lines.length || tried.some(isWide)) break;
    best = tried;
  }
  return best;
}

/** The same words, those that are wider than a line in pieces that are not. */
function breakable(words: string, isWide: (line: string) => boolean): string {
  return words
    .split(" ")
    .flatMap((word) => (isWide(word) ? pieces(word, isWide) : [word]))
    .join(" ");
}

function pieces(word: string, isWide: (line: string) => boolean): string[] {
  const result: string[] = [];
  let piece = "";
  for (const letter of lettersOf(word)) {
    if (piece !== "" && isWide(piece + letter)) {
      result.push(piece);
      piece = letter;
    } else piece += letter;
  }
  return [...result, piece];
}

function cut(line: string, isWide: (line: string) => boolean): string {
  const letters = lettersOf(line);
  while (letters.length > 0 && isWide(withEllipsis(letters.join("")))) letters.pop();
  return withEllipsis(letters.join(""));
}
