import { expect, test } from "vitest";
import { drill } from "./erase-drill.ts";

test.for([
  ["in files", 0],
  ["in PostgreSQL", 1],
] as const)(
  "%s, texts that were erased are in no byte of the data, the backups and the replies, and every receipt is good",
  async ([, postgres]) => {
    const { summary, faults } = await drill.run({ texts: 4, postgres, seed: 3 }, () => {});
    expect(faults).toEqual([]);
    expect(summary).toMatch(/^4 texts were there, and 0 are; [1-9]/);
  },
);
