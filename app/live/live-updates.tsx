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
import {
  useListChanges,
  useLoadedList,
  useLocalChanges,
  type LocalChange,
  type LoadedList,
} from "../list/coffee-list.tsx";
import type { Follower, FollowOptions, News } from "./follow/follow.ts";
import { localChange } from "./local-change.ts";
import type { RemoteChange } from "./remote-change.ts";

/** Changes by others that the list does not show yet. */
type WaitingChanges = Readonly<{
  changes: readonly LocalChange[];
  /** If set, there are too many changes: the list must be loaded again, at least up to this number. */
  atLeast: number | undefined;
}>;

type LiveUpdates = WaitingChanges &
  Readonly<{
    apply: () => void;
    /** While paused, the list changes only when `apply` is called. Returns a function that ends the pause. */
    pause: () => () => void;
  }>;

const nothing: WaitingChanges = { changes: [], atLeast: undefined };
const LiveUpdatesContext = createContext<LiveUpdates>({ ...nothing, apply: () => {}, pause: () => () => {} });

/** The coffee after a change; `coffee` is undefined if it was deleted. */
export type CoffeeUpdate = Pick<RemoteChange, "coffee" | "number">;
type UpdateListener = Readonly<{ id: string; onUpdate: (update: CoffeeUpdate) => void }>;

const updateListeners = new Set<UpdateListener>();

/** Follows the shop. Changes by others are applied to the list at once, or collected while the list is paused. */
export function LiveUpdatesProvider({ extras, children }: { extras: boolean; children: ReactNode }) {
  const { record, reloadTo: reloadUpTo } = useListChanges();
  const localChanges = useLocalChanges();
  const loaded = useLoadedList();
  const [received, setWaiting] = useState(nothing);
  // A newly loaded list includes the collected changes.
  const [before, setBefore] = useState(loaded);
  if (before !== loaded) {
    setBefore(loaded);
    setWaiting(nothing);
  }
  // The news of this visitor's own change may arrive before the reply to it.
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

/** Fetches a coffee whose changes may have been skipped. */
async function refetchCoffee({ id, onUpdate }: UpdateListener, number: number): Promise<void> {
  const found = await browserProductServer().find(id);
  if (found.ok) onUpdate({ coffee: found.value.coffee, number });
  else if (found.failure.deleted) onUpdate({ coffee: undefined, number: found.failure.deleted.change });
}

export function useLiveUpdates(): LiveUpdates {
  return useContext(LiveUpdatesContext);
}

/** Calls `onUpdate` when others change a coffee. */
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

/** How long news wait, so that the reply to this visitor's own change arrives first. */
const replyMs = 300;

/** Follows changes by others once the list is loaded, if the server keeps a log. */
function useFollow(list: LoadedList | undefined, options: Pick<FollowOptions, "onNews" | "reload">): void {
  const handleNews = useEffectEvent(options.onNews);
  const handleReload = useEffectEvent(options.reload);
  useEffect(() => {
    const after = list?.upTo;
    if (after === undefined) return;
    let follower: Follower | undefined;
    let isOver = false;
    const handleNewsLater = (news: News) => void setTimeout(() => isOver || handleNews(news), replyMs);
    const begin = async () => {
      const { Follower } = await import("./follow/follow.ts");
      if (isOver) return;
      const baseUrl = document.documentElement.dataset["productServer"] ?? "";
      follower = new Follower({ baseUrl, after, onNews: handleNewsLater, reload: (to) => handleReload(to) });
    };
    begin().catch((error: unknown) => console.error(error)); // the page works without live updates
    return () => {
      isOver = true;
      follower?.stop();
    };
  }, [list]);
}
