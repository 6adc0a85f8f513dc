import { latencyOf } from "../../bench/figures/percentiles.ts";

/** Median and greatest of some numbers, as two columns. */
export function medianAndMost(values: readonly number[], format: (value: number) => string): string {
  const { p50, worst } = latencyOf(values);
  return format(p50) + format(worst);
}
