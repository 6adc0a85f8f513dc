import { format } from "prettier";
import { expect, test } from "vitest";
import { markdownTable, plainTable } from "./table.ts";

const table = {
  head: ["row", "server", "per second", "note"],
  words: 2,
  figures: 1,
  rows: [
    ["GET /coffee", "ours", "1,234 (1,000–2,000)", ""],
    ["a | b", "bare", "5", "failed"],
  ],
};

test("in a terminal words stand to the left and figures to the right", () => {
  expect(plainTable(table)).toBe(
    [
      "row          server           per second  note",
      "-----------  ------  -------------------  ------",
      "GET /coffee  ours    1,234 (1,000–2,000)",
      "a | b        bare                      5  failed",
    ].join("\n"),
  );
});

test("a Markdown table is formatted as by Prettier, with pipes in cells escaped", async () => {
  const printed = `${markdownTable(table)}\n`;
  expect(printed).toContain(String.raw`a \| b`);
  expect(await format(printed, { parser: "markdown", printWidth: 120 })).toBe(printed);
});
