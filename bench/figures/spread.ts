/** The median of several rounds, with the least and the most. */
export type Spread = Readonly<{ median: number; least: number; most: number }>;

/** Undefined if none of the values is a number. */
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
 * The spread over all rounds of the ratio to the limit within each round: a slow spell of the machine slows both in the
 * same round.
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
