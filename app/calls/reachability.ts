import { useSyncExternalStore } from "react";
import { keptHeader } from "./cached-at-header.ts";

/** Whether the shop's server answers, and when its last reply to a call such as "GET /coffee" was fetched, in milliseconds since 1970. */
export type Reach = Readonly<{ isOffline: boolean; fetchedAt: Readonly<Record<string, number>> }>;

let reach: Reach = { isOffline: false, fetchedAt: {} };
const listeners = new Set<() => void>();

/** Takes note of a reply in the server's name, which may be one that the browser had kept. */
export function noteReply(call: string, headers: Headers): void {
  const kept = headers.get(keptHeader);
  const fetchedAt = { ...reach.fetchedAt, [call]: kept === null ? Date.now() : Date.parse(kept) };
  // Without a change nothing is rendered anew: whoever is online is not asked about the time.
  if (kept === null && !reach.isOffline) reach = { isOffline: false, fetchedAt };
  else note({ isOffline: kept !== null, fetchedAt });
}

/** No reply came, not even one that was kept. */
export function noteSilence(): void {
  note({ ...reach, isOffline: true });
}

/** The server answers again. */
export function noteReturn(): void {
  note({ ...reach, isOffline: false });
}

function note(now: Reach): void {
  reach = now;
  for (const listener of listeners) listener();
}

export function useReach(): Reach {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reach,
    () => reach,
  );
}
