import { type FacetField, facetFields, recordOf } from "../../../catalogue/fields.ts";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { limitText, numberIn } from "../search-query.ts";
import { foldValue } from "../../words/text/fold.ts";
import { tasteTerms, type TasteTerms } from "./taste-terms.ts";

/** A coffee with the values that filters and sorting compare. */
export type SearchItem = Readonly<{
  coffee: Coffee;
  /** Each facet's value, folded for comparison. */
  values: Readonly<Record<FacetField, string>>;
  tastes: TasteTerms;
  /** Undefined if the price is not a number. */
  price: number | undefined;
}>;

const items = new WeakMap<Coffee, SearchItem>();

/** Returns the cached item of a coffee, or makes it. */
export function searchItem(coffee: Coffee): SearchItem {
  let item = items.get(coffee);
  if (item) return item;
  const value = (field: FacetField) => foldValue(limitText(coffee[field]));
  item = {
    coffee,
    values: recordOf(facetFields, value),
    tastes: tasteTerms(coffee.taste),
    price: numberIn(String(coffee.price)),
  };
  items.set(coffee, item);
  return item;
}
