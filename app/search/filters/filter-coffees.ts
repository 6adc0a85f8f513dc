import { limitText, type SearchQuery } from "../search-query.ts";
import { facetFields, type FacetField } from "../../../catalogue/fields.ts";
import { foldValue } from "../../words/text/fold.ts";
import type { SearchItem } from "./search-item.ts";
import type { NamesOfFields } from "./match-names.ts";

/** The conditions of a query that need no words: one value of a facet each, and a range of prices. */
export type Condition = FacetField | "price";
const conditions: readonly Condition[] = [...facetFields, "price"];

/** Tells whether a coffee meets the conditions, all of them or all but one. Every coffee does where nothing is asked. */
export function filterFor(
  query: SearchQuery,
  names: NamesOfFields,
  without?: Condition,
): (item: SearchItem) => boolean {
  const tests = conditions
    .filter((condition) => condition !== without)
    .flatMap((condition) => testFor(condition, query, names));
  return (item) => tests.every((test) => test(item));
}

function testFor(
  condition: Condition,
  query: SearchQuery,
  names: NamesOfFields,
): readonly ((item: SearchItem) => boolean)[] {
  if (condition === "price") {
    const { from, to } = query;
    if (from === undefined && to === undefined) return [];
    return [({ price }) => price !== undefined && price >= (from ?? -Infinity) && price <= (to ?? Infinity)];
  }
  const value = foldValue(limitText(query[condition]));
  if (value === "") return [];
  if (condition === "taste") return [(item) => hasTaste(item, value)];
  const name = names[condition].get(value);
  if (name) return [({ values }) => names[condition].get(values[condition]) === name];
  return [({ values }) => values[condition] === value];
}

/** Whether it is a part of the coffee's taste, or all of it, as addresses of earlier days have it. */
export function hasTaste({ tastes, values }: SearchItem, folded: string): boolean {
  return tastes.offered.includes(folded) || tastes.inner.includes(folded) || values.taste === folded;
}
