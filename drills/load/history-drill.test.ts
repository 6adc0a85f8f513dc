import { expect, test } from "vitest";
import { historyDrill } from "./history-drill.ts";

test("a coffee that was edited often with large texts holds nobody up when a change of it is taken back", async () => {
  // The time is measured by the whole drill; here each undo is only bounded by the patience of a slow machine.
  const { faults } = await historyDrill({ edits: 300, characters: 9_000, undos: 6, milliseconds: 10_000 });
  expect(faults).toEqual([]);
});
