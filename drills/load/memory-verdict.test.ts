import { expect, test } from "vitest";
import { judgeMemory, sparkline } from "./memory-verdict.ts";

const seconds = 600;
const growthAtMost = 40;

/** A sawtooth from -10 to 9 MB with a period of 20 seconds, like memory between garbage collections. */
function breath(second: number): number {
  return (second % 20) - 10;
}

test.for([
  ["stays as it is", (second: number) => 200 + breath(second), true],
  ["warms up for a minute", (second: number) => 100 + Math.min(second, 60) * 2 + breath(second), true],
  ["settles lower", (second: number) => 300 - second / 10 + breath(second), true],
  ["peaks once, and lets go", (second: number) => (second > 200 && second < 400 ? 500 : 200), true],
  ["grows by six megabytes a minute", (second: number) => 200 + second / 10 + breath(second), false],
  ["jumps in the end", (second: number) => (second < 470 ? 200 : 260), false],
] as const)("memory that %s is bounded: %s", ([, memoryAt, isBounded]) => {
  const samples = Array.from({ length: seconds }, (_, second) => memoryAt(second));
  expect(judgeMemory(samples, growthAtMost).isBounded).toBe(isBounded);
});

test("judging no samples throws a RangeError", () => {
  expect(() => judgeMemory([], growthAtMost)).toThrow(RangeError);
});

test.for([
  [[1, 2, 3, 4, 5, 6, 7, 8], 8, "▁▂▃▄▅▆▇█"],
  [[8, 1], 8, "█▁"],
  [[5, 5, 5], 3, "▁▁▁"],
  [[0, 0, 7, 7], 2, "▁█"],
  [[], 8, ""],
] as const)("the samples %j in at most %i bars are %s", ([samples, width, line]) => {
  expect(sparkline(samples, width)).toBe(line);
});
