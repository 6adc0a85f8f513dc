import { expect, test } from "vitest";
import { drill } from "./update-drill.ts";

test("an open shop goes on while a newer version is built beside it, and its pages find their files afterwards", async () => {
  const { faults, summary } = await drill.run({ updates: 1 }, () => {});
  expect(faults).toEqual([]);
  expect(summary).toMatch(/^1 updates beside [1-9]/);
}, 180_000);
