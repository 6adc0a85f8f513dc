import { expect, test } from "vitest";
import { browserReport } from "./browser-report.ts";
import type { SizeResults } from "./browser-rows.ts";

const first = "first card ms";

const small: SizeResults = {
  size: 24,
  rounds: [
    { ours: { [first]: 300 }, "script-free": { [first]: 100 }, "plain React": { [first]: 600 } },
    { ours: { [first]: 400 }, "script-free": { [first]: 200 }, "plain React": { [first]: 400 } },
    { ours: { [first]: 350 }, "script-free": { [first]: 175 } },
  ],
};
const large: SizeResults = { size: 10_000, rounds: [{ ours: { [first]: 700 }, "script-free": {} }] };

function cellsOf(start: string, results: readonly SizeResults[]): readonly string[] {
  const lines = browserReport(results, [first], true).split("\n");
  return (lines.find((line) => line.startsWith(`| ${start} `)) ?? "").split("|").map((cell) => cell.trim());
}

test("each round is compared only with other pages measured in the same round", () => {
  expect(cellsOf(first, [small])).toEqual([
    "",
    first,
    "350 (300–400)",
    "175 (100–200)",
    "500 (400–600)",
    "2.00 (2.00–3.00)",
    "0.750 (0.500–1.00)",
    "",
  ]);
});

test("the first card at a larger size is compared with the one at the smallest size", () => {
  expect(cellsOf("10,000", [small, large])).toEqual(["", "10,000", "2.00", "–", "–", ""]);
  expect(cellsOf("10,000", [small])).toEqual([""]);
});

test("a row that was measured nowhere is left out", () => {
  expect(browserReport([small], ["LCP ms", first], false)).not.toContain("LCP");
});
