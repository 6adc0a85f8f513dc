import { useEffect, useEffectEvent, useRef } from "react";
import { useListChanges, useLoadedList } from "../list/coffee-list.tsx";
import { markStale } from "../calls/should-revalidate.ts";
import { useRevalidate } from "../shop/shop-router.tsx";
import { noteReachable, noteUnreachable, useReachability, type Reachability } from "../calls/reachability.ts";

const firstLookMs = 2_000;
const seldomMs = 30_000;

/** Whether the shop can be reached. While it cannot, it is looked for; once it can, list and page are brought up to date. */
export function useConnection(): Reachability {
  const reach = useReachability();
  const { isOffline } = reach;
  const { reload } = useListChanges();
  const upTo = useLoadedList()?.upTo;
  const revalidate = useRevalidate();
  const comeBack = useEffectEvent(() => {
    noteReachable();
    // A list that is followed is told what it has missed, by whoever waits for the network; any other is loaded anew.
    if (upTo === undefined) reload();
    else dispatchEvent(new Event("online"));
    markStale();
    void revalidate();
  });

  useEffect(() => {
    if (!navigator.onLine) noteUnreachable();
    addEventListener("offline", noteUnreachable);
    return () => removeEventListener("offline", noteUnreachable);
  }, []);

  // Where a short call comes through and the list does not, the shop is lost again at once.
  const waitMs = useRef(firstLookMs);
  useEffect(() => {
    if (isOffline) return;
    const timer = setTimeout(() => (waitMs.current = firstLookMs), seldomMs);
    return () => clearTimeout(timer);
  }, [isOffline]);

  useEffect(() => {
    if (!isOffline) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new AbortController();
    const { signal } = over;
    const look = () => {
      clearTimeout(timer);
      void isThere(signal).then((isBack) => {
        if (signal.aborted) return;
        if (isBack) comeBack();
        else lookLater();
      });
    };
    const lookLater = () => {
      timer = setTimeout(look, waitMs.current);
      waitMs.current = Math.min(2 * waitMs.current, seldomMs);
    };
    lookLater();
    addEventListener("online", look, { signal });
    document.addEventListener("visibilitychange", look, { signal });
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [isOffline]);

  return reach;
}

async function isThere(signal: AbortSignal): Promise<boolean> {
  const cut = new AbortController();
  const abort = () => cut.abort();
  const timer = setTimeout(abort, 5_000);
  signal.addEventListener("abort", abort);
  try {
    return (await fetch("/-/live", { cache: "no-store", signal: cut.signal })).ok;
  } catch {
    return false; // that is what was asked
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
