/** Created on first use, because that blocks the main thread of a slow phone for 120 ms. */
let segmenter: Intl.Segmenter | undefined;

/**
 * A character with its marks, and the letters joined to it by hasanta or a joiner: nearly the same as in
 * `Intl.Segmenter`.
 */
const letter = /[^](?:[\u09cd\u200d]\S|[\p{M}\p{EMod}\u200c\u200d])*/gu;

/** The offset of each grapheme of a text: ক্ষি is one. Firefox has no `Intl.Segmenter` before 125. */
export function letterStarts(text: string): Iterable<Readonly<{ index: number }>> {
  if (!("Segmenter" in Intl)) return text.matchAll(letter);
  segmenter ??= new Intl.Segmenter("en");
  return segmenter.segment(text);
}
