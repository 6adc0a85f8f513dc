import { useSyncExternalStore } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { Finder } from "./finder.ts";

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

/** The shared finder. Re-renders when its list or its index changes. */
export function useSharedFinder(): State {
  return useSyncExternalStore(subscribe, current, onServer);
}

let preparations = 0;

type FinderNeeds = Readonly<{
  areWords: boolean;
  /** The language in which to sort names; undefined if not needed. */
  namesIn: string | undefined;
}>;

/** Sets the finder's list, and prepares what a query needs. */
export async function prepareFinder(coffees: readonly Coffee[], { areWords, namesIn }: FinderNeeds): Promise<void> {
  const turn = (preparations += 1);
  try {
    const { Finder } = await import("./finder.ts");
    const finder = state.finder ?? new Finder();
    if (!state.finder) update({ finder });
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
