import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { failureText, type ListAnswer } from "../calls/product-server.ts";
import { coffeesById, reuseSame } from "./same-coffees.ts";

/*
 * The list of all coffees, in client memory: loaded once when the app starts, then updated locally after add, edit and
 * delete. Why it is kept here and not loaded again: docs/decisions/0005-local-list.md.
 */

/** A change since the list was loaded, by this visitor or by others. */
export type LocalChange = Readonly<
  (
    | { kind: "add"; coffee: Coffee }
    | { kind: "update"; coffee: Coffee }
    | { kind: "delete"; id: string }
    /** The coffee after an undo. If it was deleted, it returns before the coffee `nextId`. */
    | { kind: "put"; coffee: Coffee; nextId: string | undefined }
  ) & {
    /** The number in the server's log, if it keeps one. */
    number?: number | undefined;
  }
>;

type ListChanges = Readonly<{
  record: (change: LocalChange) => void;
  /** Restores a coffee that was deleted only in this list, because the server refused the delete. */
  putBack: (id: string) => void;
  /**
   * Loads the list again, and uses it if it includes the change `atLeast`; 0 for any list. Resolves to whether it did.
   */
  reloadTo: (atLeast: number) => Promise<boolean>;
}>;

/** A loaded list: `upTo` is the number of the last change in it; undefined if the server keeps no log. */
export type LoadedList = Readonly<{ upTo: number | undefined }>;

const CoffeesContext = createContext<readonly Coffee[]>([]);
const LocalChangesContext = createContext<readonly LocalChange[]>([]);
const LoadedListContext = createContext<LoadedList | undefined>(undefined);
const ListChangesContext = createContext<ListChanges | undefined>(undefined);

export function useCoffees(): readonly Coffee[] {
  return useContext(CoffeesContext);
}

/** Changes since the list was loaded. Old ones are dropped. */
export function useLocalChanges(): readonly LocalChange[] {
  return useContext(LocalChangesContext);
}

/** Functions that change the list. The object never changes, so its users do not re-render with the list. */
export function useListChanges(): ListChanges {
  const changes = useContext(ListChangesContext);
  if (!changes) throw new Error("useListChanges is for what CoffeeListProvider holds");
  return changes;
}

/** The list that was loaded last; undefined until then. */
export function useLoadedList(): LoadedList | undefined {
  return useContext(LoadedListContext);
}

/** The loaded list, the changes since, and the result of applying them. */
type LocalList = Readonly<{
  loaded: readonly Coffee[];
  changes: readonly LocalChange[];
  coffees: readonly Coffee[];
  /** Whether a restored coffee belongs before one that is not in the list: then only the server knows its place. */
  needsReload: boolean;
}>;

/** Provides the list. `first` is used until the browser has loaded the list, and if it cannot. */
export function CoffeeListProvider({ first, children }: { first: readonly Coffee[]; children: ReactNode }) {
  const [list, setList] = useState(() => applyAll(first, []));
  /** Set once a request for the list has ended. Until then, missing coffees are no reason to reload. */
  const [loadedList, setLoadedList] = useState<LoadedList>();
  const wasReloaded = useRef(false);
  useFirstAnswer(wasReloaded, (answer) => {
    if (answer.ok)
      setList(({ changes, coffees }) => applyAll(reuseSame(answer.value, coffeesById(coffees)), changes, answer.upTo));
    setLoadedList({ upTo: answer.upTo });
  });

  const latestChanges = useRef(list.changes);
  useLayoutEffect(() => {
    latestChanges.current = list.changes;
  }, [list.changes]);
  const changes = useMemo<ListChanges>(() => {
    const reloadTo = async (atLeast: number) => {
      // A delete that the server refused has no number, and applies to this list only.
      const earlierChanges = latestChanges.current.filter(
        ({ kind, number }) => kind !== "delete" || number !== undefined,
      );
      const answer = await browserProductServer().list();
      if (!answer.ok || (answer.upTo ?? 0) < atLeast) return false;
      wasReloaded.current = true;
      setLoadedList({ upTo: answer.upTo });
      setList(({ changes: all, coffees }) => {
        const later = all.filter((change) => !earlierChanges.includes(change));
        return applyAll(reuseSame(answer.value, coffeesById(coffees)), later, answer.upTo);
      });
      return true;
    };
    return {
      record: (change: LocalChange) => setList((earlier) => apply(earlier, change)),
      putBack: (id: string) =>
        setList(({ loaded, changes: earlier }) =>
          applyAll(
            loaded,
            earlier.filter((change) => change.kind !== "delete" || change.id !== id),
          ),
        ),
      reloadTo,
    };
  }, []);
  const needsReload = loadedList !== undefined && list.needsReload;
  useEffect(() => {
    if (needsReload) void changes.reloadTo(0);
  }, [needsReload, changes]);
  return (
    <ListChangesContext value={changes}>
      <LoadedListContext value={loadedList}>
        <LocalChangesContext value={list.changes}>
          <CoffeesContext value={list.coffees}>{children}</CoffeesContext>
        </LocalChangesContext>
      </LoadedListContext>
    </ListChangesContext>
  );
}

