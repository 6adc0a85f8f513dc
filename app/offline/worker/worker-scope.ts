/*
 * Types of a service worker's global scope (W3C Service Workers). TypeScript's own library for workers conflicts with
 * that for pages.
 */

type LongEvent = Event & Readonly<{ waitUntil: (work: Promise<unknown>) => void }>;

export type FetchEvent = LongEvent &
  Readonly<{
    request: Request;
    /** The reply to the navigation preload; undefined if there was none. */
    preloadResponse: Promise<Response | undefined>;
    respondWith: (reply: Promise<Response>) => void;
  }>;

/** A request that the browser sends to the network and to the worker at once; the page gets the first good reply. */
type RacedRoute = Readonly<{
  condition: Readonly<{ urlPattern: string; requestMethod: "GET" }>;
  source: "race-network-and-fetch-handler";
}>;

/** `addRoutes` is missing in browsers without static routes. */
export type InstallEvent = LongEvent & Readonly<{ addRoutes?: (routes: readonly RacedRoute[]) => Promise<void> }>;

export type WorkerScope = Readonly<{
  addEventListener: ((kind: "install", listen: (event: InstallEvent) => void) => void) &
    ((kind: "activate", listen: (event: LongEvent) => void) => void) &
    ((kind: "fetch", listen: (event: FetchEvent) => void) => void) &
    ((kind: "message", listen: (event: LongEvent & Readonly<{ data: unknown }>) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: Readonly<{ claim: () => Promise<void> }>;
  registration: ServiceWorkerRegistration;
}>;
