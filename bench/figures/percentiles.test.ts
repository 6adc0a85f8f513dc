import { expect, test } from "vitest";
import { latencyOf } from "./percentiles.ts";

test("percentiles are measured times, by nearest rank, regardless of their order", () => {
  const times = Array.from({ length: 1_000 }, (_, at) => 1_000 - at);
  expect(latencyOf(times)).toEqual({ p50: 500, p99: 990, p999: 999, worst: 1_000 });
  expect(latencyOf([3, 1, 2])).toEqual({ p50: 2, p99: 3, p999: 3, worst: 3 });
});

test("with one measured time, all percentiles equal it", () => {
  expect(latencyOf([7])).toEqual({ p50: 7, p99: 7, p999: 7, worst: 7 });
});

test("without measured times, all percentiles are NaN", () => {
  expect(latencyOf([])).toEqual({ p50: Number.NaN, p99: Number.NaN, p999: Number.NaN, worst: Number.NaN });
});
