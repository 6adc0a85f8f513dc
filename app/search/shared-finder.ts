import { useEffect, useSyncExternalStore } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { Finder, SearchResult } from "./finder.ts";
import type { SearchQuery } from "./search-query.ts";

/*
 * One finder for all pages, so that home shows its results at once after a return. Its code loads with the first
 * search.
 */

type State = Readonly<{
  finder: Finder | undefined;
  /** The list that the finder searches. */
  coffees: readonly Coffee[] | undefined;
  /** Whether loading the finder or its index failed. */
  isFailed: boolean;
}>;

let state: State = { finder: undefined, coffees: undefined, isFailed: false };
const listeners = new Set<() => void>();

function update(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => state;
const none: State = state;
const onServer = () => none;

type FinderNeeds = Readonly<{
  areWords: boolean;
  /** The language in which to sort names; undefined if not needed. */
  namesIn: string | undefined;
}>;

/** The shared finder, which is prepared for a list while `isWanted`. Re-renders when its list or its index changes. */
export function useSharedFinder(list: readonly Coffee[], isWanted: boolean, { areWords, namesIn }: FinderNeeds): State {
  useEffect(() => {
    if (isWanted) void prepareFinder(list, { areWords, namesIn });
  }, [isWanted, list, areWords, namesIn]);
  return useSyncExternalStore(subscribe, current, onServer);
}

/** Runs a query; undefined until the finder is prepared for it. */
export function findIn({ finder, coffees }: State, query: SearchQuery, language: string): SearchResult | undefined {
  return coffees && finder?.canFind(query, language) ? finder.find(query, language) : undefined;
}

let preparations = 0;

/** Sets the finder's list, and prepares what a query needs. */
export async function prepareFinder(coffees: readonly Coffee[], { areWords, namesIn }: FinderNeeds): Promise<void> {
  const turn = (preparations += 1);
  try {
    const { Finder } = await import("./finder.ts");
    const finder = state.finder ?? new Finder();
    if (!state.finder) update({ finder });
    // Two imports of one module may end in either order, and a newer call may have set a newer list.
    if (turn !== preparations) return;
    if (state.coffees !== coffees) await finder.setList(coffees);
    // A newer call has set another list.
    if (turn !== preparations) return;
    update({ coffees });
    if (namesIn !== undefined) {
      await finder.orderNames(namesIn);
      update({});
    }
    if (areWords) await finder.loadWords();
    if (turn === preparations) update({ isFailed: false });
  } catch (error) {
    console.error(error);
    update({ isFailed: true });
  }
}
