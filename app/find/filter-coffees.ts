import { askedOf, facetFields, type FacetField, type FindQuery } from "./find-query.ts";
import { foldValue } from "./fold.ts";
import type { Listed } from "./listed.ts";

/** The conditions of a query that need no words: one value of a facet each, and a range of prices. */
export type Condition = FacetField | "price";
const conditions: readonly Condition[] = [...facetFields, "price"];

/** Tells whether a coffee meets the conditions, all of them or all but one. Every coffee does where nothing is asked. */
export function conditionsOf(query: FindQuery, without?: Condition): (item: Listed) => boolean {
  const tests = conditions
    .filter((condition) => condition !== without)
    .flatMap((condition) => testFor(condition, query));
  return (item) => tests.every((test) => test(item));
}

function testFor(condition: Condition, query: FindQuery): readonly ((item: Listed) => boolean)[] {
  if (condition === "price") {
    const { from, to } = query;
    if (from === undefined && to === undefined) return [];
    return [({ price }) => price !== undefined && price >= (from ?? -Infinity) && price <= (to ?? Infinity)];
  }
  const value = foldValue(askedOf(query[condition]));
  return value === "" ? [] : [({ values }) => values[condition] === value];
}
