import { figure } from "./figures/numbers.ts";
import type { Table } from "./figures/table.ts";
import type { PeerFigures, Row } from "./measures/row.ts";

/** How much more processor time a request may take than before. */
const allowed = 1.15;
/** Share of the rounds at either end that noise alone may explain. */
const noiseShare = 1 / 7;

export type Comparison = Readonly<{
  row: string;
  /** Processor time of a request against that of the earlier shop, in each round, from the least to the most. */
  ratios: readonly number[];
  isLost: boolean;
}>;

/**
 * Compares the processor time of requests, round by round. A row is lost if the median is over 1.15 and at least six rounds
 * of seven are over 1. A row without figures of both is lost.
 */
export function compare(rows: readonly Row[]): readonly Comparison[] {
  return rows.map(({ name, peers }) => {
    const [now, before] = ["ours", "before"].map((shop) => cpuTimes(peers.find(({ peer }) => peer === shop)));
    const ratios = (now ?? [])
      .map((micros, round) => micros / (before?.[round] ?? Number.NaN))
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b);
    return { row: name, ratios, isLost: at(ratios, 1 / 2) > allowed && at(ratios, noiseShare) > 1 };
  });
}

/** Measures all rows, then the lost ones again. Only a row that is lost both times counts as lost. */
export async function remeasureLosses(
  measure: (only: readonly string[]) => Promise<readonly Comparison[]>,
): Promise<readonly Comparison[]> {
  const first = await measure([]);
  const doubtful = first.filter(({ isLost }) => isLost).map(({ row }) => row);
  const again = doubtful.length > 0 ? await measure(doubtful) : [];
  return first.map((comparison) => again.find(({ row }) => row === comparison.row) ?? comparison);
}

function cpuTimes(figures: PeerFigures | undefined): readonly number[] {
  return (figures?.rounds ?? []).map((round) => round?.cpuMicros ?? Number.NaN);
}

/** The ratio at this share of the sorted list, such as 0.5 for the median; infinite if the list is empty. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Infinity;
}

export function tableOf(comparisons: readonly Comparison[]): Table {
  return {
    head: ["row", "CPU ÷ before", "usual least", "usual most", ""],
    words: 1,
    figures: 3,
    rows: comparisons.map(({ row, ratios, isLost }) => [
      row,
      ...[1 / 2, noiseShare, 1 - noiseShare].map((share) => figure(ratios.length > 0 ? at(ratios, share) : undefined)),
      isLost ? "✗ slower" : "✓",
    ]),
  };
}
