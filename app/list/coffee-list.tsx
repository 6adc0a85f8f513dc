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
} from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { failureText, type Failure, type ListAnswer } from "../calls/product-server.ts";
import { coffeesById, reuseSame } from "./same-coffees.ts";

/*
 * The list of all coffees, in client memory: loaded once when the app starts, then updated locally after add, edit and
 * delete. Why it is kept here and not loaded again: docs/decisions/0005-local-list.md.
 */

/** What was done since the list was loaded, by the visitor or by others. */
export type LocalChange = Readonly<
  (
    | { kind: "add"; coffee: Coffee }
    | { kind: "update"; coffee: Coffee }
    | { kind: "delete"; id: string }
    /** As an undo left it; a coffee that was gone comes back before the one called `nextId`. */
    | { kind: "put"; coffee: Coffee; nextId: string | undefined }
  ) & {
    /** In the server's log, where it keeps one. */
    number?: number | undefined;
  }
>;

type ListChanges = Readonly<{
  record: (change: LocalChange) => void;
  /** Undoes the local deletion of a coffee that the server has kept. */
  putBack: (id: string) => void;
  /** Has the list loaded once more; what was done meanwhile stays done. */
  reload: () => void;
  /** The same for a list that goes up to a change of the log at least. Tells whether there was one. */
  reloadTo: (atLeast: number) => Promise<boolean>;
}>;

/** A list that was loaded, and up to which change of the server's log; undefined where there is no log to follow. */
export type LoadedList = Readonly<{ upTo: number | undefined }>;

const CoffeesContext = createContext<readonly Coffee[]>([]);
const LocalChangesContext = createContext<readonly LocalChange[]>([]);
const LoadedListContext = createContext<LoadedList | undefined>(undefined);
const ListChangesContext = createContext<ListChanges | undefined>(undefined);

export function useCoffees(): readonly Coffee[] {
  return useContext(CoffeesContext);
}

/** What was done since the list was loaded; the oldest are forgotten. */
export function useLocalChanges(): readonly LocalChange[] {
  return useContext(LocalChangesContext);
}

/** What changes the list; it stays the same, so whoever uses only this is not rendered anew with the list. */
export function useListChanges(): ListChanges {
  const changes = useContext(ListChangesContext);
  if (!changes) throw new Error("useListChanges is for what CoffeeListProvider holds");
  return changes;
}

/** The list that was loaded last, or nothing until one is. */
export function useLoadedList(): LoadedList | undefined {
  return useContext(LoadedListContext);
}

/** The list as it was loaded, what was done since, and what that comes to. */
type LocalList = Readonly<{
  loaded: readonly Coffee[];
  changes: readonly LocalChange[];
  coffees: readonly Coffee[];
  /** Whether a coffee came back before one that is not here: then others have added since, and only the server knows its place. */
  needsReload: boolean;
}>;

/** `first` is shown until the browser's own list arrives, and stays where it cannot be had. */
export function CoffeeListProvider({ first, children }: { first: readonly Coffee[]; children: ReactNode }) {
  const notify = useNotify();
  const [list, setList] = useState(() => applyAll(first, []));
  /** Until it is known whether more than the first coffees can be had, none is missed. */
  const [hasAnswer, setHasAnswer] = useState(false);

  const { notices, language } = useWords();
  const notifyNotLoaded = useEffectEvent((failure: Failure) =>
    notify({ title: notices.listNotLoaded, words: failureText(failure, language), advice: notices.reload }),
  );
  const [loadedList, setLoadedList] = useState<LoadedList>();
  const wasReloaded = useRef(false);
  useEffect(() => {
    void loadOnce().then((answer) => {
      if (wasReloaded.current) return;
      if (!answer.ok) notifyNotLoaded(answer.failure);
      // A long list is rendered bit by bit, and what the visitor does meanwhile comes first.
      startTransition(() => {
        if (answer.ok)
          setList(({ changes, coffees }) =>
            applyAll(reuseSame(answer.value, coffeesById(coffees)), changes, answer.upTo),
          );
        setHasAnswer(true);
        setLoadedList({ upTo: answer.upTo });
      });
    });
  }, []);

  const latestChanges = useRef(list.changes);
  useLayoutEffect(() => {
    latestChanges.current = list.changes;
  }, [list.changes]);
  const changes = useMemo<ListChanges>(() => {
    const reloadTo = async (atLeast: number) => {
      // A delete that the server refused has no number, and holds for this list alone.
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
      reload: () => void reloadTo(0),
    };
  }, []);
  const needsReload = hasAnswer && list.needsReload;
  useEffect(() => {
    if (needsReload) changes.reload();
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

let loading: Promise<ListAnswer> | undefined;

function loadOnce(): Promise<ListAnswer> {
  loading ??= browserProductServer().list();
  return loading;
}

/** Whether something later is known of the same coffee: replies do not always come in the order of the log. */
export function isStale(earlier: readonly LocalChange[], change: LocalChange): boolean {
  const { number } = change;
  if (number === undefined) return false;
  return earlier.some((other) => coffeeIdOf(other) === coffeeIdOf(change) && (other.number ?? 0) > number);
}

function coffeeIdOf(change: LocalChange): string {
  return change.kind === "delete" ? change.id : change.coffee._id;
}

/**
 * Local changes are applied to whatever was loaded, so a list that arrives late takes none of them back. Those that it goes
 * up to are in it, and so is what became of them.
 */
export function applyAll(loaded: readonly Coffee[], changes: readonly LocalChange[], upTo = 0): LocalList {
  const later = changes.filter(({ number = Infinity }) => number > upTo);
  return later.reduce(apply, { loaded, changes: [], coffees: loaded, needsReload: false });
}

/** A change costs the same however many were made before it. */
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

/** A page that follows the shop for months hears of more changes than it needs to remember. */
const changeLimit = 200;
const changesKept = 50;

/** The same list, with the older of its changes made part of what was loaded, save those that hold here alone. */
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

/** The list after a change; what the change is not about stays the very same. */
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
