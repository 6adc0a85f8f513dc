import { useSyncExternalStore } from "react";
import { cachedAtHeader } from "./cached-at-header.ts";

/**
 * Whether the shop's server is out of reach, and when its last reply to each call, such as "GET /coffee", was fetched
 * (milliseconds since 1970).
 */
export type Reachability = Readonly<{ isOffline: boolean; fetchedAt: Readonly<Record<string, number>> }>;

let reachability: Reachability = { isOffline: false, fetchedAt: {} };
const listeners = new Set<() => void>();

/** Records a reply from the server, or from the service worker's cache. */
export function noteReply(call: string, headers: Headers): void {
  const cachedAt = headers.get(cachedAtHeader);
  const fetchedAt = { ...reachability.fetchedAt, [call]: cachedAt === null ? Date.now() : Date.parse(cachedAt) };
  // While online, the time is not shown, so listeners are not called.
  if (cachedAt === null && !reachability.isOffline) reachability = { isOffline: false, fetchedAt };
  else update({ isOffline: cachedAt !== null, fetchedAt });
}

/** Records that neither the server nor the cache replied. */
export function noteUnreachable(): void {
  update({ ...reachability, isOffline: true });
}

export function noteReachable(): void {
  update({ ...reachability, isOffline: false });
}

function update(next: Reachability): void {
  reachability = next;
  for (const listener of listeners) listener();
}

export function useReachability(): Reachability {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reachability,
    () => reachability,
  );
}