/** Loads the list once, unless it was loaded again already, and shows a notice if that fails. */
function useFirstAnswer(wasReloaded: RefObject<boolean>, onAnswer: (answer: ListAnswer) => void): void {
  const notify = useNotify();
  const { notices, language } = useWords();
  const handleAnswer = useEffectEvent((answer: ListAnswer) => {
    if (wasReloaded.current) return;
    if (!answer.ok)
      notify({ title: notices.listNotLoaded, words: failureText(answer.failure, language), advice: notices.reload });
    // React renders a long list in slices, and input comes first.
    startTransition(() => onAnswer(answer));
  });
  useEffect(() => void loadOnce().then((answer) => handleAnswer(answer)), []);
}

let loading: Promise<ListAnswer> | undefined;

function loadOnce(): Promise<ListAnswer> {
  loading ??= browserProductServer().list();
  return loading;
}

/** Whether a later change of the same coffee was recorded already: replies may arrive out of order. */
export function isStale(earlier: readonly LocalChange[], change: LocalChange): boolean {
  const { number } = change;
  if (number === undefined) return false;
  return earlier.some((other) => coffeeIdOf(other) === coffeeIdOf(change) && (other.number ?? 0) > number);
}

function coffeeIdOf(change: LocalChange): string {
  return change.kind === "delete" ? change.id : change.coffee._id;
}

/**
 * Applies changes to a loaded list, so that a list that arrives late reverts none of them. Changes up to `upTo` are in
 * the list already.
 */
export function applyAll(loaded: readonly Coffee[], changes: readonly LocalChange[], upTo = 0): LocalList {
  const later = changes.filter(({ number = Infinity }) => number > upTo);
  return later.reduce(apply, { loaded, changes: [], coffees: loaded, needsReload: false });
}

/** Applies one change in constant time, regardless of earlier changes. */
function apply(list: LocalList, change: LocalChange): LocalList {
  if (isStale(list.changes, change)) return list;
  const { loaded, changes, coffees, needsReload } = list.changes.length < changeLimit ? list : compacted(list);
  return {
    loaded,
    changes: [...changes, change],
    coffees: withChange(coffees, change),
    needsReload: needsReload || lacksNeighbour(coffees, change),
  };
}

/** A page that is open for months receives more changes than it should keep. */
const changeLimit = 200;
const changesKept = 50;

/** Merges older changes into the loaded list, except those that apply to this list only. */
function compacted(list: LocalList): LocalList {
  const { loaded, changes } = list;
  const older = changes.slice(0, -changesKept);
  const logged = older.filter(({ number }) => number !== undefined);
  return {
    ...list,
    loaded: logged.reduce(withChange, loaded),
    changes: [...older.filter(({ number }) => number === undefined), ...changes.slice(-changesKept)],
  };
}

function lacksNeighbour(coffees: readonly Coffee[], change: LocalChange): boolean {
  if (change.kind !== "put" || change.nextId === undefined) return false;
  return !coffees.some(({ _id }) => _id === change.coffee._id || _id === change.nextId);
}

/** The list after a change. Other coffees keep their objects. */
export function withChange(coffees: readonly Coffee[], change: LocalChange): readonly Coffee[] {
  switch (change.kind) {
    case "add":
      return coffees.some(({ _id }) => _id === change.coffee._id) ? coffees : [...coffees, change.coffee];
    case "update": {
      const place = coffees.findIndex(({ _id }) => _id === change.coffee._id);
      return place === -1 ? coffees : replaceAt(coffees, place, 1, change.coffee);
    }
    case "delete":
      return coffees.filter(({ _id }) => _id !== change.id);
    case "put": {
      if (coffees.some(({ _id }) => _id === change.coffee._id))
        return withChange(coffees, { ...change, kind: "update" });
      const place = coffees.findIndex(({ _id }) => _id === change.nextId);
      return replaceAt(coffees, place === -1 ? coffees.length : place, 0, change.coffee);
    }
  }
}

function replaceAt(coffees: readonly Coffee[], place: number, count: number, coffee: Coffee): readonly Coffee[] {
  return [...coffees.slice(0, place), coffee, ...coffees.slice(place + count)];
}
