import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chooseSample, readChoice } from "./read-choice.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("a folder is tried whole, and a sample has a size and a seed", () => {
  expect(readChoice(root, { paths: ["./catalogue/"] })).toEqual({ paths: ["catalogue"], sample: undefined, seed: 1 });
  expect(readChoice(root, { paths: ["store", "cli/main.ts"], sample: "150", seed: "2" })).toEqual({
    paths: ["store", "cli/main.ts"],
    sample: 150,
    seed: 2,
  });
});

test.for([
  [{ paths: [] }, "Name a folder or files."],
  [{ paths: ["catalogue", "nowhere"] }, "There is no nowhere in the project."],
  [{ paths: [".."] }, "There is no .. in the project."],
  [{ paths: [root] }, /^There is no .+ in the project\.$/],
  [{ paths: ["catalogue/log/undo.test.ts"] }, "Name program files; their tests are found."],
  [{ paths: ["catalogue"], sample: "0" }, "--sample must be a whole number above 0."],
  [{ paths: ["catalogue"], sample: "many" }, "--sample must be a whole number above 0."],
  [{ paths: ["catalogue"], seed: "-1" }, "--seed must be a whole number, 0 or above."],
  [{ paths: ["catalogue"], seed: "0.5" }, "--seed must be a whole number, 0 or above."],
] as const)("%j is refused: %s", ([words, wrong]) => {
  expect(readChoice(root, words)).toEqual({ wrong: typeof wrong === "string" ? wrong : expect.stringMatching(wrong) });
});

const thousand = Array.from({ length: 1_000 }, (_, at) => at);

test.for([1, 7, 150, 999])("a sample of %i is spread evenly over the whole", (size) => {
  const sample = chooseSample(thousand, size, 1);
  expect(sample).toHaveLength(size);
  const distances = sample.slice(1).map((item, at) => item - (sample[at] ?? 0));
  for (const distance of distances) expect(Math.abs(distance - 1_000 / size)).toBeLessThanOrEqual(1);
  expect(sample[0]).toBeLessThan(1_000 / size);
});

test("the same seed chooses the same items, and another seed others", () => {
  expect(chooseSample(thousand, 20, 1)).toEqual(chooseSample(thousand, 20, 1));
  expect(chooseSample(thousand, 20, 2)).not.toEqual(chooseSample(thousand, 20, 1));
});

test("a sample that is as large as the whole or larger is the whole", () => {
  expect(chooseSample([1, 2, 3], 3, 1)).toEqual([1, 2, 3]);
  expect(chooseSample([1, 2, 3], 10, 1)).toEqual([1, 2, 3]);
  expect(chooseSample([], 10, 1)).toEqual([]);
});
