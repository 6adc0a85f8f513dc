/*
 * What a service worker knows of its world (W3C Service Workers). The types that come with TypeScript are of a world in
 * which there is no page.
 */

type LongEvent = Event & Readonly<{ waitUntil: (work: Promise<unknown>) => void }>;

export type FetchEvent = LongEvent &
  Readonly<{
    request: Request;
    /** What the browser has asked for while the worker awoke; undefined where it has not. */
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
