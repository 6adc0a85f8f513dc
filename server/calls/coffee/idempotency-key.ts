import type { IncomingHttpHeaders } from "node:http";
import { Fault } from "../../../catalogue/fault.ts";

/** The header by which a client says that it sends the same once more (draft-ietf-httpapi-idempotency-key-header). */
export const keyHeader = "Idempotency-Key";

/** Printable ASCII; HTTP drops blanks at either end. Also read by the API description. */
export const keyPattern = /^[!-~]([ -~]{0,253}[!-~])?$/;

/**
 * The key of a request, to the letter, or undefined where it has none. Throws a `key-not-readable` fault where it is
 * anything but 1 to 255 printable characters of ASCII.
 */
export function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && keyPattern.test(key)) return key;
  throw new Fault("key-not-readable", {});
}
