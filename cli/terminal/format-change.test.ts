import { expect, test } from "vitest";
import { formatBytes } from "../../catalogue/text/format-quantity.ts";
import { formatNumbers, formatValue } from "./format-change.ts";

test("no text of a visitor can control the terminal", () => {
  expect(formatValue("a\u001b[2Jb\u009bc\u202ed\u200be\nf")).toBe(String.raw`"a\u001b[2Jb\u009bc\u202ed\u200be\nf"`);
});

test("a long text is cut between its characters, and says how many there are", () => {
  expect(formatValue("😀".repeat(1_234))).toBe(`"${"😀".repeat(60)}" … (1,234 characters)`);
});

test("numbers are printed as ranges that --change accepts", () => {
  expect(formatNumbers([7, 3, 5, 6, 12])).toBe("3 5-7 12");
});

test.for([
  [0, "0 B"],
  [999, "999 B"],
  [61_440, "61.4 kB"],
  [1_200_000_000, "1.2 GB"],
] as const)("%i bytes are %s", ([bytes, expected]) => {
  expect(formatBytes(bytes)).toBe(expected);
});
