import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

/**
 * Lets the pages of these origins call ("*" stands for every origin), by the Fetch standard's CORS protocol, and read the
 * headers that HTTP knows and `ownHeaders`.
 */
export function crossOrigin(allowedOrigins: readonly string[], ownHeaders: readonly string[]): MiddlewareHandler {
  const allow = cors({
    origin: (origin) => (allowedOrigins.includes("*") || allowedOrigins.includes(origin) ? origin : null),
    allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowHeaders: ["Content-Type", "If-Match", "If-None-Match"],
    exposeHeaders: ["ETag", "Location", "Retry-After", ...ownHeaders],
    maxAge: 86_400,
  });
  return async (call, next) => {
    const isPlainOptions = call.req.method === "OPTIONS" && !call.req.header("access-control-request-method");
    return allowedOrigins.length === 0 || isPlainOptions ? next() : allow(call, next);
  };
}
