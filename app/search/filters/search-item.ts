import { recordOf } from "../../../catalogue/fields.ts";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { limitText, numberIn } from "../search-query.ts";
import { facetFields, type FacetField } from "../../../catalogue/fields.ts";
import { foldValue } from "../../words/text/fold.ts";
import { tasteTerms, type TasteTerms } from "./taste-terms.ts";

/** A coffee as filters and orders see it. */
export type SearchItem = Readonly<{
  coffee: Coffee;
  /** Each facet's value as it is compared. */
  values: Readonly<Record<FacetField, string>>;
  tastes: TasteTerms;
  /** Undefined where the price is no number. */
  price: number | undefined;
}>;

const items = new WeakMap<Coffee, SearchItem>();

/** The same again for the same coffee. */
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
