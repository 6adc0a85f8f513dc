import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { useListChanges, useLoaded, useRecorded, type LocalChange } from "../list/coffee-list.tsx";
import type { News } from "./follow.ts";
import { localChange } from "./local-change.ts";
import type { ToldChange } from "./remote-change.ts";
import { useFollow } from "./use-follow.ts";

/** What others did, and the list that a visitor looks at does not show yet. */
type Waiting = Readonly<{
  changes: readonly LocalChange[];
  /** Up to which change at least a list has to be loaded: too much was changed to be told one by one. */
  atLeast: number | undefined;
}>;

type NewsOfList = Waiting &
  Readonly<{
    show: () => void;
    /** While it is held, the list changes only when it is asked to. Gives what lets it go. */
    hold: () => () => void;
  }>;

const nothing: Waiting = { changes: [], atLeast: undefined };
const NewsContext = createContext<NewsOfList>({ ...nothing, show: () => {}, hold: () => () => {} });

/** What has become of a coffee, and by which change where it was deleted. */
export type Fate = Pick<ToldChange, "coffee" | "number">;
type Hearer = Readonly<{ id: string; tell: (fate: Fate) => void }>;

const hearers = new Set<Hearer>();

/** Follows the shop. A list that nobody looks at takes in what others do at once; one that is held keeps still. */
export function NewsProvider({ extras, children }: { extras: boolean; children: ReactNode }) {
  const { record, loadAnew } = useListChanges();
  const recorded = useRecorded();
  const loaded = useLoaded();
  const [told, setWaiting] = useState(nothing);
  // Since a list that was loaded later, all is told anew.
  const [before, setBefore] = useState(loaded);
  if (before !== loaded) {
    setBefore(loaded);
    setWaiting(nothing);
  }
  // The reply to what was done here may come later than the news of it.
  const waiting = useMemo(
    () => ({ ...told, changes: told.changes.filter((change) => !isAmong(recorded, change)) }),
    [told, recorded],
  );
  const latest = useRef(waiting);
  useLayoutEffect(() => {
    latest.current = waiting;
  }, [waiting]);
  const holders = useRef(0);

  const hear = (news: News) => {
    if (!("changes" in news)) return;
    const others = news.changes.filter((change) => !isAmong(recorded, change));
    for (const { coffeeId, ...fate } of others) for (const { id, tell } of hearers) if (id === coffeeId) tell(fate);
    const changes = others.map(localChange);
    if (holders.current === 0) for (const change of changes) record(change);
    else setWaiting((earlier) => ({ ...earlier, changes: [...earlier.changes, ...changes] }));
  };
  const load = async (atLeast: number) => {
    if (holders.current > 0) return setWaiting((earlier) => ({ ...earlier, atLeast }));
    if (await loadAnew(atLeast)) for (const hearer of hearers) void tellAnew(hearer, atLeast);
  };
  useFollow(extras ? loaded : undefined, { hear, load });

  const show = useCallback(() => {
    const { atLeast, changes } = latest.current;
    if (atLeast !== undefined) return void loadAnew(atLeast);
    for (const change of changes) record(change);
    setWaiting(nothing);
  }, [record, loadAnew]);
  const hold = useCallback(() => {
    holders.current += 1;
    return () => {
      holders.current -= 1;
      if (holders.current === 0) show();
    };
  }, [show]);
  const news = useMemo(() => ({ ...waiting, show, hold }), [waiting, show, hold]);
  return <NewsContext value={news}>{children}</NewsContext>;
}

function isAmong(recorded: readonly LocalChange[], { number }: Pick<LocalChange, "number">): boolean {
  return recorded.some((change) => change.number !== undefined && change.number === number);
}

/** Of a coffee to which something may have happened that was not told. */
async function tellAnew({ id, tell }: Hearer, number: number): Promise<void> {
  const found = await browserProductServer().find(id);
  if (found.ok) tell({ coffee: found.value.coffee, number });
  else if (found.failure.deleted) tell({ coffee: undefined, number: found.failure.deleted.change });
}

export function useNews(): NewsOfList {
  return useContext(NewsContext);
}

/** Hears what others do to a coffee while the page is open. */
export function useNewsOf(id: string, hear: (fate: Fate) => void): void {
  const onNews = useEffectEvent(hear);
  useEffect(() => {
    const hearer: Hearer = { id, tell: (fate) => onNews(fate) };
    hearers.add(hearer);
    return () => {
      hearers.delete(hearer);
    };
  }, [id]);
}
