import { foldText } from "../../words/text/fold.ts";
import { glides, romanise } from "./romanise.ts";

/** Letters of a word that are read. */
const lettersAtMost = 32;

/** Replacements of Latin letters by sounds, in order. "č" protects "ch" from becoming "k". */
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
 * The possible sounds of a word, as keys that both scripts share: কফি, "kofi" and "coffee" have one in common. The
 * first is the likeliest. Digits are their own key.
 */
export function soundKeys(word: string): readonly string[] {
  const folded = foldText(word).slice(0, lettersAtMost);
  if (/^\p{Nd}/u.test(folded)) return [folded];
  const keys = /[\u0980-\u09ff]/.test(folded) ? romanise(folded) : latinKeys(folded);
  return [...new Set(keys.map((key) => key.replace(/(.)\1+/gu, "$1").replace(/([aiu])h$/, "$1")))].filter(Boolean);
}

/**
 * The word without a plural "s", or without a Bangla case ending, article or plural (চায়ের, দুধে); undefined if it has
 * none of them.
 */
export function stemWord(word: string): string | undefined {
  const whole = word.normalize("NFC");
  const plain = whole
    .replace(/(\p{L}{3}[^s'’])s$/iu, "$1")
    .replace(/([\u0980-\u09ff]{2})(?:\u09af\u09bcের|ের|ে|টা|টি|গুলো)$|([\u0980-\u09ff][া-ৌ])র$/u, "$1$2");
  return plain === whole ? undefined : plain;
}

/** The possible sounds of a word without its ending; none if it has no ending. */
export function stemKeys(word: string): readonly string[] {
  const plain = stemWord(word);
  return plain === undefined ? [] : soundKeys(plain);
}

/**
 * The keys of a Latin word. A final "e" may be silent, as in "cake" but not in "latte"; "er" may sound as in ফিল্টার;
 * and a first "c" may be a Bangla চ, as in "cini".
 */
function latinKeys(folded: string): readonly string[] {
  const silent = folded.replace(/(..[^aeiou])e$/, "$1");
  return [folded, silent, folded.replace(/(..[^aeiou])er$/, "$1ar"), folded.replace(/^c(?=[eiy])/, "ch")].map(latinKey);
}

function latinKey(folded: string): string {
  return glides(latinSounds.reduce((text, [letters, sound]) => text.replace(letters, sound), folded));
}
