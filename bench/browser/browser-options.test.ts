import { expect, test } from "vitest";
import { rowNames } from "./browser-rows.ts";
import { parseBrowserOptions, visitsFor } from "./browser-options.ts";

test("without arguments every row is measured at every size; --quick takes one size", () => {
  expect(parseBrowserOptions([])).toMatchObject({ rows: rowNames, sizes: [24, 100, 1_000, 10_000, 100_000] });
  expect(parseBrowserOptions(["--quick"])?.sizes).toHaveLength(1);
});

test("a number in --only selects a size, other words select rows by name, ignoring case", () => {
  const options = parseBrowserOptions(["--only", "10000", "--only", "TAP", "--only", "form"]);
  expect(options).toMatchObject({ sizes: [10_000], rows: ["tap to form ms", "tap to add form ms"] });
});

test("only the visits that the rows need are made", () => {
  const options = parseBrowserOptions(["--only", "lcp"]);
  expect(options && visitsFor(options)).toEqual(["load"]);
});

test.for([[["--rounds", "1.5"]], [["--rounds", "none"]], [["--only", "tea"]], [["--fast"]]] as const)(
  "the browser benchmark refuses %j with an error message",
  ([args]) => {
    expect(() => parseBrowserOptions(args)).toThrow(/\w+ /);
  },
);

test("with --help, the browser benchmark ignores all other options", () => {
  expect(parseBrowserOptions(["--help", "--quick"])).toBeUndefined();
});
