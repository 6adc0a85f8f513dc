/** The middle of several rounds, and how far they lie apart. */
export type Spread = Readonly<{ median: number; least: number; most: number }>;

/** Undefined where there is no number among the values. */
export function spreadOf(values: readonly (number | undefined)[]): Spread | undefined {
  const sorted = values
    .flatMap((value = Number.NaN) => (Number.isFinite(value) ? [value] : []))
    .toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (least === undefined || most === undefined || lower === undefined || upper === undefined) return undefined;
  return { median: (lower + upper) / 2, least, most };
}

/**
 * How many times as much as the limit, in each round by itself and then over all rounds: what slows the machine for a while
 * slows both in the same round.
 */
export function ratioSpread(
  values: readonly (number | undefined)[],
  limits: readonly (number | undefined)[],
): Spread | undefined {
  return spreadOf(
    values.map((value, round) => {
      const limit = limits[round];
      return value === undefined || !limit ? undefined : value / limit;
    }),
  );
}
