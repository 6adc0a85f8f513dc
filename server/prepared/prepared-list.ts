import type { Version } from "../../catalogue/change.ts";
import { rankedCodings, worthEncodingBytes } from "../http/encoded-body.ts";
import { brotliBody, identityBody, joinedBody, type ListBody } from "./list-body.ts";
import type { Rest } from "./rest.ts";
import type { JoinableCoding } from "./segment.ts";
import type { SegmentedList } from "./segmented-list.ts";

/** Brotli takes some milliseconds for so much, which the first to ask can wait for. */
const quickBytes = 256_000;

/** The list at one version, as it is sent. */
export class PreparedList {
  readonly version: Version;
  readonly list: SegmentedList;
  readonly #rest: Rest;
  readonly #identity: ListBody;
  readonly #joined = new Map<JoinableCoding, Promise<ListBody>>();
  #brotli: ListBody | undefined;
  #makingBrotli: Promise<ListBody> | undefined;

  constructor(version: Version, list: SegmentedList, rest: Rest) {
    this.version = version;
    this.list = list;
    this.#rest = rest;
    this.#identity = identityBody(list.segments);
  }

  /**
   * In the coding that the client likes best. Of a large list that has just changed, brotli is given only once it is made;
   * until then the client gets the next best that is put together of segments, where it takes one.
   */
  async body(acceptEncoding: string | undefined): Promise<ListBody> {
    if (this.#identity.byteLength < worthEncodingBytes) return this.#identity;
    const ranked = rankedCodings(acceptEncoding);
    const joinable = ranked.find((coding) => coding !== "br");
    if (ranked[0] === "br") {
      if (this.#brotli) return this.#brotli;
      if (!joinable || this.#identity.byteLength <= quickBytes) return this.#compressWhole();
      this.#rest.whenCalm(() => this.#compressWhole());
    }
    return joinable ? this.#join(joinable) : this.#identity;
  }

  /** The first coffees as JSON: at most so many, or all. */
  first(atMost = Infinity): string {
    return `[${this.list
      .first(atMost)
      .map(({ text }) => text)
      .join(",")}]`;
  }

  #join(coding: JoinableCoding): Promise<ListBody> {
    const known = this.#joined.get(coding);
    if (known) return known;
    const making = joinedBody(this.list.segments, coding);
    this.#joined.set(coding, making);
    return making;
  }

  #compressWhole(): Promise<ListBody> {
    this.#makingBrotli ??= brotliBody(this.list.segments).then((body) => (this.#brotli = body));
    return this.#makingBrotli;
  }
}
