import { expect, test } from "vitest";
import { formatCount, formatNumber } from "./format-number.ts";

test("a count has the digits of each language, grouped as each groups them", () => {
  expect(formatCount(0)).toEqual({ en: "0", bn: "০" });
  expect(formatCount(65_536)).toEqual({ en: "65,536", bn: "৬৫,৫৩৬" });
  expect(formatCount(1_234_567)).toEqual({ en: "1,234,567", bn: "১২,৩৪,৫৬৭" });
});

test("a number that identifies something is formatted in each language without grouping", () => {
  expect(formatNumber(1_234_567)).toEqual({ en: "1234567", bn: "১২৩৪৫৬৭" });
  expect(formatNumber(Number.MAX_SAFE_INTEGER)).toEqual({ en: "9007199254740991", bn: "৯০০৭১৯৯২৫৪৭৪০৯৯১" });
});
