import type { FirstCoffees } from "../../app/calls/product-server.ts";
import type { Version } from "../../catalogue/log/change.ts";
import { rankedCodings, worthEncodingBytes } from "../http/reply/encoded-body.ts";
import { brotliBody, identityBody, joinedBody, type ListBody } from "./list-body.ts";
import { sharePromise } from "../http/limits/share-promise.ts";
import type { IdleTimer } from "./idle-timer.ts";
import type { JoinableCoding } from "./segment.ts";
import type { SegmentedList } from "./segmented-list.ts";

/** Brotli takes a millisecond or two for so much, which the first to ask can wait for. */
const quickBytes = 65_536;

/** The list at one version, as it is sent. */
export class PreparedList {
  /** The very same object for the same list, and no other list has it: holders of what is made of a list can keep it alone. */
  readonly version: Version;
  readonly list: SegmentedList;
  readonly #rest: IdleTimer;
  readonly #made = new Map<JoinableCoding | "br", Promise<ListBody>>();
  readonly #byteLength: number;
  #identity: ListBody | undefined;
  #brotli: ListBody | undefined;

  constructor(version: Version, list: SegmentedList, rest: IdleTimer) {
    this.version = version;
    this.list = list;
    this.#rest = rest;
    this.#byteLength = list.segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /**
   * In the coding that the client likes best. Of a large list that has just changed, brotli is given only once it is made;
   * until then the client gets the next best that is put together of segments, where it takes one.
   */
  async body(acceptEncoding: string | undefined): Promise<ListBody> {
    if (this.#byteLength < worthEncodingBytes) return this.#whole();
    const ranked = rankedCodings(acceptEncoding);
    const joinable = ranked.find((coding) => coding !== "br");
    if (ranked[0] === "br") {
      if (this.#brotli) return this.#brotli;
      if (!joinable || this.#byteLength <= quickBytes) return this.#compressWhole();
      this.#rest.whenCalm(() => this.#compressWhole());
    }
    return joinable ? this.#join(joinable) : this.#whole();
  }

  /** The first coffees as JSON, one at least, or all. */
  first(atMost: FirstCoffees = { count: Infinity, bytes: Infinity }): string {
    return `[${this.list
      .first(atMost.count, atMost.bytes)
      .map(({ text }) => text)
      .join(",")}]`;
  }

  /** Lets go of what was made to be sent, once a newer list takes its place. Whoever is being sent some has it. */
  forget(): void {
    this.#made.clear();
    this.#identity = undefined;
    this.#brotli = undefined;
  }

  #join(coding: JoinableCoding): Promise<ListBody> {
    return sharePromise(this.#made, coding, () => joinedBody(this.list.segments, coding));
  }

  #whole(): ListBody {
    this.#identity ??= identityBody(this.list.segments);
    return this.#identity;
  }

  #compressWhole(): Promise<ListBody> {
    return sharePromise(this.#made, "br", async () => (this.#brotli = await brotliBody(this.list.segments)));
  }
}
