import { useMemo } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { useLastHomeSearch } from "../links/home-search.ts";
import { useWords } from "../words/words.tsx";
import { readSearchQuery } from "./search-query.ts";
import { findIn, useSharedFinder } from "./shared-finder.ts";

/** The coffees in the order of home's last search; the list itself until that is known. */
export function useHomeOrder(list: readonly Coffee[]): readonly Coffee[] {
  const { language } = useWords();
  const lastSearch = useLastHomeSearch();
  const query = useMemo(() => readSearchQuery(new URLSearchParams(lastSearch)), [lastSearch]);
  const isWanted = lastSearch !== "" && list.length > 0;
  const namesIn = query.sort === "name" ? language : undefined;
  const shared = useSharedFinder(list, isWanted, { areWords: query.q !== "", namesIn });
  return useMemo(
    () => (isWanted ? findIn(shared, query, language)?.coffees : undefined) ?? list,
    [isWanted, shared, query, language, list],
  );
}
