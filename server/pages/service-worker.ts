import type { Handler } from "hono";

/** Where browsers look for a newer one. `app/offline/worker/build-service-worker.ts` makes the file. */
export const serviceWorkerPath = "/service-worker.js";

/**
 * What it may do: ask this server, and no other. It does not inherit the policy of the page that brought it (CSP3 §4.2.1),
 * and that of other files would let it ask nobody.
 */
const policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
const headers = { "cache-control": "no-cache", "content-security-policy": policy };

/** Takes leave of whoever has the worker of a time in which there was one: its caches go, and then itself. */
const farewell = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  ),
);
`;

/** The worker that `file` answers with, under a policy with which it can work; or, where there is none, one that leaves. */
export function serviceWorker(file: Handler | undefined): Handler {
  return async (call) => {
    const reply = await file?.(call, async () => {});
    if (!(reply instanceof Response))
      return call.body(farewell, 200, { ...headers, "content-type": "text/javascript; charset=utf-8" });
    for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
    return reply;
  };
}
