/** A word with its offsets in the text; `end` is exclusive. */
export type WordInText = Readonly<{ word: string; start: number; end: number }>;

/** Matches runs of digits, of Bangla letters, or of other letters: "V60", "250g" and "কফিshop" are two words each. */
const words =
  /\p{Nd}+|(?:(?![\u09e6-\u09ef])[\u0980-\u09ff\u200c\u200d])+|(?:(?![\u0980-\u09ff])[\p{L}\p{M}])+(?:['’](?![\u0980-\u09ff])\p{L}+)*/gu;

/** The words of a text, in their order. */
export function wordsIn(text: string): readonly WordInText[] {
  return Array.from(text.matchAll(words), ({ 0: word, index }) => ({ word, start: index, end: index + word.length }));
}
