import type { Coffee } from "../../catalogue/coffee.ts";
import { isBlank } from "../../catalogue/is-blank.ts";

export type CategoryGroup = Readonly<{
  /** As it was written first; empty for coffees of none. */
  category: string;
  coffees: readonly Coffee[];
}>;

/** The coffees by category, each as it comes first in the list, and those of none at the end. Case and outer blanks count for nothing. */
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
