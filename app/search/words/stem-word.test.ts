import { expect, test } from "vitest";
import { stemWord } from "./stem-word.ts";

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
