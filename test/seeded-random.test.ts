import { expect, test } from "vitest";
import { seededRandom } from "./seeded-random.ts";

const draws = (seed: number) => {
  const { below } = seededRandom(seed);
  return Array.from({ length: 8 }, () => below(1_000));
};

test("a seed gives the same numbers in every release, so that a run of a drill can be repeated", () => {
  expect(draws(1)).toEqual([11, 336, 964, 39, 544, 177, 394, 872]);
  expect(draws(4_294_967_295)).toEqual([995, 166, 773, 764, 159, 647, 404, 1]);
});

test("pick returns each item at some time, and throws for an empty list", () => {
  const { pick } = seededRandom(7);
  expect(new Set(Array.from({ length: 100 }, () => pick(["a", "b", "c"])))).toEqual(new Set(["a", "b", "c"]));
  expect(() => pick([])).toThrow(RangeError);
});
