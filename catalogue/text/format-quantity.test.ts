import { expect, test } from "vitest";
import { formatBytes, pluralise } from "./format-quantity.ts";

test.for<[number, string]>([
  [0, "0 changes"],
  [1, "1 change"],
  [2, "2 changes"],
  [1_234_567, "1,234,567 changes"],
])("%d with its noun is %s", ([number, text]) => {
  expect(pluralise(number, "change")).toBe(text);
});

test("a noun may have a plural of its own", () => {
  expect([pluralise(1, "copy", "copies"), pluralise(3, "copy", "copies")]).toEqual(["1 copy", "3 copies"]);
});

test.for<[number, string]>([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [61_440, "61.4 kB"],
  [2_500_000, "2.5 MB"],
  [1_200_000_000, "1.2 GB"],
  [7_000_000_000_000, "7.0 TB"],
  [9e15, "9000.0 TB"],
])("%d bytes are %s", ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});
