import type { Sort } from "../search-query.ts";
import type { SearchItem } from "./search-item.ts";
import type { TimeSlices } from "../time-slices.ts";

/** Sorts the list. Ties keep the list's order; coffees without a price come last, in the list's order. */
export function orderCoffees(list: readonly SearchItem[], sort: Sort, language: string): readonly SearchItem[] {
  switch (sort) {
    case "added":
      return list;
    case "newest":
      return [...list].reverse();
    case "name":
      return [...list].sort(byName(language));
    case "price":
      return [...list].sort((one, other) => byPrice(one, other, 1));
    case "price-descending":
      return [...list].sort((one, other) => byPrice(one, other, -1));
  }
}

const runLength = 64;

/**
 * Sorts by name as a merge sort in time slices, because comparing names in two scripts is slow. Yields whenever
 * `pause.isDue()`.
 */
export async function orderByName(
  list: readonly SearchItem[],
  language: string,
  pause: TimeSlices,
): Promise<readonly SearchItem[]> {
  const compare = byName(language);
  let runs: (readonly SearchItem[])[] = [];
  for (let from = 0; from < list.length; from += runLength) {
    runs.push(list.slice(from, from + runLength).sort(compare));
    if (pause.isDue()) await pause.next();
  }
  while (runs.length > 1) {
    const merged: (readonly SearchItem[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergeRuns(runs[at] ?? [], runs[at + 1] ?? [], compare, pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

type Compare = (one: SearchItem, other: SearchItem) => number;

async function mergeRuns(
  first: readonly SearchItem[],
  second: readonly SearchItem[],
  compare: Compare,
  pause: TimeSlices,
): Promise<readonly SearchItem[]> {
  const merged: SearchItem[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [one, other] = [first[left], second[right]];
    if (!one || !other) return merged.concat(first.slice(left), second.slice(right));
    // Keeps the sort stable.
    const isFirst = compare(one, other) <= 0;
    merged.push(isFirst ? one : other);
    if (isFirst) left += 1;
    else right += 1;
    if (merged.length % runLength === 0 && pause.isDue()) await pause.next();
  }
}

function byName(language: string): Compare {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (one, other) => compare(one.coffee.name, other.coffee.name);
}

function byPrice({ price: one }: SearchItem, { price: other }: SearchItem, direction: 1 | -1): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return (one - other) * direction;
}
