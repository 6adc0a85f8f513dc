import type { Coffee } from "../../catalogue/coffee.ts";

export type CategoryOnBoard = Readonly<{
  /** As it was written first; empty for coffees of none. */
  category: string;
  coffees: readonly Coffee[];
}>;

/** The coffees by category, each as it comes first in the list, and those of none at the end. Case and outer blanks count for nothing. */
export function byCategory(coffees: readonly Coffee[]): readonly CategoryOnBoard[] {
  const groups = Map.groupBy(coffees, ({ category }) => category.trim().toLocaleLowerCase());
  const named = [...groups].filter(([key]) => key !== "");
  const unnamed = [...groups].filter(([key]) => key === "");
  return [...named, ...unnamed].map(([, group]) => ({ category: group[0]?.category.trim() ?? "", coffees: group }));
}
