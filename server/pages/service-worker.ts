import { existsSync } from "node:fs";
import type { Handler, Route } from "../http/route.ts";
import { textReply } from "../http/reply/reply.ts";
import { readFileAt } from "./files.ts";

/** Where browsers look for a newer service worker. `app/offline/worker/build-service-worker.ts` makes the file. */
export const serviceWorkerPath = "/service-worker.js";

/**
 * The worker may send requests to this server only. It does not inherit the policy of the page that registered it (CSP3
 * §4.2.1), and the policy of other files would allow it no request at all.
 */
const policy = ["content-security-policy", "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"];

/** A worker that removes its caches and itself, for browsers that got a worker while the shop had one. */
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

const sendFarewell: Handler = async () =>
  textReply(200, "text/javascript; charset=utf-8", farewell, ["cache-control", "no-cache"]);

/**
 * Serves the worker in the folder of a build, with a policy under which it can work. If there is no folder, or no
 * worker in it, serves the one that removes itself.
 */
export function serviceWorkerRoute(folder: string | undefined): Route {
  const file = (folder ?? "") + serviceWorkerPath;
  const read = existsSync(file) ? readFileAt(file, "no-cache") : sendFarewell;
  const withPolicy: Handler = async (call) => {
    const reply = await read(call);
    return { ...reply, headers: [...reply.headers, ...policy] };
  };
  return { path: serviceWorkerPath, kind: "file", methods: { GET: withPolicy } };
}
