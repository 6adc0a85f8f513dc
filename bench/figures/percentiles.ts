/** How long calls took, in milliseconds. */
export type Latency = Readonly<{ p50: number; p99: number; p999: number; worst: number }>;

/** The nearest-rank percentiles of times in any order; NaN if there are none. */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = Float64Array.from(times).toSorted();
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    p999: percentile(sorted, 0.999),
    worst: sorted.at(-1) ?? Number.NaN,
  };
}

/** The smallest of the sorted values that `share` of them do not exceed. */
export function percentile(sorted: Float64Array, share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}
