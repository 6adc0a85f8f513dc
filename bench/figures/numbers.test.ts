import { expect, test } from "vitest";
import { figure, megabytes, spreadFigure } from "./numbers.ts";

test.for([
  [123_456.7, "123,457"],
  [99.96, "100"],
  [12.345, "12.3"],
  [1, "1.00"],
  [0.4567, "0.457"],
  [0.04567, "0.046"],
  [0.0004567, "0.00046"],
  [0, "0"],
] as const)("%d is printed as %s", ([value, text]) => {
  expect(figure(value)).toBe(text);
});

test("a missing measurement is printed as a dash", () => {
  expect([figure(undefined), figure(Number.NaN), megabytes(undefined), spreadFigure(undefined)]).toEqual(
    Array.from({ length: 4 }, () => "–"),
  );
});

test("a spread is printed only if the rounds differ", () => {
  expect(spreadFigure({ median: 2, least: 1, most: 3 })).toBe("2.00 (1.00–3.00)");
  expect(spreadFigure({ median: 2, least: 2, most: 2 })).toBe("2.00");
});
