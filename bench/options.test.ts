import { expect, test } from "vitest";
import { isAsked, parseOptions } from "./options.ts";

test("without arguments all sizes are measured; --quick takes one, and fewer and shorter rounds", () => {
  const usual = parseOptions([]);
  const quick = parseOptions(["--quick"]);
  expect(usual?.sizes).toEqual([24, 1_000, 10_000, 100_000]);
  expect(quick?.sizes).toHaveLength(1);
  expect(quick?.rounds).toBeLessThan(usual?.rounds ?? 0);
  expect(quick?.seconds).toBeLessThan(usual?.seconds ?? 0);
});

test("a number in --only selects a size for reads and writes, other words select rows", () => {
  const options = parseOptions(["--only", "10000", "--only", "304"]);
  expect(options).toMatchObject({ sizes: [10_000], writeSizes: [10_000], only: ["304"] });
});

test("rounds and seconds replace the usual ones", () => {
  expect(parseOptions(["--quick", "--rounds", "5", "--seconds", "0.5"])).toMatchObject({ rounds: 5, seconds: 0.5 });
});

test("the servers share all cores with the load, unless --one-core gives them one", () => {
  expect([parseOptions([])?.isOneCore, parseOptions(["--one-core"])?.isOneCore]).toEqual([false, true]);
});

test.for([[["--rounds", "1.5"]], [["--seconds", "0"]], [["--rounds", "many"]], [["--fast"]]] as const)(
  "%j is refused with an error message",
  ([args]) => {
    expect(() => parseOptions(args)).toThrow(/\w+ /);
  },
);

test("with --help, all other options are ignored", () => {
  expect(parseOptions(["--help", "--quick"])).toBeUndefined();
});

test("a row is measured if its name has all words of --only, ignoring case", () => {
  const options = parseOptions(["--only", "get", "--only", "BR"]);
  expect(options && ["GET /coffee br", "GET /coffee gzip", "home br"].filter((row) => isAsked(options, row))).toEqual([
    "GET /coffee br",
  ]);
});
