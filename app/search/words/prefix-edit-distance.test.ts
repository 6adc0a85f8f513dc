import { expect, test } from "vitest";
import { prefixEditDistance } from "./prefix-edit-distance.ts";

test.for<[string, string, number]>([
  ["kapucina", "kapuc", 0],
  ["kapucina", "kapuca", 1],
  ["kapucina", "kapci", 1],
  ["kapucina", "kappuci", 1],
  ["kapucina", "kapucinas", 1],
  ["kapucina", "mapuca", 2],
  ["kapucina", "lantirn", Infinity],
  ["ka", "kapuci", Infinity],
])("in %s, the prefix %s is at edit distance %s, with a limit of two", ([word, typed, slips]) => {
  expect(prefixEditDistance(word, typed, 2)).toBe(slips);
});
