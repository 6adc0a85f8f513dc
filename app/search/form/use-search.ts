import { startTransition, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLocation } from "react-router";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { useNavigate, useRootData } from "../../shop/shop-router.tsx";
import { useWords } from "../../words/words.tsx";
import type { Facets } from "../filters/count-facets.ts";
import type { Finder, SearchResult } from "../finder.ts";
import type { ServerSearchResult } from "../server-search.ts";
import { hasCriteria, readSearchQuery, writeSearchQuery, type SearchQuery } from "../search-query.ts";
import { noHighlights, type Highlights } from "../marks/marked.tsx";
import { findIn, prepareFinder, useSharedFinder } from "../shared-finder.ts";

/** The search of home: its query, its results and the functions that change it. */
export type SearchState = Readonly<{
  query: SearchQuery;
  /** Changes the query. The address follows after a pause in typing. */
  change: (part: Partial<SearchQuery>) => void;
  /** Writes the query into the address at once. */
  commit: () => void;
  /** Loads the code for a search that is about to start. */
  preload: () => void;
  /** Tells whether the facets are open: only then are they counted. */
  wantFacets: (areWanted: boolean) => void;
  coffees: readonly Coffee[];
  /** Counts the changes of the query that `coffees` include. */
  turn: number;
  /** The number of results; undefined until it is known. */
  count: number | undefined;
  of: number;
  isLoose: boolean;
  isFailed: boolean;
  facets: Facets | undefined;
  highlights: Highlights;
}>;

/** The pause in typing before the address changes. Browsers limit how often a page may change it. */
const pauseMs = 250;

/** Runs home's query on the list. Until the browser can, it shows the server's result. */
export function useSearch(allCoffees: readonly Coffee[]): SearchState {
  const { language } = useWords();
  const root = useRootData();
  const first = root?.found;
  const { query, turn, paused, change, commit } = useQuery(root?.settings.extras ?? false);
  const [hasStarted, setStarted] = useState(false);
  const [areFacetsWanted, setFacetsWanted] = useState(false);

  // The first document has only a part of the list, or all of it in another order, so the server's result is used.
  const isPart = first !== undefined && allCoffees === root?.coffees;
  const isWanted = (hasStarted || areFacetsWanted || hasCriteria(query)) && !isPart;
  const namesIn = query.sort === "name" ? language : undefined;
  const shared = useSharedFinder(allCoffees, isWanted, { areWords: hasStarted || query.q !== "", namesIn });
  const { finder, coffees: searchedList, isFailed } = shared;

  const request = useMemo(() => ({ query, turn }), [query, turn]);
  const deferred = useDeferredValue(request);
  // Both depend on `shared`, which changes whenever the finder has a new list or index.
  const found = useMemo(() => findIn(shared, deferred.query, language), [shared, deferred, language]);
  const facets = useMemo(() => {
    const { finder: sharedFinder, coffees } = shared;
    return areFacetsWanted && coffees && sharedFinder?.canFind({ ...paused, sort: "added" }, language)
      ? sharedFinder.facets(paused, language)
      : undefined;
  }, [areFacetsWanted, shared, paused, language]);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);

  const result = found ?? (isPart && queryString(first.query) === queryString(deferred.query) ? first : undefined);
  // Until there is a result, keep the previous one; if the search failed, show the list.
  const displayed = hasCriteria(deferred.query) ? (result ?? (isFailed ? undefined : (last ?? first))) : undefined;
  const coffees = useMemo(
    () => (displayed ? currentCoffees(displayed.coffees, allCoffees, searchedList) : allCoffees),
    [displayed, allCoffees, searchedList],
  );
  const highlights = useHighlights(finder, found, displayed === first ? first : undefined);
  return {
    query,
    change: (part) => {
      setStarted(true);
      change(part);
      // Try again to load what failed.
      if (isFailed) void prepareFinder(allCoffees, { areWords: true, namesIn });
    },
    commit,
    preload: () => setStarted(true),
    wantFacets: setFacetsWanted,
    coffees,
    turn: deferred.turn,
    // Without the coffees deleted since. Of a server result, only the first coffees are known here.
    count: displayed && displayed === result ? result.count - (result.coffees.length - coffees.length) : undefined,
    of: isPart ? first.of : allCoffees.length,
    isLoose: result?.isLoose ?? false,
    isFailed,
    facets: facets ?? first?.facets,
    highlights,
  };
}

function useHighlights(finder?: Finder, found?: SearchResult, first?: ServerSearchResult): Highlights {
  return useMemo(() => {
    if (finder && found?.words)
      return {
        marksIn: (text) => finder.marks(text, found),
        reason: (coffee) => finder.why({ _id: "", ...coffee }, found),
      };
    if (!first) return noHighlights;
    const whys = new Map(first.coffees.map(({ _id }, at) => [_id, first.whys[at]]));
    return { ...noHighlights, reason: ({ _id = "" }) => whys.get(_id) };
  }, [finder, found, first]);
}

/**
 * The query: first from the address, then from the visitor's input, which the address follows. Empty with extras off.
 */
function useQuery(extras: boolean) {
  const location = useLocation();
  const search = extras ? location.search : "";
  const navigate = useNavigate();
  const [{ query, turn }, setRequest] = useState(() => ({ query: readSearch(search), turn: 0 }));
  const [paused, setPaused] = useState(query);
  /** Queries that were written to the address and have not come back from the router yet. */
  const [written, setWritten] = useState<readonly string[]>([]);
  const [lastSearch, setLastSearch] = useState(search);
  if (lastSearch !== search) {
    setLastSearch(search);
    setWritten(written.slice(written.indexOf(search) + 1));
    // Another query in the address comes from Back or a link. A change of the language alone is ignored.
    if (!written.includes(search) && queryString(readSearch(search)) !== queryString(readSearch(lastSearch))) {
      setRequest({ query: readSearch(search), turn });
      setPaused(readSearch(search));
    }
  }

  const write = (next: SearchQuery, before: string) => {
    const parameters = writeSearchQuery(next, new URLSearchParams(before)).toString();
    const text = parameters === "" ? "" : `?${parameters}`;
    if (queryString(next) === queryString(readSearch(before)) || written.at(-1) === text) return;
    setWritten([...written, text]);
    void navigate({ search: text }, { replace: true, preventScrollReset: true, state: location.state });
  };
  const pause = useEffectEvent((next: SearchQuery, before: string) => {
    startTransition(() => setPaused(next));
    write(next, before);
  });
  useEffect(() => {
    const timer = setTimeout(() => pause(query, search), pauseMs);
    return () => clearTimeout(timer);
  }, [query, search]);
  const change = (part: Partial<SearchQuery>) =>
    setRequest((before) => ({ query: { ...before.query, ...part }, turn: before.turn + 1 }));
  return { query, turn, paused, change, commit: () => write(query, search) };
}

function readSearch(search: string): SearchQuery {
  return readSearchQuery(new URLSearchParams(search));
}

function queryString(query: SearchQuery): string {
  return String(writeSearchQuery(query));
}

/** The current versions of the coffees found, if the list has changed since. */
function currentCoffees(
  found: readonly Coffee[],
  allCoffees: readonly Coffee[],
  searchedList: readonly Coffee[] | undefined,
): readonly Coffee[] {
  if (searchedList === allCoffees) return found;
  const now = new Map(allCoffees.map((coffee) => [coffee._id, coffee]));
  return found.flatMap(({ _id }) => now.get(_id) ?? []);
}
