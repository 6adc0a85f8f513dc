/** Shares of a run: the warm-up is not judged, and the end is compared with the part that follows the warm-up. */
const warmUpShare = 0.1;
const earlyShare = 0.3;
const lateShare = 0.8;

const blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

export type MemoryVerdict = Readonly<{ early: number; late: number; isBounded: boolean }>;

/**
 * Whether memory stays where it was: the median of the last fifth of the samples may exceed that of the second and
 * third tenth by at most `growthAtMost`. In ten minutes, these are the last two minutes, and minutes two and three.
 */
export function judgeMemory(samples: readonly number[], growthAtMost: number): MemoryVerdict {
  const at = (share: number) => Math.floor(samples.length * share);
  const early = median(samples.slice(at(warmUpShare), at(earlyShare)));
  const late = median(samples.slice(at(lateShare)));
  return { early, late, isBounded: late - early <= growthAtMost };
}

/** A line of `width` bars, scaled from the lowest bar to the highest. Each is the mean of its share of the samples. */
export function sparkline(samples: readonly number[], width: number): string {
  const count = Math.min(width, samples.length);
  const edge = (bar: number) => Math.floor((bar * samples.length) / count);
  const bars = Array.from({ length: count }, (_, bar) => mean(samples.slice(edge(bar), edge(bar + 1))));
  const [least, most] = [Math.min(...bars), Math.max(...bars)];
  const level = (value: number) =>
    most === least ? 0 : Math.round(((value - least) / (most - least)) * (blocks.length - 1));
  return bars.map((value) => blocks[level(value)]).join("");
}

function mean(samples: readonly number[]): number {
  return samples.reduce((sum, one) => sum + one, 0) / samples.length;
}

function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError("There are too few samples to judge.");
  return middle;
}
