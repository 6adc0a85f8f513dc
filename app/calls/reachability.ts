import { useSyncExternalStore } from "react";
import { cachedAtHeader } from "./cached-at-header.ts";

/** Whether the shop's server answers, and when its last reply to a call such as "GET /coffee" was fetched, in milliseconds since 1970. */
export type Reachability = Readonly<{ isOffline: boolean; fetchedAt: Readonly<Record<string, number>> }>;

let reachability: Reachability = { isOffline: false, fetchedAt: {} };
const listeners = new Set<() => void>();

/** Takes note of a reply in the server's name, which may be one that the browser had kept. */
export function noteReply(call: string, headers: Headers): void {
  const cachedAt = headers.get(cachedAtHeader);
  const fetchedAt = { ...reachability.fetchedAt, [call]: cachedAt === null ? Date.now() : Date.parse(cachedAt) };
  // Without a change nothing is rendered anew: whoever is online is not asked about the time.
  if (cachedAt === null && !reachability.isOffline) reachability = { isOffline: false, fetchedAt };
  else update({ isOffline: cachedAt !== null, fetchedAt });
}

/** No reply came, not even one that was kept. */
export function noteUnreachable(): void {
  update({ ...reachability, isOffline: true });
}

/** The server answers again. */
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
