import { expect, test } from "vitest";
import { operateDrill } from "./operate-drill.ts";

test("a shop that went out and in by backup and in every format is the same to the byte", async () => {
  const steps = await operateDrill(20);
  expect(steps.filter(({ isSame }) => !isSame)).toEqual([]);
  expect(steps.map(({ name }) => name)).toContain("import csv");
}, 120_000); // some two dozen commands, one after the other
