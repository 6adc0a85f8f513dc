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

export type WorkerScope = Readonly<{
  addEventListener: ((kind: "install" | "activate", listen: (event: LongEvent) => void) => void) &
    ((kind: "fetch", listen: (event: FetchEvent) => void) => void) &
    ((kind: "message", listen: (event: LongEvent & Readonly<{ data: unknown }>) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: Readonly<{ claim: () => Promise<void> }>;
  registration: ServiceWorkerRegistration;
}>;
