import { expect, test } from "vitest";
import { historyDrill } from "./history-drill.ts";

test.for([
  ["in a file", 0],
  ["in PostgreSQL", 1],
] as const)(
  "a coffee that was edited often with large texts, %s, holds nobody up when a change of it is undone",
  async ([, postgres]) => {
    // The time is measured by the whole drill; here each undo is only bounded by the patience of a slow machine.
    const { faults } = await historyDrill({ edits: 300, characters: 9_000, undos: 6, milliseconds: 10_000, postgres });
    expect(faults).toEqual([]);
  },
);
