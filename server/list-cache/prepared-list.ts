import type { FirstCoffees } from "../../app/calls/product-server.ts";
import type { Version } from "../../catalogue/log/change.ts";
import { rankedCodings, worthEncodingBytes } from "../http/reply/encoded-body.ts";
import { brotliBody, identityBody, joinedBody, type ListBody } from "./list-body.ts";
import { sharePromise } from "../http/limits/share-promise.ts";
import type { IdleTimer } from "./idle-timer.ts";
import type { JoinableCoding } from "./segment.ts";
import type { SegmentedList } from "./segmented-list.ts";

/** Up to this size, brotli takes a millisecond or two, which the first client can wait for. */
const quickBytes = 65_536;

/** The list at one version, as it is sent in each coding. */
export class PreparedList {
  /** An object that no other list has, so that caches can identify the list by it without keeping the list. */
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
   * The list in the coding that the client prefers. A large list that has just changed is sent as brotli only once that
   * is made. Until then the client gets the next coding that can be joined from segments, if it accepts one.
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

  /** A JSON array of the first coffees, as `SegmentedList.first` picks them; of all coffees by default. */
  first(atMost: FirstCoffees = { count: Infinity, bytes: Infinity }): string {
    return `[${this.list
      .first(atMost.count, atMost.bytes)
      .map(({ text }) => text)
      .join(",")}]`;
  }

  /** Drops the bodies, because a newer list replaces this one. Replies in progress keep theirs. */
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
