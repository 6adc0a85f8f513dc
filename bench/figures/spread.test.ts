import { expect, test } from "vitest";
import { ratioSpread, spreadOf } from "./spread.ts";

test("the median is the middle round, or halfway between the middle two", () => {
  expect(spreadOf([30, 10, 20])).toEqual({ median: 20, least: 10, most: 30 });
  expect(spreadOf([40, 10, 20, 30])).toEqual({ median: 25, least: 10, most: 40 });
});

test("rounds without a number are left out, and without any there is no spread", () => {
  expect(spreadOf([undefined, 5, Number.NaN])).toEqual({ median: 5, least: 5, most: 5 });
  expect(spreadOf([undefined, Number.NaN])).toBeUndefined();
});

test("ratios are taken round by round: a machine that is slow in one round leaves them as they are", () => {
  expect(ratioSpread([50, 5, 50], [100, 10, 100])).toEqual({ median: 0.5, least: 0.5, most: 0.5 });
});

test("a round in which the limit was not measured has no ratio", () => {
  expect(ratioSpread([50, 60], [undefined, 120])).toEqual({ median: 0.5, least: 0.5, most: 0.5 });
  expect(ratioSpread([50], [0])).toBeUndefined();
});
