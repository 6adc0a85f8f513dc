import { useSyncExternalStore } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { Finder } from "./finder.ts";

/*
 * One finder for as long as the page lives: home that is shown again finds at once what it found before. Its code is
 * loaded when something is first asked of the list.
 */

type State = Readonly<{
  finder: Finder | undefined;
  /** The list that answers are about. */
  coffees: readonly Coffee[] | undefined;
  /** Whether what was asked for could not be loaded. */
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

/** What can be found in, each time anew when it has another list or knows more words. */
export function useSharedFinder(): State {
  return useSyncExternalStore(subscribe, current, onServer);
}

let preparations = 0;

type FinderNeeds = Readonly<{
  areWords: boolean;
  /** In which names are to be in order, if they are to. */
  namesIn: string | undefined;
}>;

/** Has the finder take a list, and make what is wanted of it. */
export async function prepareFinder(coffees: readonly Coffee[], { areWords, namesIn }: FinderNeeds): Promise<void> {
  const turn = (preparations += 1);
  try {
    const { Finder } = await import("./finder.ts");
    const finder = state.finder ?? new Finder();
    if (!state.finder) update({ finder });
    if (state.coffees !== coffees) await finder.setList(coffees);
    // Where another list came meanwhile, answers are not about this one.
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
