import { expect, test } from "vitest";
import { attack } from "./attack-drill.ts";

test("a shop under attack by 64 connections stays open, within its memory, and gives no reply that is not right", async () => {
  const { faults, mostMegabytes, counts } = await attack(4, 1);
  expect(faults).toEqual([]);
  expect(mostMegabytes).toBeLessThan(400);
  expect(counts.size).toBe(8);
});
