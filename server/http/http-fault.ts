import { Fault, type FaultCode } from "../../catalogue/fault.ts";
import type { Translated } from "../../catalogue/language.ts";

/** What a reply tells of a fault beyond its code and words. */
type More = Readonly<{
  /** That HTTP asks for with it, such as `Allow` or `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  /** Of the problem document. */
  members?: object;
}>;

/** A fault whose reply says more than its code and words. */
export class HttpFault extends Fault {
  readonly headers: Readonly<Record<string, string>>;
  readonly members: object;

  constructor(code: FaultCode, detail: Translated, { headers = {}, members = {} }: More) {
    super(code, detail);
    this.headers = headers;
    this.members = members;
  }
}

/** The fault of an address that the shop does not have. */
export function unknownAddress(): Fault {
  return new Fault("unknown-address", { en: "Nothing is at this address.", bn: "এই ঠিকানায় কিছু নেই।" });
}

const retryAfterSeconds = 2;

/** The fault of a request that may succeed in a few seconds. */
export function tooBusy(detail: Translated): HttpFault {
  return new HttpFault("too-busy", detail, { headers: { "retry-after": String(retryAfterSeconds) } });
}
