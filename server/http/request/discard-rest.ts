import type { IncomingMessage } from "node:http";

/** So long a client may still send of a body that nobody reads, before its connection ends. */
const patienceMs = 500;

/** Lets pass what is left of a body once its request is answered, so that the next request can be read; not for long. */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  incoming.resume();
  if (incoming.complete) return;
  const patience = setTimeout(() => incoming.socket.destroySoon(), patienceMs).unref();
  incoming.once("close", () => clearTimeout(patience));
}
