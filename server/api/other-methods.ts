import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { HttpFault } from "../http/http-fault.ts";

/**
 * Answers OPTIONS, and refuses all methods but `methods`. Registered after those that are answered, so it gets only the
 * rest (RFC 9110 §9.3.7 and §15.5.6).
 */
export function answerOtherMethods(
  api: Hono<{ Bindings: HttpBindings }>,
  path: string,
  methods: readonly string[],
): void {
  const headers = { allow: methods.join(", ") };
  api.options(path, (call) => call.body(null, 204, headers));
  api.all(path, (call) => {
    throw new HttpFault(
      "method-not-allowed",
      `${call.req.method} is not answered here; ${headers.allow} are.`,
      headers,
    );
  });
}
