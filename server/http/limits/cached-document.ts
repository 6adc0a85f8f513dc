import type { IncomingHttpHeaders } from "node:http";
import { matchingTag, textName } from "../reply/conditional.ts";
import { EncodedBody, encodingHeaders } from "../reply/encoded-body.ts";
import type { Reply } from "../reply/reply.ts";

/** A document that is sent to many clients, with an entity tag. Caches must revalidate it on each use. */
export class CachedDocument {
  readonly #headers: readonly string[];
  readonly #state: string;
  readonly #body: EncodedBody;

  /** `text` may be in pieces. `headers` are names and values in turn. */
  constructor(text: string | readonly string[], headers: readonly string[]) {
    this.#headers = ["cache-control", "no-cache", ...headers];
    this.#body = new EncodedBody(text);
    this.#state = textName(this.#body.identity);
  }

  /** The reply in the client's preferred coding; 304 if the client has the document already. */
  async reply(asked: IncomingHttpHeaders): Promise<Reply> {
    const held = matchingTag(asked["if-none-match"], `"${this.#state}"`);
    if (held) return { status: 304, headers: [...this.#headers, "etag", held], body: [] };
    const { bytes, coding } = await this.#body.for(asked["accept-encoding"]);
    const etag = coding ? `"${this.#state}-${coding}"` : `"${this.#state}"`;
    const headers = [...this.#headers, ...encodingHeaders(coding, bytes.byteLength), "etag", etag];
    return { status: 200, headers, body: [bytes] };
  }
}

/** A document of this media type that varies only by its content coding. */
export function cachedDocument(type: string, text: string): CachedDocument {
  return new CachedDocument(text, ["content-type", type, "vary", "Accept-Encoding"]);
}
