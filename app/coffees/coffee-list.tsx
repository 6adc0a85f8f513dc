import { createContext, useContext, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { useNotify } from "../notices/notices.tsx";
import { browserProductServer } from "./browser-product-server.ts";
import type { Answer } from "./product-server.ts";

/*
 * The list of all coffees, in client memory: loaded once when the app starts, then updated locally after add, edit and
 * delete. Why it is kept here and not loaded again: docs/decisions/0005-local-list.md.
 */

/** What a visitor did since the list was loaded. */
export type LocalChange = Readonly<
  (
    | { did: "add"; coffee: Coffee }
    | { did: "update"; coffee: Coffee }
    | { did: "delete"; id: string }
    /** As an undo left it; a coffee that was gone comes back before the one called `nextId`. */
    | { did: "put"; coffee: Coffee; nextId: string | undefined }
  ) & {
    /** In the server's log, where it keeps one. */
    number?: number | undefined;
  }
>;

type CoffeeList = Readonly<{
  coffees: readonly Coffee[];
  record: (change: LocalChange) => void;
  /** Takes back the local deletion of a coffee that the server has kept. */
  putBack: (id: string) => void;
}>;

const CoffeeListContext = createContext<CoffeeList | undefined>(undefined);

export function useCoffeeList(): CoffeeList {
  const list = useContext(CoffeeListContext);
  if (!list) throw new Error("useCoffeeList is for what CoffeeListProvider holds");
  return list;
}

/** `first` is shown until the browser's own list arrives, and stays where it cannot be had. */
export function CoffeeListProvider({ first, children }: { first: readonly Coffee[]; children: ReactNode }) {
  const notify = useNotify();
  const [loaded, setLoaded] = useState(first);
  const [changes, setChanges] = useState<readonly LocalChange[]>([]);

  const isAskedAgain = useRef(false);
  useEffect(() => {
    void loadOnce().then((answer) => {
      if (isAskedAgain.current) return;
      if (answer.ok) setLoaded(answer.value);
      else
        notify({
          title: "The list of coffees could not be loaded.",
          words: answer.failure.words,
          advice: "Reload the page to try again.",
        });
    });
  }, [notify]);

  const isAstray = useMemo(() => hasAstray(loaded, changes), [loaded, changes]);
  const known = useEffectEvent(() => changes);
  useEffect(() => {
    if (!isAstray) return;
    // A delete that the server refused has no number, and holds for this list alone.
    const listed = known().filter(({ did, number }) => did !== "delete" || number !== undefined);
    void browserProductServer()
      .list()
      .then((answer) => {
        if (!answer.ok) return;
        isAskedAgain.current = true;
        setLoaded(answer.value);
        setChanges((all) => all.filter((change) => !listed.includes(change)));
      });
  }, [isAstray]);

  const list = useMemo(
    () => ({
      coffees: changes.reduce(withChange, loaded),
      record: (change: LocalChange) =>
        setChanges((earlier) => (isOutrun(earlier, change) ? earlier : [...earlier, change])),
      putBack: (id: string) =>
        setChanges((earlier) => earlier.filter((change) => change.did !== "delete" || change.id !== id)),
    }),
    [loaded, changes],
  );
  return <CoffeeListContext value={list}>{children}</CoffeeListContext>;
}

let loading: Promise<Answer<readonly Coffee[]>> | undefined;

function loadOnce(): Promise<Answer<readonly Coffee[]>> {
  loading ??= browserProductServer().list();
  return loading;
}

/** Whether something later is known of the same coffee: replies do not always come in the order of the log. */
export function isOutrun(earlier: readonly LocalChange[], change: LocalChange): boolean {
  const { number } = change;
  if (number === undefined) return false;
  return earlier.some((other) => idOf(other) === idOf(change) && (other.number ?? 0) > number);
}

function idOf(change: LocalChange): string {
  return change.did === "delete" ? change.id : change.coffee._id;
}

/** Whether a coffee came back before one that is not here: then others have added since, and only the server knows its place. */
export function hasAstray(loaded: readonly Coffee[], changes: readonly LocalChange[]): boolean {
  let coffees = loaded;
  return changes.some((change) => {
    const isHere = (id: string) => coffees.some(({ _id }) => _id === id);
    const isAstray =
      change.did === "put" && change.nextId !== undefined && !isHere(change.coffee._id) && !isHere(change.nextId);
    coffees = withChange(coffees, change);
    return isAstray;
  });
}

/** Local changes are applied to whatever was loaded, so a list that arrives late takes none of them back. */
export function withChange(coffees: readonly Coffee[], change: LocalChange): readonly Coffee[] {
  switch (change.did) {
    case "add":
      return coffees.some(({ _id }) => _id === change.coffee._id) ? coffees : [...coffees, change.coffee];
    case "update":
      return coffees.map((coffee) => (coffee._id === change.coffee._id ? { ...coffee, ...change.coffee } : coffee));
    case "delete":
      return coffees.filter(({ _id }) => _id !== change.id);
    case "put": {
      if (coffees.some(({ _id }) => _id === change.coffee._id))
        return withChange(coffees, { ...change, did: "update" });
      const place = coffees.findIndex(({ _id }) => _id === change.nextId);
      return coffees.toSpliced(place === -1 ? coffees.length : place, 0, change.coffee);
    }
  }
}
