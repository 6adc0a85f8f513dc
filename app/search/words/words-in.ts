/** A word where it stands in its text, from `start` up to, and without, `end`. */
export type WordInText = Readonly<{ word: string; start: number; end: number }>;

/** Runs of digits, of Bangla letters and of others: "V60" is two words, as is "250g" or "কফিshop". */
const words =
  /\p{Nd}+|(?:(?![\u09e6-\u09ef])[\u0980-\u09ff\u200c\u200d])+|(?:(?![\u0980-\u09ff])[\p{L}\p{M}])+(?:['’](?![\u0980-\u09ff])\p{L}+)*/gu;

/** The words of a text, in their order. */
export function wordsIn(text: string): readonly WordInText[] {
  return Array.from(text.matchAll(words), ({ 0: word, index }) => ({ word, start: index, end: index + word.length }));
}
