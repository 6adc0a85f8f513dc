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
