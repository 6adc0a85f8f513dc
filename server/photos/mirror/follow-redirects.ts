import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Network } from "./network.ts";
import { PhotoFetchFailure, shownAddress } from "./photo-fetch-failure.ts";
import { parsePhotoUrl } from "./photo-url.ts";
import { requestPinned } from "./pinned-request.ts";
import { resolveTarget, type Target } from "./target.ts";

const redirectsAtMost = 2;
const redirects = [301, 302, 303, 307, 308];

export type FollowOptions = Readonly<{
  network: Network;
  signal: AbortSignal;
  /** The headers of the request for an address, besides `Host`. */
  headersFor: (url: URL) => OutgoingHttpHeaders;
  /** Rejects if this address must not be requested. */
  check?: (target: Target) => Promise<void>;
}>;

/** A reply that is no redirect, and the address that gave it. The caller reads the body, or destroys the reply. */
export type FinalReply = Readonly<{ reply: IncomingMessage; url: URL }>;

/**
 * Requests a target, and what it redirects to, at most twice. Each redirect goes through the whole wall, as if a visitor
 * had named its address. Rejects with `refused` at the third redirect, and otherwise as `parsePhotoUrl`,
 * `resolveTarget` and `requestPinned` do.
 */
export async function followRedirects(start: Target, options: FollowOptions): Promise<FinalReply> {
  const { network, signal, headersFor, check } = options;
  let target = start;
  for (let followed = 0; ; followed += 1) {
    await check?.(target);
    const { url } = target;
    const reply = await requestPinned(target, headersFor(url), network, signal);
    if (!redirects.includes(reply.statusCode ?? 0)) return { reply, url };
    reply.destroy();
    const location = locationOf(reply);
    if (location === undefined) {
      throw new PhotoFetchFailure("denied", `${shownAddress(url)} redirects without saying where.`);
    }
    if (followed === redirectsAtMost) {
      const why = `it redirects more than ${redirectsAtMost} times.`;
      throw new PhotoFetchFailure("refused", `The shop does not fetch ${shownAddress(start.url)}: ${why}`);
    }
    target = await resolveTarget(parsePhotoUrl(location, url), network, signal);
  }
}

/** Node reads headers as Latin-1; addresses with letters outside ASCII are UTF-8. */
function locationOf({ headers: { location } }: IncomingMessage): string | undefined {
  return location === undefined ? undefined : Buffer.from(location, "latin1").toString("utf8");
}
