import { withEllipsis } from "../../../../catalogue/text/with-ellipsis.ts";
import { lettersOf } from "./shown-words.ts";

/** A size in which words may be set, in pixels, and the most lines at this size. */
export type Setting = Readonly<{ size: number; linesAtMost: number }>;

export type FittedWords = Readonly<{ size: number; lines: readonly string[] }>;

/** The width of words at a size, both in pixels. */
export type Measure = (words: string, size: number) => number;

const narrowingSteps = 24;

/**
 * Sets words in lines of at most `width`, in the first of `settings` in which all words fit unbroken. Lines are then
 * about equally long. If there is none, the last one is used: words may be broken, and an ellipsis stands for those
 * that do not fit.
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

/** Wraps whole words, into at most one line more than `linesAtMost`. Only a line of one word can be too wide. */
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

/** The narrowest lines that are no more than the given ones, so that none ends with a word alone. */
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

/** The same words. Those that are wider than a line are split into pieces that fit. */
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
