export type Reply = Readonly<{
  status: number;
  /** Values by lower-case name. */
  headers: ReadonlyMap<string, string>;
  headBytes: number;
  /** Without the framing of the chunked encoding. */
  bodyBytes: number;
  /** Empty unless bodies are kept. */
  body: Buffer;
}>;

const headEnd = Buffer.from("\r\n\r\n");
const statusesWithoutBody = new Set([204, 304]);

/** Parses the HTTP/1.1 replies of one connection, one after the other. Throws on bytes that are not a reply. */
export class ReplyReader {
  readonly #keepBodies: boolean;
  #part: "head" | "body" | "chunk size" | "chunk" | "after chunk" | "trailer" = "head";
  #head: Buffer = Buffer.alloc(0);
  #line = "";
  #status = 0;
  #headers: ReadonlyMap<string, string> = new Map();
  #headBytes = 0;
  #bodyBytes = 0;
  #left = 0;
  #kept: Buffer[] = [];

  constructor({ keepBodies }: Readonly<{ keepBodies: boolean }>) {
    this.#keepBodies = keepBodies;
  }

  /** Takes received bytes; returns the reply if they end it. Throws if bytes follow that no request asked for. */
  push(bytes: Buffer): Reply | undefined {
    let at = 0;
    while (at < bytes.length) {
      if (this.#part === "head") at = this.#readHead(bytes, at);
      else if (this.#part === "body" || this.#part === "chunk") at = this.#readBody(bytes, at);
      else at = this.#readLine(bytes, at);
      if (this.#part !== "head" || this.#status === 0) continue;
      if (at < bytes.length) throw new Error("More came than one reply.");
      return this.#finish();
    }
    return undefined;
  }

  #readHead(bytes: Buffer, from: number): number {
    const before = this.#head.length;
    const head = before === 0 ? bytes.subarray(from) : Buffer.concat([this.#head, bytes.subarray(from)]);
    const end = head.indexOf(headEnd);
    if (end < 0) {
      // A copy, because all connections share one read buffer.
      this.#head = Buffer.from(head);
      return bytes.length;
    }
    this.#head = Buffer.alloc(0);
    this.#headBytes = end + headEnd.length;
    const [statusLine = "", ...lines] = head.toString("latin1", 0, end).split("\r\n");
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(statusLine) ?? [];
    if (!status) throw new Error(`This is no reply: ${statusLine.slice(0, 80)}`);
    this.#status = Number(status);
    this.#headers = new Map(lines.map(headerOf));
    this.#startBody();
    return from + this.#headBytes - before;
  }

  #startBody(): void {
    if (statusesWithoutBody.has(this.#status)) return;
    if (this.#headers.get("transfer-encoding") === "chunked") {
      this.#part = "chunk size";
      return;
    }
    const length = Number(this.#headers.get("content-length") ?? Number.NaN);
    if (!Number.isInteger(length)) throw new Error("A reply does not say how long it is.");
    this.#left = length;
    if (length > 0) this.#part = "body";
  }

  #readBody(bytes: Buffer, from: number): number {
    const length = Math.min(this.#left, bytes.length - from);
    if (this.#keepBodies) this.#kept.push(Buffer.from(bytes.subarray(from, from + length)));
    this.#bodyBytes += length;
    this.#left -= length;
    if (this.#left === 0) this.#part = this.#part === "body" ? "head" : "after chunk";
    return from + length;
  }

  #readLine(bytes: Buffer, from: number): number {
    const end = bytes.indexOf("\n", from);
    this.#line += bytes.toString("latin1", from, end < 0 ? bytes.length : end);
    if (end < 0) return bytes.length;
    const line = this.#line.trimEnd();
    this.#line = "";
    if (this.#part === "after chunk") this.#part = "chunk size";
    else if (this.#part === "trailer") this.#part = line === "" ? "head" : "trailer";
    else {
      this.#left = Number.parseInt(line, 16);
      if (Number.isNaN(this.#left)) throw new Error(`This is no chunk's size: ${line.slice(0, 80)}`);
      this.#part = this.#left === 0 ? "trailer" : "chunk";
    }
    return end + 1;
  }

  #finish(): Reply {
    const reply = {
      status: this.#status,
      headers: this.#headers,
      headBytes: this.#headBytes,
      bodyBytes: this.#bodyBytes,
      body: Buffer.concat(this.#kept),
    };
    this.#status = 0;
    this.#bodyBytes = 0;
    this.#kept = [];
    return reply;
  }
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
