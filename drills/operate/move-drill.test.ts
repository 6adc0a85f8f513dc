import { expect, test } from "vitest";
import { drill } from "./move-drill.ts";

test("a shop that is moved to and fro while visitors write, and is killed at random, loses no acknowledged write and is never in two places", async () => {
  const { summary, faults } = await drill.run({ moves: 4, seed: 1 }, () => {});
  expect(faults).toEqual([]);
  expect(summary).toMatch(
    /^4 moves, \d+ of them harmed, [1-4] completed; [1-9]\d* acknowledged writes and their receipts, /,
  );
});
