import { once } from "node:events";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** How often idle connections are closed: a connection is idle only once its reply has ended. */
const sweepEveryMs = 50;

export type DrainTimes = Readonly<{
  /**
   * How long connections without a request stay usable, in milliseconds. A client that keeps one open learns from the
   * next reply, with `Connection: close`, to open another. 0 if no other process would take that other one.
   */
  lingerMs: number;
  /** How long replies in progress may take, in milliseconds from the call; `lingerMs` is a part of it. */
  timeoutMs: number;
}>;

/**
 * Stops accepting connections at once, and resolves once all connections are closed, or after `timeoutMs`. The caller
 * makes each reply carry `Connection: close` from now on.
 */
export async function drain(servers: readonly Server[], { lingerMs, timeoutMs }: DrainTimes): Promise<void> {
  const closed = Promise.all(servers.map((server) => once(server, "close")));
  // `http.Server.close()` would cut idle connections now. A request that is on its way on one would get no reply.
  for (const server of servers) NetServer.prototype.close.call(server);
  if (lingerMs > 0) await Promise.race([closed, delay(lingerMs)]);
  const sweep = setInterval(() => closeIdle(servers), sweepEveryMs);
  closeIdle(servers);
  await Promise.race([closed, delay(timeoutMs - lingerMs)]);
  clearInterval(sweep);
}

/** Closes idle connections after the event loop has read what arrived on them: they may no longer be idle. */
function closeIdle(servers: readonly Server[]): void {
  setImmediate(() => {
    for (const server of servers) server.closeIdleConnections();
  });
}
