import { createHash } from "node:crypto";
import { heldTag } from "../http/conditional.ts";
import { EncodedBody, encodingHeaders } from "../http/encoded-body.ts";
import { madeOnce } from "../http/made-once.ts";
import type { PlainReply } from "../http/plain-reply.ts";
import type { Call } from "../http/route.ts";
import type { PreparedList } from "../prepared/prepared-list.ts";

const tagDigits = 16;
const common = ["cache-control", "no-cache", "vary", "Accept-Encoding"];

/** A text that is sent to many, with a tag of what it says. */
export class SharedText {
  readonly #headers: readonly string[];
  readonly #state: string;
  readonly #body: EncodedBody;

  constructor(type: string, text: string) {
    this.#headers = [...common, "content-type", type];
    this.#state = createHash("sha256").update(text).digest("hex").slice(0, tagDigits);
    this.#body = new EncodedBody(text);
  }

  async reply({ incoming: { headers } }: Call): Promise<PlainReply> {
    const held = heldTag(headers["if-none-match"], `"${this.#state}"`);
    if (held) return { status: 304, headers: [...common, "etag", held], body: [] };
    const { bytes, coding } = await this.#body.for(headers["accept-encoding"]);
    const etag = coding ? `"${this.#state}-${coding}"` : `"${this.#state}"`;
    return {
      status: 200,
      headers: [...this.#headers, ...encodingHeaders(coding, bytes.byteLength), "etag", etag],
      body: [bytes],
    };
  }
}

/** A few of each list are in use: one for each address under which the shop is known. The rest only costs its making. */
const textsAtMost = 8;

/** Texts that were made of a list of coffees, for as long as that is the newest. */
export class TextsOfList {
  #of: PreparedList | undefined;
  #texts = new Map<string, Promise<SharedText>>();

  /** What was made of this list under `key` before, or what `make` makes now. */
  text(list: PreparedList, key: string, make: () => Promise<SharedText>): Promise<SharedText> {
    if (this.#of !== list) {
      this.#of = list;
      this.#texts = new Map();
    }
    const [first] = this.#texts.keys();
    if (first !== undefined && this.#texts.size >= textsAtMost && !this.#texts.has(key)) this.#texts.delete(first);
    return madeOnce(this.#texts, key, make);
  }
}
