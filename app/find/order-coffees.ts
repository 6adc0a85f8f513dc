import type { Sort } from "./find-query.ts";
import type { Listed } from "./listed.ts";

/** The list in an order. Those that are equal in it, or have no price, keep the list's own; the latter come last. */
export function orderCoffees(list: readonly Listed[], sort: Sort, language: string): readonly Listed[] {
  switch (sort) {
    case "added":
      return list;
    case "newest":
      return list.toReversed();
    case "name": {
      const { compare } = new Intl.Collator(language, { numeric: true });
      return list.toSorted((one, other) => compare(one.coffee.name, other.coffee.name));
    }
    case "price":
      return list.toSorted((one, other) => byPrice(one, other, 1));
    case "price-descending":
      return list.toSorted((one, other) => byPrice(one, other, -1));
  }
}

function byPrice({ price: one }: Listed, { price: other }: Listed, direction: 1 | -1): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return (one - other) * direction;
}
