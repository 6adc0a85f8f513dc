import { seededRandom } from "../../catalogue/seeded-random.ts";

const fractions = 1_000_000;

/** Chooses `size` of the items at equal distances, from a place on that the seed decides; all where there are no more. */
export function chooseSample<Item>(items: readonly Item[], size: number, seed: number): readonly Item[] {
  if (size >= items.length) return items;
  const distance = items.length / size;
  const first = (seededRandom(seed).below(fractions) / fractions) * distance;
  const chosen = new Set(Array.from({ length: size }, (_, index) => Math.floor(first + index * distance)));
  return items.filter((_, index) => chosen.has(index));
}
