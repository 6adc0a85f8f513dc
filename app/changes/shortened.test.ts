import { expect, test } from "vitest";
import { shortened } from "./shortened.ts";

test.for([
  ["sixty letters", "x".repeat(60), "x".repeat(60)],
  ["one more", "x".repeat(61), `${"x".repeat(60)}…`],
  ["a blank at the cut", `${"x".repeat(59)} and more`, `${"x".repeat(59)}…`],
  ["nothing", "", ""],
  ["signs of two halves", "☕😀".repeat(31), `${"☕😀".repeat(30)}…`],
  ["families of signs", "👩‍👩‍👧".repeat(61), `${"👩‍👩‍👧".repeat(60)}…`],
  ["Bangla, whole letters", "নিতু".repeat(31), `${"নিতু".repeat(30)}…`],
] as const)("%s", ([, text, expected]) => {
  expect(shortened(text)).toBe(expected);
});
