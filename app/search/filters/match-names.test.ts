import { expect, test } from "vitest";
import { foldValue } from "../../words/text/fold.ts";
import { matchNames } from "./match-names.ts";
import { timeSlices } from "../time-slices.ts";

async function namesOf(...spelled: readonly string[]) {
  const names = await matchNames(new Map(spelled.map((name) => [foldValue(name), name])), timeSlices());
  return [...new Set(names.values())];
}

test.for<[string, string]>([
  ["Farhana Akter", "ফারহানা আক্তার"],
  ["Nusrat Jahan", "নুসরাত জাহান"],
  ["Rakib Hossain", "রাকিব হোসেন"],
  ["Abdul Kader", "আব্দুল কাদের"],
  ["Gopal Ghosh", "গোপাল ঘোষ"],
  ["Rahim", "রহিম"],
  ["Espresso", "এসপ্রেসো"],
  ["Cold Brew", "কোল্ড ব্রু"],
])("%s and %s are the same name", async ([en, bn]) => {
  expect(await namesOf(bn, en)).toEqual([{ en, bn }]);
});

test.for<[string, string]>([
  ["Nusrat Jahan", "নুসরাত হাসান"],
  ["Nusrat", "নুসরাত জাহান"],
  ["Nusrat Jahan", "জাহান নুসরাত"],
  ["Rahim", "করিম"],
  ["Karim", "করিমা"],
  ["Rina", "রেনা"],
  ["Rena", "রিনা"],
  ["Mana", "মোনা"],
  ["Khan", "কান"],
  ["Dhaka", "ডাকা"],
  ["Milk", "দুধ"],
  ["Sugar", "চিনি"],
  ["250", "২৫০"],
])("%s and %s are different names", async ([latin, bangla]) => {
  expect(await namesOf(bangla, latin)).toEqual([]);
});

test("a Bangla name that sounds like two Latin names matches neither", async () => {
  expect(await namesOf("Farhana Akter", "Farhana Aktar", "ফারহানা আক্তার")).toEqual([]);
});

test("two Bangla spellings of a Latin name both match it", async () => {
  const names = await namesOf("Farhana Akter", "ফারহানা আক্তার", "ফারহানা আখতার");
  expect(names).toEqual([{ en: "Farhana Akter", bn: "ফারহানা আক্তার" }]);
});
