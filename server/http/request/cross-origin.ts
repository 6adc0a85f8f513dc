import type { IncomingMessage } from "node:http";
import type { Handler } from "../route.ts";

/** The Fetch standard's CORS protocol. */
export type CrossOrigin = Readonly<{
  /** The CORS headers of every reply to this request, by its origin: names and values in turn. */
  headersFor: (incoming: IncomingMessage) => readonly string[];
  /** The handler of a preflight request; undefined for any other request. */
  preflight: (incoming: IncomingMessage) => Handler | undefined;
}>;

const none: readonly string[] = [];
const variesByOrigin = ["vary", "Origin"];
const askedHeaders = ["Content-Type", "If-Match", "If-None-Match"];
const preflightHeaders = Object.entries({
  "access-control-allow-methods": "GET,HEAD,POST,PUT,DELETE",
  "access-control-max-age": "86400",
  vary: "Access-Control-Request-Headers",
}).flat();

/** The shop's own headers, beyond those of HTTP: those that pages may send, and those that they may read. */
export type OwnHeaders = Readonly<{ sent: readonly string[]; read: readonly string[] }>;

/**
 * Allows the pages of these origins to make calls, with the headers of HTTP and `ownHeaders`. "*" allows every origin.
 */
export function crossOrigin(allowedOrigins: readonly string[], ownHeaders: OwnHeaders): CrossOrigin {
  if (allowedOrigins.length === 0) return { headersFor: () => none, preflight: () => undefined };
  const exposed = ["access-control-expose-headers", ["ETag", "Location", "Retry-After", ...ownHeaders.read].join(",")];
  const allowed = ["access-control-allow-headers", [...askedHeaders, ...ownHeaders.sent].join(",")];
  const isAllowed = (origin: string) => allowedOrigins.includes("*") || allowedOrigins.includes(origin);
  return {
    headersFor: ({ headers: { origin } }) =>
      origin && isAllowed(origin)
        ? ["access-control-allow-origin", origin, ...exposed, ...variesByOrigin]
        : variesByOrigin,
    preflight: ({ method, headers }) =>
      method === "OPTIONS" && headers["access-control-request-method"]
        ? async () => ({ status: 204, headers: [...preflightHeaders, ...allowed], body: "" })
        : undefined,
  };
}
