import { letterStarts } from "../../words/text/letter-starts.ts";
import { foldSpelling } from "../../words/text/fold.ts";
import { soundKeys } from "../words/sound-keys.ts";
import { stemWord } from "../words/stem-word.ts";
import { wordsIn, type WordInText } from "../words/words-in.ts";

/** A part of a text, from `start` up to, and without, `end`, as `String.prototype.slice` takes them. */
export type Mark = Readonly<{ start: number; end: number }>;

/** The words that were typed, in the one spelling of those that people mix up, and for each the keys of those that answered. */
export type TermHits = Readonly<{ typed: readonly string[]; keys: readonly ReadonlySet<string>[] }>;

/**
 * The parts of a text that answer a search: of a word that begins as it was typed that beginning, else the whole word. No
 * letter is torn from its signs. Parts do not overlap, and come in their order.
 */
export function marksIn(text: string, hits: TermHits): readonly Mark[] {
  const { typed } = hits;
  return wordsIn(text).flatMap((word) => {
    const plain = stemWord(word.word);
    const keys = [...soundKeys(word.word), ...(plain === undefined ? [] : soundKeys(plain))];
    if (!hits.keys.some((termKeys) => keys.some((key) => termKeys.has(key)))) return [];
    const prefixLength = Math.max(0, ...typed.map((beginning) => matchingPrefixLength(word, beginning)));
    return [{ start: word.start, end: prefixLength > 0 ? word.start + prefixLength : word.end }];
  });
}

/** How much of a word is what was typed, in whole letters with their signs; 0 where it does not begin so. */
function matchingPrefixLength({ word }: WordInText, typed: string): number {
  const spelling = foldSpelling(word);
  // Also where its last letter is a double one.
  if (spelling === typed) return word.length;
  if (!spelling.startsWith(typed)) return 0;
  for (const { index } of letterStarts(word)) if (foldSpelling(word.slice(0, index)).startsWith(typed)) return index;
  return word.length;
}
