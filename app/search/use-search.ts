import { startTransition, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLocation } from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import { useNavigate, useRoot } from "../shop/shop-router.tsx";
import { useWords } from "../words/words.tsx";
import type { Facets } from "./filters/count-facets.ts";
import { isAsking, readFindQuery, writeFindQuery, type FindQuery } from "./search-query.ts";
import { noAnswers, type Answers } from "./marks/marked.tsx";
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
  answers: Answers;
}>;

/** How long a pause in typing is; browsers bear no more than some addresses a second. */
const pauseMs = 250;

/** Finds in the list what the query of home asks for. Until that can be known here, what the server found is shown. */
export function useFind(listed: readonly Coffee[]): Finding {
  const { language } = useWords();
  const root = useRoot();
  const first = root?.found;
  const { query, turn, paused, ask, settle } = useQuery(root?.settings.extras ?? false);
  const [isBegun, setBegun] = useState(false);
  const [areFacetsWanted, setFacetsWanted] = useState(false);

  // What stands in the first document is a part of the list, or all of it in another order; what the server found is better.
  const isPart = first !== undefined && listed === root?.coffees;
  const isWanted = (isBegun || areFacetsWanted || isAsking(query)) && !isPart;
  const areWordsWanted = isBegun || query.q !== "";
  const namesIn = query.sort === "name" ? language : undefined;
  const shared = useSharedFinder();
  const { finder, coffees: taken, isFailed } = shared;
  useEffect(() => {
    if (isWanted) void prepareFinder(listed, { areWords: areWordsWanted, namesIn });
  }, [isWanted, areWordsWanted, namesIn, listed]);

  const asked = useMemo(() => ({ query, turn }), [query, turn]);
  const wanted = useDeferredValue(asked);
  const found = useMemo(() => {
    // Whatever the finder has come to know counts.
    const { finder: known, coffees } = shared;
    return known && coffees && known.canFind(wanted.query, language) ? known.find(wanted.query, language) : undefined;
  }, [shared, wanted, language]);
  const facets = useMemo(() => {
    const { finder: known, coffees } = shared;
    return areFacetsWanted && known && coffees && known.canFind({ ...paused, sort: "added" }, language)
      ? known.facets(paused, language)
      : undefined;
  }, [areFacetsWanted, shared, paused, language]);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);

  const answer = found ?? (isPart && asText(first.query) === asText(wanted.query) ? first : undefined);
  // Until there is an answer, what was shown stays; where none will come, the list does.
  const shown = isAsking(wanted.query) ? (answer ?? (isFailed ? undefined : (last ?? first))) : undefined;
  const coffees = useMemo(() => (shown ? ofList(shown.coffees, listed, taken) : listed), [shown, listed, taken]);
  const words = found?.words;
  const isFirst = shown === first;
  const answers = useMemo<Answers>(() => {
    if (finder && found && words)
      return {
        marksIn: (text) => finder.marks(text, found),
        whyFound: (coffee) => finder.why({ _id: "", ...coffee }, found),
      };
    if (!first || !isFirst) return noAnswers;
    const whys = new Map(first.coffees.map(({ _id }, at) => [_id, first.whys[at]]));
    return { ...noAnswers, whyFound: ({ _id = "" }) => whys.get(_id) };
  }, [finder, found, words, first, isFirst]);
  return {
    query,
    ask: (change) => {
      setBegun(true);
      ask(change);
      // What could not be loaded may be had now.
      if (isFailed) void prepareFinder(listed, { areWords: true, namesIn });
    },
    settle,
    begin: () => setBegun(true),
    wantFacets: setFacetsWanted,
    coffees,
    turn: wanted.turn,
    count: shown && shown === answer ? countOf(answer, coffees) : undefined,
    of: isPart ? first.of : listed.length,
    isLoose: answer?.isLoose ?? false,
    isFailed,
    facets: facets ?? first?.facets,
    answers,
  };
}

/** What is asked for: first by the address, then by who is here, and the address follows. With extras off that is nothing. */
function useQuery(extras: boolean) {
  const location = useLocation();
  const search = extras ? location.search : "";
  const navigate = useNavigate();
  const [{ query, turn }, setAsked] = useState(() => ({ query: readSearch(search), turn: 0 }));
  const [paused, setPaused] = useState(query);
  /** Addresses that were written here, and have not been seen yet. */
  const [written, setWritten] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState(search);
  if (seen !== search) {
    setSeen(search);
    setWritten(written.slice(written.indexOf(search) + 1));
    // Another address is somebody's Back, or a link; one in another language asks for nothing else.
    if (!written.includes(search) && asText(readSearch(search)) !== asText(readSearch(seen))) {
      setAsked({ query: readSearch(search), turn });
      setPaused(readSearch(search));
    }
  }

  const write = (next: FindQuery, before: string) => {
    const parameters = writeFindQuery(next, new URLSearchParams(before)).toString();
    const text = parameters === "" ? "" : `?${parameters}`;
    if (asText(next) === asText(readSearch(before)) || written.at(-1) === text) return;
    setWritten([...written, text]);
    void navigate({ search: text }, { replace: true, preventScrollReset: true, state: location.state });
  };
  const pause = useEffectEvent((next: FindQuery, before: string) => {
    startTransition(() => setPaused(next));
    write(next, before);
  });
  useEffect(() => {
    const timer = setTimeout(() => pause(query, search), pauseMs);
    return () => clearTimeout(timer);
  }, [query, search]);
  const ask = (change: Partial<FindQuery>) =>
    setAsked((before) => ({ query: { ...before.query, ...change }, turn: before.turn + 1 }));
  return { query, turn, paused, ask, settle: () => write(query, search) };
}

function readSearch(search: string): FindQuery {
  return readFindQuery(new URLSearchParams(search));
}

function asText(query: FindQuery): string {
  return String(writeFindQuery(query));
}

/** Of what the server found, only the first are here; else all that were found are, save those that are gone since. */
function countOf(shown: Readonly<{ coffees: readonly Coffee[]; count: number }>, coffees: readonly Coffee[]): number {
  return shown.count - (shown.coffees.length - coffees.length);
}

/** What was found in a list that has changed meanwhile, as it is now. */
function ofList(
  found: readonly Coffee[],
  listed: readonly Coffee[],
  taken: readonly Coffee[] | undefined,
): readonly Coffee[] {
  if (taken === listed) return found;
  const now = new Map(listed.map((coffee) => [coffee._id, coffee]));
  return found.flatMap(({ _id }) => now.get(_id) ?? []);
}
