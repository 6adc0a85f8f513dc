import type { Coffee } from "../../catalogue/coffee.ts";
import { isBlank } from "../../catalogue/text/is-blank.ts";

export type CategoryGroup = Readonly<{
  /** The spelling that comes first in the list; empty for coffees without a category. */
  category: string;
  coffees: readonly Coffee[];
}>;

/**
 * Groups coffees by category, ignoring case and outer spaces. Groups are in the order of the list; coffees without a
 * category come last.
 */
export function byCategory(coffees: readonly Coffee[]): readonly CategoryGroup[] {
  const groups = new Map<string, Coffee[]>();
  for (const coffee of coffees) {
    const key = isBlank(coffee.category) ? "" : coffee.category.trim().toLocaleLowerCase();
    const group = groups.get(key);
    if (group) group.push(coffee);
    else groups.set(key, [coffee]);
  }
  const unnamed = groups.get("");
  groups.delete("");
  const namedGroups = [...groups.values()].map((group) => ({
    category: group[0]?.category.trim() ?? "",
    coffees: group,
  }));
  return unnamed ? [...namedGroups, { category: "", coffees: unnamed }] : namedGroups;
}
