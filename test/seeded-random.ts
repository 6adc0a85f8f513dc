/** Repeatable random choices, for tests and drills: the same seed gives the same sequence. */
export type SeededRandom = Readonly<{
  /** A whole number from 0 to `limit` - 1. */
  below: (limit: number) => number;
  /** One of `items`, which must not be empty. */
  pick: <T>(items: readonly T[]) => T;
}>;

/** `seed` is a whole number from 0 to 4,294,967,295. Not for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const below = (limit: number) => {
    // A Weyl sequence, mixed by the finisher of MurmurHash3.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
  };
  const pick = <T>(items: readonly T[]): T => {
    const [item] = items.slice(below(items.length));
    if (item === undefined) throw new RangeError("There is nothing to pick from.");
    return item;
  };
  return { below, pick };
}
