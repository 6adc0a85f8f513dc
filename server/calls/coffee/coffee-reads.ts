import { changeHeader } from "../../../catalogue/log/change-header.ts";
import type { Version } from "../../../catalogue/log/change.ts";
import { entityTag, matchingTag } from "../../http/reply/conditional.ts";
import { encodingHeaders, preferredCoding } from "../../http/reply/encoded-body.ts";
import { withAge, type Reply } from "../../http/reply/reply.ts";
import type { PreparedCatalogue } from "../../list-cache/prepared-catalogue.ts";
import type { PreparedList } from "../../list-cache/prepared-list.ts";

const common = ["cache-control", "no-cache"];
const ofList = [...common, "vary", "Accept-Encoding, Sec-Fetch-Dest"];
const ofCoffee = [...common, "vary", "Sec-Fetch-Dest"];
const json = ["content-type", "application/json"];

/** Browsers and libraries send few different `Accept-Encoding` values; replies to others are built on each request. */
const mostKnownReplies = 64;
const rememberedMs = 60_000;

type KnownReplies = Map<string, Reply>;

/** The replies to `GET /coffee` and `GET /coffee/{id}`, from the catalogue in memory. All reject as its store does. */
export class CoffeeReads {
  readonly #catalogue: PreparedCatalogue;
  readonly #now: () => number;
  readonly #extras: boolean;
  /** Cached for one version: lists by `Accept-Encoding`, and 304 replies by `If-None-Match`. */
  #known: Readonly<{ of: Version; replies: KnownReplies; unchanged: KnownReplies }> | undefined;
  /** When the list was last asked for with each `Accept-Encoding`. */
  readonly #askedAt = new Map<string, number>();

  /**
   * `now` is a clock in milliseconds that never goes back. With `extras` the list's reply has a header with the number
   * of its newest change.
   */
  constructor(catalogue: PreparedCatalogue, now = () => performance.now(), extras = true) {
    this.#catalogue = catalogue;
    this.#now = now;
    this.#extras = extras;
  }

  async list(acceptEncoding = "", ifNoneMatch: string | undefined): Promise<Reply> {
    const { coffees, ageSeconds } = await this.#catalogue.latest();
    const unchanged = ifNoneMatch !== undefined && this.#unchanged(coffees.version, ifNoneMatch);
    if (unchanged) return withAge(unchanged, ageSeconds);
    if (this.#askedAt.has(acceptEncoding) || this.#askedAt.size < mostKnownReplies)
      this.#askedAt.set(acceptEncoding, this.#now());
    const prepared = coffees.list;
    const known = this.#knownOf(prepared.version).replies.get(acceptEncoding);
    return withAge(known ?? (await this.#makeReply(prepared, acceptEncoding)), ageSeconds);
  }

  /** Drops the cached replies, because they hold words that were erased. */
  forget(): void {
    this.#known = undefined;
  }

  /** Builds the replies that were requested within the last minute, ahead of the next requests. */
  async renew(): Promise<void> {
    const coffees = await this.#catalogue.current();
    const since = this.#now() - rememberedMs;
    for (const [acceptEncoding, at] of this.#askedAt) {
      if (at < since) this.#askedAt.delete(acceptEncoding);
      else if (!this.#knownOf(coffees.version).replies.has(acceptEncoding))
        await this.#makeReply(coffees.list, acceptEncoding);
    }
  }

  /** The reply for one coffee; undefined if no coffee has this id. */
  async one(id: string, ifNoneMatch: string | undefined): Promise<Reply | undefined> {
    const { coffee: found, ageSeconds } = await this.#catalogue.find(id);
    if (!found) return undefined;
    const held = matchingTag(ifNoneMatch, found.tag);
    if (held) return withAge({ status: 304, headers: [...ofCoffee, "etag", held], body: [] }, ageSeconds);
    const headers = [...ofCoffee, ...json, "etag", found.tag, "content-length", String(found.byteLength)];
    return withAge(
      { status: 200, headers, body: typeof found.body === "string" ? found.body : [found.body] },
      ageSeconds,
    );
  }

  /** The size of a coffee in bytes, as the catalogue last had it; 0 if it has none with this id. */
  knownBytes(id: string): number {
    return this.#catalogue.known(id)?.byteLength ?? 0;
  }

  #upTo({ number }: Version): readonly string[] {
    return this.#extras ? [changeHeader, String(number)] : [];
  }

  #knownOf(version: Version) {
    if (this.#known?.of !== version) this.#known = { of: version, replies: new Map(), unchanged: new Map() };
    return this.#known;
  }

  #unchanged(version: Version, ifNoneMatch: string): Reply | undefined {
    const { unchanged } = this.#knownOf(version);
    const known = unchanged.get(ifNoneMatch);
    if (known) return known;
    const held = matchingTag(ifNoneMatch, entityTag(version));
    if (!held) return undefined;
    const reply = { status: 304, headers: [...ofList, "etag", held, ...this.#upTo(version)], body: [] };
    if (unchanged.size < mostKnownReplies) unchanged.set(ifNoneMatch, reply);
    return reply;
  }

  async #makeReply(prepared: PreparedList, acceptEncoding: string): Promise<Reply> {
    const { coding, parts, byteLength } = await prepared.body(acceptEncoding);
    const etag = entityTag(prepared.version, coding);
    const upTo = this.#upTo(prepared.version);
    const headers = [...ofList, ...json, ...encodingHeaders(coding, byteLength), "etag", etag, ...upTo];
    const reply: Reply = { status: 200, headers, body: parts };
    const replies = this.#known?.of === prepared.version ? this.#known.replies : undefined;
    const isFinal = !coding || coding === preferredCoding(acceptEncoding);
    if (isFinal && replies && replies.size < mostKnownReplies) replies.set(acceptEncoding, reply);
    return reply;
  }
}
