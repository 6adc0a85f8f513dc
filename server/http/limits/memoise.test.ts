import { expect, test } from "vitest";
import { memoise } from "./memoise.ts";

test("results for the first 64 values are cached, and others are computed on every call", () => {
  const reads: (string | undefined)[] = [];
  const lengthOf = memoise((value: string | undefined) => {
    reads.push(value);
    return value?.length ?? 0;
  });
  const values = [undefined, "", ...Array.from({ length: 62 }, (_, at) => "a".repeat(at + 1))];
  for (let round = 0; round < 2; round++) for (const value of values) expect(lengthOf(value)).toBe(value?.length ?? 0);
  expect(reads).toEqual(values);
  for (let round = 0; round < 2; round++) expect(lengthOf("another")).toBe(7);
  expect(reads).toEqual([...values, "another", "another"]);
});
