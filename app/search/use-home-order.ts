import { useEffect, useMemo } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { useLastHomeSearch } from "../links/home-search.ts";
import { useWords } from "../words/words.tsx";
import { readSearchQuery } from "./search-query.ts";
import { prepareFinder, useSharedFinder } from "./shared-finder.ts";

/** The coffees in the order of home's last search; the list itself until that is known. */
export function useHomeOrder(list: readonly Coffee[]): readonly Coffee[] {
  const { language } = useWords();
  const lastSearch = useLastHomeSearch();
  const query = useMemo(() => readSearchQuery(new URLSearchParams(lastSearch)), [lastSearch]);
  const shared = useSharedFinder();
  const isWanted = lastSearch !== "" && list.length > 0;
  const areWords = query.q !== "";
  const namesIn = query.sort === "name" ? language : undefined;
  useEffect(() => {
    if (isWanted) void prepareFinder(list, { areWords, namesIn });
  }, [isWanted, list, areWords, namesIn]);
  return useMemo(() => {
    const { finder, coffees } = shared;
    return isWanted && coffees && finder?.canFind(query, language) ? finder.find(query, language).coffees : list;
  }, [isWanted, shared, query, language, list]);
}
