import { startTransition, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLocation } from "react-router";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { useNavigate, useRootData } from "../../shop/shop-router.tsx";
import { useWords } from "../../words/words.tsx";
import type { Facets } from "../filters/count-facets.ts";
import { hasCriteria, readSearchQuery, writeSearchQuery, type SearchQuery } from "../search-query.ts";
import { noHighlights, type Highlights } from "../marks/marked.tsx";
import { prepareFinder, useSharedFinder } from "../shared-finder.ts";

/** What home shows of its list, and what it was asked for. */
export type SearchState = Readonly<{
  query: SearchQuery;
  /** Asks for something else. The address follows once there is a pause. */
  change: (part: Partial<SearchQuery>) => void;
  /** Puts what is asked for into the address at once. */
  commit: () => void;
  /** Tells that something will be asked: what is needed for it is loaded. */
  preload: () => void;
  /** Tells whether one sees what one can choose from: only then is it counted. */
  wantFacets: (areWanted: boolean) => void;
  coffees: readonly Coffee[];
  /** How often something else was asked for here until `coffees` were what it found. */
  turn: number;
  /** Undefined as long as nobody knows. */
  count: number | undefined;
  of: number;
  isLoose: boolean;
  isFailed: boolean;
  facets: Facets | undefined;
  highlights: Highlights;
}>;

/** How long a pause in typing is; browsers bear no more than some addresses a second. */
const pauseMs = 250;

/** Finds in the list what the query of home asks for. Until that can be known here, what the server found is shown. */
export function useSearch(allCoffees: readonly Coffee[]): SearchState {
  const { language } = useWords();
  const root = useRootData();
  const first = root?.found;
  const { query, turn, paused, change, commit } = useQuery(root?.settings.extras ?? false);
  const [hasStarted, setStarted] = useState(false);
  const [areFacetsWanted, setFacetsWanted] = useState(false);

  // What stands in the first document is a part of the list, or all of it in another order; what the server found is better.
  const isPart = first !== undefined && allCoffees === root?.coffees;
  const isWanted = (hasStarted || areFacetsWanted || hasCriteria(query)) && !isPart;
  const areWordsWanted = hasStarted || query.q !== "";
  const namesIn = query.sort === "name" ? language : undefined;
  const shared = useSharedFinder();
  const { finder, coffees: searchedList, isFailed } = shared;
  useEffect(() => {
    if (isWanted) void prepareFinder(allCoffees, { areWords: areWordsWanted, namesIn });
  }, [isWanted, areWordsWanted, namesIn, allCoffees]);

  const request = useMemo(() => ({ query, turn }), [query, turn]);
  const deferred = useDeferredValue(request);
  const found = useMemo(() => {
    // Whatever the finder has come to know counts.
    const { finder: sharedFinder, coffees } = shared;
    return sharedFinder && coffees && sharedFinder.canFind(deferred.query, language)
      ? sharedFinder.find(deferred.query, language)
      : undefined;
  }, [shared, deferred, language]);
  const facets = useMemo(() => {
    const { finder: sharedFinder, coffees } = shared;
    return areFacetsWanted && sharedFinder && coffees && sharedFinder.canFind({ ...paused, sort: "added" }, language)
      ? sharedFinder.facets(paused, language)
      : undefined;
  }, [areFacetsWanted, shared, paused, language]);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);

  const result = found ?? (isPart && queryString(first.query) === queryString(deferred.query) ? first : undefined);
  // Until there is an answer, what was shown stays; where none will come, the list does.
  const displayed = hasCriteria(deferred.query) ? (result ?? (isFailed ? undefined : (last ?? first))) : undefined;
  const coffees = useMemo(
    () => (displayed ? currentCoffees(displayed.coffees, allCoffees, searchedList) : allCoffees),
    [displayed, allCoffees, searchedList],
  );
  const words = found?.words;
  const isServerResult = displayed === first;
  const highlights = useMemo<Highlights>(() => {
    if (finder && found && words)
      return {
        marksIn: (text) => finder.marks(text, found),
        reason: (coffee) => finder.why({ _id: "", ...coffee }, found),
      };
    if (!first || !isServerResult) return noHighlights;
    const whys = new Map(first.coffees.map(({ _id }, at) => [_id, first.whys[at]]));
    return { ...noHighlights, reason: ({ _id = "" }) => whys.get(_id) };
  }, [finder, found, words, first, isServerResult]);
  return {
    query,
    change: (part) => {
      setStarted(true);
      change(part);
      // What could not be loaded may be had now.
      if (isFailed) void prepareFinder(allCoffees, { areWords: true, namesIn });
    },
    commit,
    preload: () => setStarted(true),
    wantFacets: setFacetsWanted,
    coffees,
    turn: deferred.turn,
    count: displayed && displayed === result ? countOf(result, coffees) : undefined,
    of: isPart ? first.of : allCoffees.length,
    isLoose: result?.isLoose ?? false,
    isFailed,
    facets: facets ?? first?.facets,
    highlights,
  };
}

/** What is asked for: first by the address, then by who is here, and the address follows. With extras off that is nothing. */
function useQuery(extras: boolean) {
  const location = useLocation();
  const search = extras ? location.search : "";
  const navigate = useNavigate();
  const [{ query, turn }, setRequest] = useState(() => ({ query: readSearch(search), turn: 0 }));
  const [paused, setPaused] = useState(query);
  /** Addresses that were written here, and have not been seen yet. */
  const [written, setWritten] = useState<readonly string[]>([]);
  const [lastSearch, setLastSearch] = useState(search);
  if (lastSearch !== search) {
    setLastSearch(search);
    setWritten(written.slice(written.indexOf(search) + 1));
    // Another address is somebody's Back, or a link; one in another language asks for nothing else.
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

/** Of what the server found, only the first are here; else all that were found are, save those that are gone since. */
function countOf(
  displayed: Readonly<{ coffees: readonly Coffee[]; count: number }>,
  coffees: readonly Coffee[],
): number {
  return displayed.count - (displayed.coffees.length - coffees.length);
}

/** What was found in a list that has changed meanwhile, as it is now. */
function currentCoffees(
  found: readonly Coffee[],
  allCoffees: readonly Coffee[],
  searchedList: readonly Coffee[] | undefined,
): readonly Coffee[] {
  if (searchedList === allCoffees) return found;
  const now = new Map(allCoffees.map((coffee) => [coffee._id, coffee]));
  return found.flatMap(({ _id }) => now.get(_id) ?? []);
}
