import { limitText, type SearchQuery } from "../search-query.ts";
import { facetFields, type FacetField } from "../../../catalogue/fields.ts";
import { foldValue } from "../../words/text/fold.ts";
import type { SearchItem } from "./search-item.ts";
import type { NamesOfFields } from "./match-names.ts";

/** A condition besides the search text: one value of a facet, or the range of prices. */
export type Condition = FacetField | "price";
const conditions: readonly Condition[] = [...facetFields, "price"];

/** Returns a test for all conditions of a query, or all but one. Without conditions, every coffee passes. */
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

/** Whether the value is a term of the taste, or the whole taste, as in addresses of earlier versions. */
export function hasTaste({ tastes, values }: SearchItem, folded: string): boolean {
  return tastes.offered.includes(folded) || tastes.inner.includes(folded) || values.taste === folded;
}
