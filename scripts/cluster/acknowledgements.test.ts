import { expect, test } from "vitest";
import { Acknowledgements } from "./acknowledgements.ts";

test("the longest pause is the one between two acknowledgements, or at either end", () => {
  const acknowledgements = new Acknowledgements(1);
  for (const atMs of [5, 12, 40, 41]) acknowledgements.note(acknowledgements.takeNumber(), atMs);
  expect(acknowledgements.longestPauseMs(10, 50)).toBe(28);
  expect(acknowledgements.longestPauseMs(10, 100)).toBe(59);
  expect(acknowledgements.longestPauseMs(50, 60)).toBe(10);
  expect(acknowledgements.numbers).toEqual([1, 2, 3, 4]);
});
