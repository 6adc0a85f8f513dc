import { existsSync } from "node:fs";
import type { Handler, Route } from "../http/route.ts";
import { textReply } from "../http/reply/reply.ts";
import { readFileAt } from "./files.ts";

/** Where browsers look for a newer one. `app/offline/worker/build-service-worker.ts` makes the file. */
export const serviceWorkerPath = "/service-worker.js";

/**
 * What it may do: ask this server, and no other. It does not inherit the policy of the page that brought it (CSP3 §4.2.1),
 * and that of other files would let it ask nobody.
 */
const policy = ["content-security-policy", "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"];

/** A worker that removes its caches and itself, from browsers that have the worker of a time in which there was one. */
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

/** The worker in the folder of a build, or where there is none the one that leaves, under a policy with which it can work. */
export function serviceWorkerRoute(folder: string | undefined): Route {
  const file = (folder ?? "") + serviceWorkerPath;
  const read = existsSync(file) ? readFileAt(file, "no-cache") : sendFarewell;
  const withPolicy: Handler = async (call) => {
    const reply = await read(call);
    return { ...reply, headers: [...reply.headers, ...policy] };
  };
  return { path: serviceWorkerPath, kind: "file", methods: { GET: withPolicy } };
}
