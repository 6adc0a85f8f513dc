import { seededRandom } from "../catalogue/seeded-random.ts";

const fractions = 1_000_000;

/** Chooses `size` of the items, one from each of as many equal stretches; all where there are no more. */
export function chooseSample<Item>(items: readonly Item[], size: number, seed: number): readonly Item[] {
  if (size >= items.length) return items;
  const random = seededRandom(seed);
  const stretch = items.length / size;
  const places = Array.from({ length: size }, (_, index) => index + random.below(fractions) / fractions);
  const chosen = new Set(places.map((place) => Math.floor(place * stretch)));
  return items.filter((_, index) => chosen.has(index));
}
