import { cachedAtHeader } from "../../calls/cached-at-header.ts";

/** A reply as it is kept: decoded, and with the time, in a header for whoever asks and in the timings for the document itself. */
export function cachedResponse(reply: Response, time = new Date().toISOString()): Response {
  const headers = new Headers(reply.headers);
  for (const ofTransfer of ["content-encoding", "content-length"]) headers.delete(ofTransfer);
  headers.set(cachedAtHeader, time);
  headers.set("server-timing", `${cachedAtHeader};desc="${time}"`);
  return new Response(reply.clone().body, { headers });
}
