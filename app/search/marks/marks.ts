import { letterStarts } from "../../words/text/letter-starts.ts";
import { foldSpelling } from "../../words/text/fold.ts";
import { soundKeys, stemKeys } from "../words/sound-keys.ts";
import { wordsIn, type WordInText } from "../words/words-in.ts";

/** A part of a text, with offsets as for `String.prototype.slice`. */
export type Mark = Readonly<{ start: number; end: number }>;

/** The typed words with folded spelling, and for each word the keys that matched. */
export type TermHits = Readonly<{ typed: readonly string[]; keys: readonly ReadonlySet<string>[] }>;

/**
 * The parts of a text that match a search: the typed beginning of a word, or the whole word if it is spelled
 * differently. Combining marks stay with their letter. Parts are in order and do not overlap.
 */
export function marksIn(text: string, hits: TermHits): readonly Mark[] {
  const { typed } = hits;
  return wordsIn(text).flatMap((word) => {
    const keys = [...soundKeys(word.word), ...stemKeys(word.word)];
    if (!hits.keys.some((termKeys) => keys.some((key) => termKeys.has(key)))) return [];
    const prefixLength = Math.max(0, ...typed.map((beginning) => matchingPrefixLength(word, beginning)));
    return [{ start: word.start, end: prefixLength > 0 ? word.start + prefixLength : word.end }];
  });
}

/** The length of the typed beginning in a word, in whole letters with their marks; 0 if the word does not begin so. */
function matchingPrefixLength({ word }: WordInText, typed: string): number {
  const spelling = foldSpelling(word);
  // Also if the word ends in a double letter, which the spelling folds.
  if (spelling === typed) return word.length;
  if (!spelling.startsWith(typed)) return 0;
  for (const { index } of letterStarts(word)) if (foldSpelling(word.slice(0, index)).startsWith(typed)) return index;
  return word.length;
}
