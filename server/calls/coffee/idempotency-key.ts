import type { IncomingHttpHeaders } from "node:http";
import { Fault } from "../../../catalogue/fault.ts";

/** The header that marks retries of one request (draft-ietf-httpapi-idempotency-key-header). */
export const keyHeader = "Idempotency-Key";

/** Printable ASCII; HTTP drops blanks at either end. The API's description uses it too. */
export const keyPattern = /^[!-~]([ -~]{0,253}[!-~])?$/;

/**
 * The idempotency key of a request, unchanged; undefined if it has none. Throws `key-not-readable` unless it is 1 to
 * 255 printable characters of ASCII.
 */
export function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && keyPattern.test(key)) return key;
  throw new Fault("key-not-readable", {});
}
