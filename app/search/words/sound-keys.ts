import { foldText } from "../../words/text/fold.ts";
import { glides, romanise } from "./romanise.ts";

/** No word has more letters that count. */
const lettersAtMost = 32;

/** How Latin letters sound, in the order in which they are replaced; "č" stands for the "ch" that is not to become a "k". */
const latinSounds: readonly (readonly [letters: RegExp, sound: string])[] = [
  [/['’]/g, ""],
  [/tch|chh?|cc(?=[ei])/g, "č"],
  [/ck|q/g, "k"],
  [/x/g, "ks"],
  [/ph/g, "f"],
  [/wh/g, "w"],
  [/([bdgjkpstz])h/g, "$1"],
  [/z/g, "j"],
  [/c(?=[eiy])/g, "s"],
  [/c/g, "k"],
  [/č/g, "c"],
  [/v/g, "b"],
  [/oo/g, "u"],
  [/[ao][uw](?![aeiou])/g, "au"],
  [/w/g, "u"],
  [/e/g, "i"],
  [/o/g, "a"],
];

/**
 * How a word may sound, in letters that both scripts share: words of the same sound have a key in common, whether they
 * are written কফি, "kofi" or "coffee". The first is the likeliest. Digits are their own key.
 */
export function soundKeys(word: string): readonly string[] {
  const folded = foldText(word).slice(0, lettersAtMost);
  if (/^\p{Nd}/u.test(folded)) return [folded];
  const keys = /[\u0980-\u09ff]/.test(folded) ? romanise(folded) : latinKeys(folded);
  return [...new Set(keys.map((key) => key.replace(/(.)\1+/gu, "$1").replace(/([aiu])h$/, "$1")))].filter(Boolean);
}

/**
 * Also without the last "e" of a longer word, for it is heard in "latte" and silent in "cake", with the last vowel of
 * "filter" as ফিল্টার has it, and with the first "c" of "cini", which is no "s" in Bangla.
 */
function latinKeys(folded: string): readonly string[] {
  const silent = folded.replace(/(..[^aeiou])e$/, "$1");
  return [folded, silent, folded.replace(/(..[^aeiou])er$/, "$1ar"), folded.replace(/^c(?=[eiy])/, "ch")].map(latinKey);
}

function latinKey(folded: string): string {
  return glides(latinSounds.reduce((text, [letters, sound]) => text.replace(letters, sound), folded));
}
