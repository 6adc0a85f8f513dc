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
import { useListChanges, useLoadedList, useLocalChanges, type LocalChange } from "../list/coffee-list.tsx";
import type { News } from "./follow/follow.ts";
import { localChange } from "./local-change.ts";
import type { RemoteChange } from "./remote-change.ts";
import { useFollow } from "./use-follow.ts";

/** What others did, and the list that a visitor looks at does not show yet. */
type WaitingChanges = Readonly<{
  changes: readonly LocalChange[];
  /** Up to which change at least a list has to be loaded: too much was changed to be told one by one. */
  atLeast: number | undefined;
}>;

type LiveUpdates = WaitingChanges &
  Readonly<{
    apply: () => void;
    /** While it is held, the list changes only when it is asked to. Gives what lets it go. */
    pause: () => () => void;
  }>;

const nothing: WaitingChanges = { changes: [], atLeast: undefined };
const LiveUpdatesContext = createContext<LiveUpdates>({ ...nothing, apply: () => {}, pause: () => () => {} });

/** What has become of a coffee, and by which change where it was deleted. */
export type CoffeeUpdate = Pick<RemoteChange, "coffee" | "number">;
type UpdateListener = Readonly<{ id: string; onUpdate: (update: CoffeeUpdate) => void }>;

const updateListeners = new Set<UpdateListener>();

/** Follows the shop. A list that nobody looks at takes in what others do at once; one that is held keeps still. */
export function LiveUpdatesProvider({ extras, children }: { extras: boolean; children: ReactNode }) {
  const { record, reloadTo: reloadUpTo } = useListChanges();
  const localChanges = useLocalChanges();
  const loaded = useLoadedList();
  const [received, setWaiting] = useState(nothing);
  // Since a list that was loaded later, all is told anew.
  const [before, setBefore] = useState(loaded);
  if (before !== loaded) {
    setBefore(loaded);
    setWaiting(nothing);
  }
  // The reply to what was done here may come later than the news of it.
  const waiting = useMemo(
    () => ({ ...received, changes: received.changes.filter((change) => !isRecorded(localChanges, change)) }),
    [received, localChanges],
  );
  const latest = useRef(waiting);
  useLayoutEffect(() => {
    latest.current = waiting;
  }, [waiting]);
  const pauseCount = useRef(0);

  const onNews = (news: News) => {
    if (!("changes" in news)) return;
    const others = news.changes.filter((change) => !isRecorded(localChanges, change));
    for (const { coffeeId, ...update } of others)
      for (const { id, onUpdate } of updateListeners) if (id === coffeeId) onUpdate(update);
    const changes = others.map(localChange);
    if (pauseCount.current === 0) for (const change of changes) record(change);
    else setWaiting((earlier) => ({ ...earlier, changes: [...earlier.changes, ...changes] }));
  };
  const reload = async (atLeast: number) => {
    if (pauseCount.current > 0) return setWaiting((earlier) => ({ ...earlier, atLeast }));
    if (await reloadUpTo(atLeast)) for (const listener of updateListeners) void refetchCoffee(listener, atLeast);
  };
  useFollow(extras ? loaded : undefined, { onNews, reload });

  const apply = useCallback(() => {
    const { atLeast, changes } = latest.current;
    if (atLeast !== undefined) return void reloadUpTo(atLeast);
    for (const change of changes) record(change);
    setWaiting(nothing);
  }, [record, reloadUpTo]);
  const pause = useCallback(() => {
    pauseCount.current += 1;
    return () => {
      pauseCount.current -= 1;
      if (pauseCount.current === 0) apply();
    };
  }, [apply]);
  const value = useMemo(() => ({ ...waiting, apply, pause }), [waiting, apply, pause]);
  return <LiveUpdatesContext value={value}>{children}</LiveUpdatesContext>;
}

function isRecorded(localChanges: readonly LocalChange[], { number }: Pick<LocalChange, "number">): boolean {
  return localChanges.some((change) => change.number !== undefined && change.number === number);
}

/** Of a coffee to which something may have happened that was not told. */
async function refetchCoffee({ id, onUpdate }: UpdateListener, number: number): Promise<void> {
  const found = await browserProductServer().find(id);
  if (found.ok) onUpdate({ coffee: found.value.coffee, number });
  else if (found.failure.deleted) onUpdate({ coffee: undefined, number: found.failure.deleted.change });
}

export function useLiveUpdates(): LiveUpdates {
  return useContext(LiveUpdatesContext);
}

/** Hears what others do to a coffee while the page is open. */
export function useCoffeeUpdates(id: string, onUpdate: (update: CoffeeUpdate) => void): void {
  const onNews = useEffectEvent(onUpdate);
  useEffect(() => {
    const listener: UpdateListener = { id, onUpdate: (update) => onNews(update) };
    updateListeners.add(listener);
    return () => {
      updateListeners.delete(listener);
    };
  }, [id]);
}
