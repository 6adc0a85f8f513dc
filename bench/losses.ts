import { figure } from "./figures/numbers.ts";
import type { Table } from "./figures/table.ts";
import type { PeerFigures, Row } from "./measures/row.ts";

/** How much more processor time a request may take than before. */
const allowed = 1.15;

export type Comparison = Readonly<{
  row: string;
  /** Processor time of a request against that of the earlier shop, in each round, from the least to the most. */
  ratios: readonly number[];
  isLost: boolean;
}>;

/**
 * Compares the processor time of requests, round by round. A row is lost if the median is over 1.15 and all rounds but one
 * are over 1. A row without figures of both is lost.
 */
export function compare(rows: readonly Row[]): readonly Comparison[] {
  return rows.map(({ name, peers }) => {
    const [now, before] = ["ours", "before"].map((shop) => cpuTimes(peers.find(({ peer }) => peer === shop)));
    const ratios = (now ?? [])
      .map((micros, round) => micros / (before?.[round] ?? Number.NaN))
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b);
    const [, secondLeast = Infinity] = ratios;
    return { row: name, ratios, isLost: median(ratios) > allowed && secondLeast > 1 };
  });
}

function cpuTimes(figures: PeerFigures | undefined): readonly number[] {
  return (figures?.rounds ?? []).map((round) => round?.cpuMicros ?? Number.NaN);
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity;
}

export function tableOf(comparisons: readonly Comparison[]): Table {
  return {
    head: ["row", "CPU ÷ before", "2nd least", "2nd most", ""],
    words: 1,
    figures: 3,
    rows: comparisons.map(({ row, ratios, isLost }) => [
      row,
      figure(ratios.length > 0 ? median(ratios) : undefined),
      figure(ratios[1]),
      figure(ratios.at(-2)),
      isLost ? "✗ slower" : "✓",
    ]),
  };
}
