import { expect, test } from "vitest";
import { chooseSample } from "./choose-sample.ts";

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
