import { expect, test } from "vitest";
import { foldSpelling, foldText, foldValue } from "./fold.ts";

test.for<[string, string]>([
  ["Café", "cafe"],
  ["CAFE\u0301", "cafe"],
  ["ＬＡＴＴＥ", "latte"],
  ["০১২৩৪৫৬৭৮৯", "0123456789"],
  ["গু\u09dc", "গু\u09a1\u09bc"],
  ["আষা\u09dd", "আষা\u09a2\u09bc"],
  ["পা\u09dfেস", "পা\u09af\u09bcেস"],
  ["ক্\u200cষ", "ক্ষ"],
  ["র\u200d্যা", "র্যা"],
  ["ক\u09c7\u09beক", "ক\u09cbক"],
])("%j is compared as %j", ([text, folded]) => {
  expect(foldText(text)).toBe(folded.normalize("NFC"));
});

test.for<[string, string]>([
  ["পানী", "পানি"],
  ["ঠাণ্ডা", "ঠান্ডা"],
  ["শরবত", "সরবত"],
  ["কাঁচা", "কাচা"],
  ["দূধ", "দুধ"],
  ["গু\u09dc", "গুর"],
  ["হঠাৎ", "হঠাত"],
  ["cappuccino", "capucino"],
])("%j and %j are one spelling", ([one, other]) => {
  expect(foldSpelling(one)).toBe(foldSpelling(other));
});

test("values are equal regardless of case and spaces, but not of accents", () => {
  expect(foldValue("  Cold\u00a0 BREW ")).toBe(foldValue("cold brew"));
  expect(foldValue("Café")).not.toBe(foldValue("Cafe"));
});
