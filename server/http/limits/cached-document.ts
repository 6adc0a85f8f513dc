import type { IncomingHttpHeaders } from "node:http";
import { matchingTag, textName } from "../reply/conditional.ts";
import { EncodedBody, encodingHeaders } from "../reply/encoded-body.ts";
import type { Reply } from "../reply/reply.ts";

/** A text that is sent to many, with a tag of what it says. All ask each time whether it is still the same. */
export class CachedDocument {
  readonly #headers: readonly string[];
  readonly #state: string;
  readonly #body: EncodedBody;

  /** The text may come in pieces. `headers` are names and values in turn. */
  constructor(text: string | readonly string[], headers: readonly string[]) {
    this.#headers = ["cache-control", "no-cache", ...headers];
    this.#body = new EncodedBody(text);
    this.#state = textName(this.#body.identity);
  }

  /** In the coding that the client prefers; without the text where the client holds it. */
  async reply(asked: IncomingHttpHeaders): Promise<Reply> {
    const held = matchingTag(asked["if-none-match"], `"${this.#state}"`);
    if (held) return { status: 304, headers: [...this.#headers, "etag", held], body: [] };
    const { bytes, coding } = await this.#body.for(asked["accept-encoding"]);
    const etag = coding ? `"${this.#state}-${coding}"` : `"${this.#state}"`;
    const headers = [...this.#headers, ...encodingHeaders(coding, bytes.byteLength), "etag", etag];
    return { status: 200, headers, body: [bytes] };
  }
}

/** A shared text of this type, of which nothing but the coding differs from one client to another. */
export function cachedDocument(type: string, text: string): CachedDocument {
  return new CachedDocument(text, ["content-type", type, "vary", "Accept-Encoding"]);
}
