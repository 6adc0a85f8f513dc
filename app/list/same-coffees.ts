import { isSame, type Coffee } from "../../catalogue/coffee.ts";

/**
 * Replaces coffees with equal objects from `earlier`, a map by id, so that React does not re-render their cards and a
 * search does not index them again.
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
