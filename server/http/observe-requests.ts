import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** A request that was answered. Nothing in it tells who asked. */
export type Exchange = Readonly<{
  requestId: string;
  method: string;
  /** Without its query. */
  path: string;
  /** The pattern that the path fits; pages and files share one. */
  route: string;
  status: number;
  durationMs: number;
}>;

const requestIdBytes = 8;
const current = new AsyncLocalStorage<string>();

/** The id of the request that is being answered, wherever in its handling this is asked. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/** Gives each request an id, which its reply carries in `Request-Id`, and hands it on once it is answered. */
export function observeRequests(observe: (exchange: Exchange) => void): MiddlewareHandler {
  return (call, next) => {
    const requestId = randomBytes(requestIdBytes).toString("hex");
    const started = performance.now();
    return current.run(requestId, async () => {
      await next();
      call.res.headers.set("request-id", requestId);
      observe({
        requestId,
        method: call.req.method,
        path: call.req.path,
        route: routePath(call),
        status: call.res.status,
        durationMs: performance.now() - started,
      });
    });
  };
}
