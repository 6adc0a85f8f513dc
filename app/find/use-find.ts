import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLocation, useNavigate, useRouteLoaderData } from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { loader } from "../root.tsx";
import { useWords } from "../words/words.tsx";
import type { Facets } from "./count-facets.ts";
import { isAsking, readFindQuery, writeFindQuery, type FindQuery } from "./find-query.ts";
import type { Mark } from "./marks.ts";
import { prepareFinder, useSharedFinder } from "./shared-finder.ts";

/** What home shows of its list, and what it was asked for. */
export type Finding = Readonly<{
  query: FindQuery;
  /** Asks for something else. The address follows once there is a pause. */
  ask: (change: Partial<FindQuery>) => void;
  /** Puts what is asked for into the address at once. */
  settle: () => void;
  /** Tells that something will be asked: what is needed for it is loaded. */
  begin: () => void;
  /** Has it counted what one can choose from. */
  openFacets: () => void;
  coffees: readonly Coffee[];
  count: number;
  of: number;
  isLoose: boolean;
  isFailed: boolean;
  facets: Facets | undefined;
  marksIn: (text: string) => readonly Mark[];
}>;

/** How long a pause in typing is; browsers bear no more than some addresses a second. */
const pauseMs = 250;
const noMarks = () => [];

/** Finds in the list what the query of home asks for. Until that can be known here, what the server found is shown. */
export function useFind(listed: readonly Coffee[]): Finding {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { language } = useWords();
  const first = useRouteLoaderData<typeof loader>("root")?.found;
  const [query, setQuery] = useState(() => readFindQuery(new URLSearchParams(search)));
  // An address that was not written here is somebody's Back, or a link.
  const [seen, setSeen] = useState(search);
  const [written, setWritten] = useState(search);
  if (seen !== search) {
    setSeen(search);
    if (search !== written) setQuery(readFindQuery(new URLSearchParams(search)));
  }

  const [isBegun, setBegun] = useState(false);
  const [areFacetsWanted, setFacetsWanted] = useState(false);
  const isWanted = isBegun || isAsking(query);
  const areWordsWanted = isBegun || query.q !== "";
  useEffect(() => {
    if (isWanted) void prepareFinder(listed, areWordsWanted);
  }, [isWanted, areWordsWanted, listed]);

  const shared = useSharedFinder();
  const { finder, coffees: taken, isFailed } = shared;
  const wanted = useDeferredValue(query);
  const found = useMemo(() => {
    // Whatever the finder has come to know counts.
    const { finder: known, coffees } = shared;
    return known && coffees && known.canFind(wanted) ? known.find(wanted, language) : undefined;
  }, [shared, wanted, language]);
  const facets = useMemo(() => {
    const { finder: known, coffees } = shared;
    return areFacetsWanted && known && coffees && known.canFind(wanted) ? known.facets(wanted) : undefined;
  }, [areFacetsWanted, shared, wanted]);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);

  const write = (next: FindQuery) => {
    const parameters = writeFindQuery(next, new URLSearchParams(search));
    const text = parameters.size > 0 ? `?${parameters}` : "";
    if (text === search) return;
    setWritten(text);
    void navigate({ search: text }, { replace: true, preventScrollReset: true, state });
  };
  const writeLater = useEffectEvent(write);
  useEffect(() => {
    const timer = setTimeout(() => writeLater(query), pauseMs);
    return () => clearTimeout(timer);
  }, [query]);

  const ask: Finding["ask"] = (change) => {
    setBegun(true);
    setQuery((before) => ({ ...before, ...change }));
  };

  const shown = isAsking(wanted) ? (found ?? last ?? first) : undefined;
  const coffees = useMemo(() => (shown ? ofList(shown.coffees, listed, taken) : listed), [shown, listed, taken]);
  const words = found?.words;
  const marksIn = useMemo(
    () => (finder && found && words ? (text: string) => finder.marks(text, found) : noMarks),
    [finder, found, words],
  );
  return {
    query,
    ask,
    settle: () => write(query),
    begin: () => setBegun(true),
    openFacets: () => {
      setBegun(true);
      setFacetsWanted(true);
    },
    coffees,
    count: shown?.count ?? listed.length,
    of: first && !taken ? first.of : listed.length,
    isLoose: shown?.isLoose ?? false,
    isFailed,
    facets: facets ?? first?.facets,
    marksIn,
  };
}

/** What was found in a list that has changed meanwhile, as it is now. */
function ofList(
  found: readonly Coffee[],
  listed: readonly Coffee[],
  taken: readonly Coffee[] | undefined,
): readonly Coffee[] {
  if (taken === listed || !taken) return found;
  const now = new Map(listed.map((coffee) => [coffee._id, coffee]));
  return found.flatMap(({ _id }) => now.get(_id) ?? []);
}
