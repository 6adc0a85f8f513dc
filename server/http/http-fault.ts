import { Fault, type FaultCode } from "../../catalogue/fault.ts";

/** A fault whose reply carries headers that HTTP asks for with it, such as `Allow` or `Retry-After`. */
export class HttpFault extends Fault {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: FaultCode, detail: string, headers: Readonly<Record<string, string>>) {
    super(code, detail);
    this.headers = headers;
  }
}
