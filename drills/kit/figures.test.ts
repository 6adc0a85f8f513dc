import { expect, test } from "vitest";
import { longestPause } from "./figures.ts";

test("the longest pause is the one between two moments, or at either end", () => {
  const moments = [5, 12, 40, 41];
  expect(longestPause(moments, 10, 50)).toBe(28);
  expect(longestPause(moments, 10, 100)).toBe(59);
  expect(longestPause(moments, 50, 60)).toBe(10);
});
