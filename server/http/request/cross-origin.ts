import type { IncomingMessage } from "node:http";
import type { Handler } from "../route.ts";

/** The Fetch standard's CORS protocol. */
export type CrossOrigin = Readonly<{
  /** What each reply says to pages of the origin from which this request comes: names and values in turn. */
  headersFor: (incoming: IncomingMessage) => readonly string[];
  /** The answer to a question whether a call may be made; undefined for any other request. */
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

/** Beyond the headers that HTTP knows: those that pages may send, and those that they may read. */
export type OwnHeaders = Readonly<{ sent: readonly string[]; read: readonly string[] }>;

/**
 * Lets the pages of these origins call ("*" stands for every origin), with the headers that HTTP knows and `ownHeaders`.
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
