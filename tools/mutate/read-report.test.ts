import { expect, test } from "vitest";
import { readReport, shareNoticed } from "./read-report.ts";

const mutant = (status: string, more: object = {}) => ({
  id: "1",
  mutatorName: "BooleanLiteral",
  replacement: "false",
  location: { start: { line: 2, column: 9 }, end: { line: 2, column: 13 } },
  status,
  ...more,
});

function report(...mutants: readonly object[]) {
  return { schemaVersion: "2", files: { "catalogue/one.ts": { source: "export const\n  one = true;\n", mutants } } };
}

test("a mutant is noticed where a test fails, takes too long or cannot even be loaded", () => {
  const [tally] = readReport(report(mutant("Killed"), mutant("Timeout"), mutant("RuntimeError")));
  expect(tally).toEqual({ file: "catalogue/one.ts", mutants: 3, noticed: 3, survivors: [] });
});

test("a surviving mutant is reported with its place and text, even if no test reaches it", () => {
  const survivor = { file: "catalogue/one.ts", line: 2, column: 9, mutator: "BooleanLiteral", original: "true" };
  const [tally] = readReport(report(mutant("Killed"), mutant("Survived"), mutant("NoCoverage")));
  expect(tally).toEqual({
    file: "catalogue/one.ts",
    mutants: 3,
    noticed: 1,
    survivors: [
      { ...survivor, replacement: "false", isReached: true },
      { ...survivor, replacement: "false", isReached: false },
    ],
  });
});

test("a mutated text of several lines is reported whole", () => {
  const location = { start: { line: 1, column: 8 }, end: { line: 2, column: 6 } };
  const [tally] = readReport(report(mutant("Survived", { location })));
  expect(tally?.survivors[0]?.original).toBe("const\n  one");
});

test("the score is the share of noticed mutants, and 1 if there are none", () => {
  expect(shareNoticed({ mutants: 4, noticed: 3 })).toBe(0.75);
  expect(shareNoticed({ mutants: 0, noticed: 0 })).toBe(1);
});
