/** Created on first use, because that keeps the main thread of a slow phone busy for 120 ms. */
let segmenter: Intl.Segmenter | undefined;

/** A character with its marks, and with what hasanta or a joiner ties to it: close to what `Intl.Segmenter` finds. */
const letter = /[^](?:[\u09cd\u200d]\S|[\p{M}\p{EMod}\u200c\u200d])*/gu;

/** Where each letter of a text begins. A letter keeps its signs: ক্ষি is one. Firefox has no `Intl.Segmenter` before 125. */
export function letterStarts(text: string): Iterable<Readonly<{ index: number }>> {
  if (!("Segmenter" in Intl)) return text.matchAll(letter);
  segmenter ??= new Intl.Segmenter("en");
  return segmenter.segment(text);
}
