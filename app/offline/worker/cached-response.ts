import { cachedAtHeader } from "../../calls/cached-at-header.ts";

/**
 * A copy of a reply for the cache: without transfer headers, and with the time at which it was fetched, in a header for
 * scripts and in Server-Timing for the document.
 */
export function cachedResponse(reply: Response, time = new Date().toISOString()): Response {
  const headers = new Headers(reply.headers);
  for (const ofTransfer of ["content-encoding", "content-length"]) headers.delete(ofTransfer);
  headers.set(cachedAtHeader, time);
  headers.set("server-timing", `${cachedAtHeader};desc="${time}"`);
  return new Response(reply.clone().body, { headers });
}
