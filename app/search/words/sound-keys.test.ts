import { expect, test } from "vitest";
import { soundKeys, stemWord } from "./sound-keys.ts";

test.for<[string, string]>([
  ["কফি", "coffee"],
  ["কফি", "kofi"],
  ["চা", "cha"],
  ["গরম", "gorom"],
  ["ঠান্ডা", "thanda"],
  ["মিষ্টি", "mishti"],
  ["মিষ্টি", "misti"],
  ["দই", "doi"],
  ["দুধ", "dudh"],
  ["চিনি", "chini"],
  ["চিনি", "cini"],
  ["লাতে", "latte"],
  ["ক্যাপুচিনো", "cappuccino"],
  ["রসমালাই", "rasmalai"],
  ["রসমালাই", "roshomalai"],
  ["রং", "rong"],
  ["কোল্ড", "cold"],
  ["ব্ল্যাক", "black"],
  ["ফিল্টার", "filter"],
  ["রহিম", "Rahim"],
  ["তানভীর", "Tanveer"],
  ["ইউসুফ", "Yusuf"],
  ["চৌধুরী", "Chowdhury"],
  ["পায়েস", "payesh"],
  ["ক্ষীর", "kheer"],
  ["জ্ঞান", "gan"],
  ["ওয়ালা", "wala"],
  ["চন্দ্র", "chondro"],
  ["স্বাদ", "shad"],
  ["২৫০", "250"],
])("%s sounds like %s", ([one, other]) => {
  expect(soundKeys(one)).toSatisfy((keys: readonly string[]) => soundKeys(other).some((key) => keys.includes(key)));
});

test.for<[string, string]>([
  ["চা", "doi"],
  ["কফি", "cake"],
  ["গরম", "গুড়"],
  ["latte", "lotto"],
  ["২৫০", "520"],
])("%s does not sound like %s", ([one, other]) => {
  expect(soundKeys(one).filter((key) => soundKeys(other).includes(key))).toEqual([]);
});

test("adjacent vowels that are not written are dropped together", () => {
  expect(soundKeys("ঘরমসনন")).toEqual(["garamasanan", "garmsnan"]);
});

test("very long words get short keys, and words in other scripts get one", () => {
  expect(soundKeys("ক".repeat(100_000))[0]?.length).toBeLessThan(70);
  expect(soundKeys("コーヒー")).toHaveLength(1);
  expect(soundKeys("ঁ")).toEqual([]);
  expect(soundKeys("")).toEqual([]);
});

test.for<[string, string | undefined]>([
  ["beans", "bean"],
  ["Lattes", "Latte"],
  ["glass", undefined],
  ["gas", undefined],
  ["chef's", undefined],
  ["চায়ের", "চা"],
  ["আমের", "আম"],
  ["লেবুর", "লেবু"],
  ["দুধে", "দুধ"],
  ["কফিটা", "কফি"],
  ["গরম", undefined],
  ["রস", undefined],
])("%s without its ending is %s", ([word, plain]) => {
  expect(stemWord(word)).toBe(plain?.normalize("NFC"));
});
