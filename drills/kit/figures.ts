import { latencyOf } from "../../bench/figures/percentiles.ts";

/** The median and the maximum of some numbers, as two columns. */
export function medianAndMost(values: readonly number[], format: (value: number) => string): string {
  const { p50, worst } = latencyOf(values);
  return format(p50) + format(worst);
}

/** The longest part of the time from `from` to `to` without any of `moments`, which are in order. In their unit. */
export function longestPause(moments: readonly number[], from: number, to: number): number {
  const all = [from, ...moments.filter((moment) => moment > from && moment < to), to];
  return all.slice(1).reduce((longest, moment, place) => Math.max(longest, moment - (all[place] ?? moment)), 0);
}
