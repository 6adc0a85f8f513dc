const banglaZero = 0x09e6;

/**
 * Folds a text for comparison: one Unicode form and case, ASCII digits, no Latin accents and no joiners. Composed and
 * decomposed Bangla letters become equal.
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

/** Folds spellings that people mix up: long and short vowels, ন and ণ, double letters. */
export function foldSpelling(word: string): string {
  return foldText(word)
    .replace(/[\u0981\u09cd]/g, "")
    .replace(/.\u09bc|[ীূঈঊণশষযৎ]/g, (letter) => sameLetters.get(letter) ?? letter)
    .replace(/(.)\1+/gu, "$1");
}

/** Folds a value for filters, ignoring case and spacing. */
export function foldValue(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}
