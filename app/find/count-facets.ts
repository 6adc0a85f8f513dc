import { conditionsOf } from "./filter-coffees.ts";
import { askedOf, type FacetField, type FindQuery } from "./find-query.ts";
import { foldValue } from "./fold.ts";
import type { Listed } from "./listed.ts";

/** A value to choose, as it was first written, and how many coffees would be found with it. */
export type FacetValue = Readonly<{ value: string; count: number }>;

/** What one can choose from, given everything else that was chosen. */
export type Facets = Readonly<
  Record<FacetField, readonly FacetValue[]> & {
    /** The lowest and highest price among what the other conditions leave; undefined where nothing there has one. */
    prices: Readonly<{ lowest: number; highest: number }> | undefined;
  }
>;

/** Of each field, and of the texts of its values together. */
const [valuesAtMost, charactersAtMost] = [200, 10_000];

/** Counts what `list`, which a search for words may have narrowed, has to choose from. */
export function countFacets(list: readonly Listed[], query: FindQuery): Facets {
  const values = (field: FacetField) => valuesOf(list.filter(conditionsOf(query, field)), field, query[field]);
  return {
    category: values("category"),
    taste: values("taste"),
    chef: values("chef"),
    supplier: values("supplier"),
    prices: pricesOf(list.filter(conditionsOf(query, "price"))),
  };
}

/** Most frequent first, then as they come in the list. The chosen one is always among them. */
function valuesOf(list: readonly Listed[], field: FacetField, chosen: string): readonly FacetValue[] {
  const counts = new Map<string, { value: string; count: number }>();
  for (const { coffee, values } of list) {
    const folded = values[field];
    if (folded === "") continue;
    const known = counts.get(folded);
    if (known) known.count += 1;
    else counts.set(folded, { value: askedOf(coffee[field]), count: 1 });
  }
  const sorted = Array.from(counts.values()).toSorted((one, other) => other.count - one.count);
  const first = sorted.slice(0, valuesThatFit(sorted));
  const folded = foldValue(chosen);
  if (folded === "" || first.some(({ value }) => foldValue(value) === folded)) return first;
  const others = first.slice(0, first.length < sorted.length ? -1 : valuesAtMost - 1);
  return [...others, counts.get(folded) ?? { value: askedOf(chosen), count: 0 }];
}

function valuesThatFit(sorted: readonly FacetValue[]): number {
  let characters = 0;
  const end = sorted.findIndex(
    ({ value }, at) => (characters += value.length) > charactersAtMost || at === valuesAtMost,
  );
  return end === -1 ? sorted.length : end;
}

function pricesOf(list: readonly Listed[]): Facets["prices"] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { price } of list) {
    if (price === undefined) continue;
    if (price < lowest) lowest = price;
    if (price > highest) highest = price;
  }
  return lowest === Infinity ? undefined : { lowest, highest };
}
