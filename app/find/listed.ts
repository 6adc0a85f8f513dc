import type { Coffee } from "../../catalogue/coffee.ts";
import { numberIn, type FacetField } from "./find-query.ts";
import { foldValue } from "./fold.ts";

/** A coffee as filters and orders see it. */
export type Listed = Readonly<{
  coffee: Coffee;
  /** Each facet's value as it is compared. */
  values: Readonly<Record<FacetField, string>>;
  /** Undefined where the price is no number. */
  price: number | undefined;
}>;

const known = new WeakMap<Coffee, Listed>();

/** The same again for the same coffee. */
export function listed(coffee: Coffee): Listed {
  let item = known.get(coffee);
  if (item) return item;
  const { category, taste, chef, supplier } = coffee;
  item = {
    coffee,
    values: {
      category: foldValue(category),
      taste: foldValue(taste),
      chef: foldValue(chef),
      supplier: foldValue(supplier),
    },
    price: numberIn(String(coffee.price)),
  };
  known.set(coffee, item);
  return item;
}
