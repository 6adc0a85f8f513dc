import { useEffect, useEffectEvent, useRef } from "react";
import { useListChanges, useLoadedList } from "../list/coffee-list.tsx";
import { markStale } from "../calls/loading/should-revalidate.ts";
import { useRevalidate } from "../shop/shop-router.tsx";
import { noteReachable, noteUnreachable, useReachability, type Reachability } from "../calls/reachability.ts";

const firstProbeMs = 2_000;
const longestWaitMs = 30_000;

/** Whether the shop can be reached. While it cannot, it is looked for; once it can, list and page are brought up to date. */
export function useConnection(): Reachability {
  const reach = useReachability();
  const { isOffline } = reach;
  const { reload } = useListChanges();
  const upTo = useLoadedList()?.upTo;
  const revalidate = useRevalidate();
  const handleReturn = useEffectEvent(() => {
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
  const waitMs = useRef(firstProbeMs);
  useEffect(() => {
    if (isOffline) return;
    const timer = setTimeout(() => (waitMs.current = firstProbeMs), longestWaitMs);
    return () => clearTimeout(timer);
  }, [isOffline]);

  useEffect(() => {
    if (!isOffline) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const probe = () => {
      clearTimeout(timer);
      void isReachable(signal).then((isBack) => {
        if (signal.aborted) return;
        if (isBack) handleReturn();
        else probeLater();
      });
    };
    const probeLater = () => {
      timer = setTimeout(probe, waitMs.current);
      waitMs.current = Math.min(2 * waitMs.current, longestWaitMs);
    };
    probeLater();
    addEventListener("online", probe, { signal });
    document.addEventListener("visibilitychange", probe, { signal });
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [isOffline]);

  return reach;
}

async function isReachable(signal: AbortSignal): Promise<boolean> {
  const request = new AbortController();
  const abort = () => request.abort();
  const timer = setTimeout(abort, 5_000);
  signal.addEventListener("abort", abort);
  try {
    return (await fetch("/-/live", { cache: "no-store", signal: request.signal })).ok;
  } catch {
    return false; // that is what was asked
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
