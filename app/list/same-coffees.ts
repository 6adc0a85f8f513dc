import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";

/** Whether two coffees say the same. */
export function isSame(one: CoffeeFields, other: CoffeeFields): boolean {
  return coffeeFields.every((field) => one[field] === other[field]);
}

/**
 * Puts the objects of `known` in place of coffees that say the same, so that React does not render their cards again and a
 * search does not index them again. `known` holds coffees by their ids.
 */
export function reuseSame(coffees: readonly Coffee[], earlier: ReadonlyMap<string, Coffee>): readonly Coffee[] {
  return coffees.map((coffee) => {
    const before = earlier.get(coffee._id);
    return before && isSame(before, coffee) ? before : coffee;
  });
}

export function coffeesById(coffees: readonly Coffee[]): ReadonlyMap<string, Coffee> {
  return new Map(coffees.map((coffee) => [coffee._id, coffee]));
}
