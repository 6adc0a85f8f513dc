import type { Coffee } from "../../catalogue/coffee.ts";
import { isBlank } from "../../catalogue/is-blank.ts";

export type CategoryOnBoard = Readonly<{
  /** As it was written first; empty for coffees of none. */
  category: string;
  coffees: readonly Coffee[];
}>;

/** The coffees by category, each as it comes first in the list, and those of none at the end. Case and outer blanks count for nothing. */
export function byCategory(coffees: readonly Coffee[]): readonly CategoryOnBoard[] {
  const groups = Map.groupBy(coffees, ({ category }) => (isBlank(category) ? "" : category.trim().toLocaleLowerCase()));
  const unnamed = groups.get("");
  groups.delete("");
  const named = [...groups.values()].map((group) => ({ category: group[0]?.category.trim() ?? "", coffees: group }));
  return unnamed ? [...named, { category: "", coffees: unnamed }] : named;
}
