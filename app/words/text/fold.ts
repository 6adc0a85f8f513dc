const banglaZero = 0x09e6;

/**
 * A text as it is compared: in one form of Unicode and one case, without the accents of Latin letters and the joiners of
 * Bangla ones, with the digits 0 to 9. What a Bangla letter is composed of no longer shows.
 */
export function foldText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f\u200b-\u200d\ufeff]/g, "")
    .normalize("NFC")
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - banglaZero));
}

const sameLetters = new Map([
  ["ী", "ি"],
  ["ূ", "ু"],
  ["ঈ", "ই"],
  ["ঊ", "উ"],
  ["ণ", "ন"],
  ["শ", "স"],
  ["ষ", "স"],
  ["য", "জ"],
  ["ৎ", "ত"],
  ["\u09a1\u09bc", "র"],
  ["\u09a2\u09bc", "র"],
]);

/** A folded word in the one spelling that stands for those which people mix up: long and short vowels, ন and ণ, doubles. */
export function foldSpelling(word: string): string {
  return foldText(word)
    .replace(/[\u0981\u09cd]/g, "")
    .replace(/.\u09bc|[ীূঈঊণশষযৎ]/g, (letter) => sameLetters.get(letter) ?? letter)
    .replace(/(.)\1+/gu, "$1");
}

/** By this are values one value in a filter, however they are spaced, and in small letters or capitals. */
export function foldValue(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}
