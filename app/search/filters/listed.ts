import { recordOf } from "../../../catalogue/fields.ts";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { askedOf, numberIn } from "../search-query.ts";
import { facetFields, type FacetField } from "../../../catalogue/fields.ts";
import { foldValue } from "../../words/fold.ts";
import { tasteTerms, type TasteTerms } from "./taste-terms.ts";

/** A coffee as filters and orders see it. */
export type Listed = Readonly<{
  coffee: Coffee;
  /** Each facet's value as it is compared. */
  values: Readonly<Record<FacetField, string>>;
  tastes: TasteTerms;
  /** Undefined where the price is no number. */
  price: number | undefined;
}>;

const known = new WeakMap<Coffee, Listed>();

/** The same again for the same coffee. */
export function listed(coffee: Coffee): Listed {
  let item = known.get(coffee);
  if (item) return item;
  const value = (field: FacetField) => foldValue(askedOf(coffee[field]));
  item = {
    coffee,
    values: recordOf(facetFields, value),
    tastes: tasteTerms(coffee.taste),
    price: numberIn(String(coffee.price)),
  };
  known.set(coffee, item);
  return item;
}
