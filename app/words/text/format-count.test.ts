import { expect, test } from "vitest";
import { bangla } from "../bangla.ts";
import { english } from "../english.ts";

const counts = [0, 7, 12, 100, 999, 1_000, 12_345, 99_999, 100_000, 123_456, 1_234_567, 10_000_000, 2 ** 53 - 1];

test.for(counts)("%i is formatted in both languages as by toLocaleString", (count) => {
  expect(english.number(count)).toBe(count.toLocaleString("en"));
  expect(bangla.number(count)).toBe(count.toLocaleString("bn"));
});
