import { useEffect, useEffectEvent, useRef } from "react";
import { useListChanges, useLoadedList } from "../list/coffee-list.tsx";
import { markStale } from "../calls/loading/load-coffee.ts";
import { useRevalidate } from "../shop/shop-router.tsx";
import { noteReachable, noteUnreachable, useReachability, type Reachability } from "../calls/reachability.ts";

const firstProbeMs = 2_000;
const longestWaitMs = 30_000;

/** Whether the shop can be reached. While it cannot, probes it; when it returns, updates the list and the page. */
export function useConnection(): Reachability {
  const reach = useReachability();
  const { isOffline } = reach;
  const { reloadTo } = useListChanges();
  const upTo = useLoadedList()?.upTo;
  const revalidate = useRevalidate();
  const handleReturn = useEffectEvent(() => {
    noteReachable();
    // With live updates, an `online` event makes them fetch missed changes. Without, load the list again.
    if (upTo === undefined) void reloadTo(0);
    else dispatchEvent(new Event("online"));
    markStale();
    void revalidate();
  });

  useEffect(() => {
    if (!navigator.onLine) noteUnreachable();
    addEventListener("offline", noteUnreachable);
    return () => removeEventListener("offline", noteUnreachable);
  }, []);

  // Reset the wait only after a while online: on a bad connection the probe succeeds, but the list fails again at once.
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
    return false; // no reply: not reachable
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
