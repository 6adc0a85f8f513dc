import type { Coffee } from "../../catalogue/coffee.ts";
import { isBlank } from "../../catalogue/text/is-blank.ts";

/**
 * Groups coffees by category, ignoring case and outer spaces. Groups are in the order of the list; coffees without a
 * category come last, under "". A category is spelled as in its first coffee.
 */
export function byCategory(coffees: readonly Coffee[]) {
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
