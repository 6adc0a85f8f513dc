import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

/** Lets the pages of these origins call ("*" stands for every origin), by the Fetch standard's CORS protocol. */
export function crossOrigin(allowedOrigins: readonly string[]): MiddlewareHandler {
  const allow = cors({
    origin: (origin) => (allowedOrigins.includes("*") || allowedOrigins.includes(origin) ? origin : null),
    allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowHeaders: ["Content-Type", "If-Match", "If-None-Match"],
    exposeHeaders: ["ETag", "Location", "Niceties-Receipt", "Retry-After"],
    maxAge: 86_400,
  });
  return async (call, next) => {
    const isPlainOptions = call.req.method === "OPTIONS" && !call.req.header("access-control-request-method");
    return allowedOrigins.length === 0 || isPlainOptions ? next() : allow(call, next);
  };
}
