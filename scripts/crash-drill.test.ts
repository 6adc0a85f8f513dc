import { expect, test } from "vitest";
import { crashDrill } from "./crash-drill.ts";

test("no acknowledged write is missing or half done after the shop was killed while visitors wrote, and every receipt fits", async () => {
  const { receipts, faults } = await crashDrill(5);
  expect(faults).toEqual([]);
  expect(receipts).toBeGreaterThan(0);
});
