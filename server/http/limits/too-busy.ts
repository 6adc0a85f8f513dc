import type { Translated } from "../../../catalogue/language.ts";
import { HttpFault } from "../http-fault.ts";

const retryAfterSeconds = 2;

/** Refuses a request that another try in a few seconds may get answered. */
export function tooBusy(detail: Translated): HttpFault {
  return new HttpFault("too-busy", detail, { headers: { "retry-after": String(retryAfterSeconds) } });
}
