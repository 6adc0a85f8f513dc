import { StoreRefused } from "../store-refused.ts";
import type { BlobEntry, ByteRange, PhotoBlobs } from "./photo-blobs.ts";
import { parseListing, type Listing } from "./s3/parse-listing.ts";
import { S3Client } from "./s3/s3-client.ts";
import { refusal, strangeReply, type S3Reply } from "./s3/s3-errors.ts";
import { describeS3Place, parseS3Url, type S3Place } from "./s3/s3-place.ts";

/** `silenceMs`: how long the server may send nothing, in place of what a visitor waits. */
export type S3Options = Readonly<{ silenceMs?: number }>;

/**
 * Keeps blobs as objects of a bucket of S3, or of any server that speaks its protocol. `url` is what `parseS3Url` reads.
 * Sends nothing yet: to see whether the bucket can be read, list it. Throws `StoreRefused` for any other URL.
 */
export function openS3Blobs(url: string, { silenceMs }: S3Options = {}): PhotoBlobs {
  const parsed = parseS3Url(url);
  if ("problem" in parsed) throw new StoreRefused(`PHOTOS_URL ${parsed.problem}.`);
  return new S3Blobs(parsed.place, new S3Client(parsed.place, silenceMs));
}

class S3Blobs implements PhotoBlobs {
  readonly #prefix: string;
  readonly #where: string;
  readonly #client: S3Client;

  constructor(place: S3Place, client: S3Client) {
    this.#prefix = place.prefix;
    this.#where = describeS3Place(place);
    this.#client = client;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const headers = { "content-type": "application/octet-stream" };
    // A copy, so that the body stays what was signed if the caller goes on to use its bytes.
    const body = new Uint8Array(bytes);
    const reply = await this.#client.send({ method: "PUT", key: this.#fullKey(key), headers, body });
    if (reply.status !== 200) throw refusal(this.#where, reply);
    this.#assertOfS3(reply);
  }

  async read(key: string, range?: ByteRange): Promise<Uint8Array | undefined> {
    const headers = range && { range: `bytes=${range.start}-${lastByte(range)}` };
    const reply = await this.#client.send({ method: "GET", key: this.#fullKey(key), headers });
    if (reply.status === 404 && reply.code === "NoSuchKey") return undefined;
    if (range && reply.status === 416) return new Uint8Array();
    if (reply.status !== 200 && !(range && reply.status === 206)) throw refusal(this.#where, reply);
    this.#assertOfS3(reply);
    // Without its length, a reply that was cut would look whole.
    if (!reply.headers.has("content-length")) throw strangeReply(this.#where, "does not say how long a photo is");
    if (!range) return reply.bytes;
    if (reply.status === 200) return reply.bytes.subarray(range.start, range.end); // RFC 9110 §14.2 allows it
    if (!isRange(reply, range))
      throw strangeReply(this.#where, "sends other bytes of a photo than those it was asked for");
    return reply.bytes.subarray(0, range.end - range.start);
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    let last = "";
    let next: string | undefined;
    do {
      const page: Listing = await this.#page(prefix, next);
      for (const { key, ...entry } of page.objects) {
        const own = key.startsWith(this.#prefix) ? key.slice(this.#prefix.length) : "";
        // Other programs may use the bucket too, and consoles mark a folder with an object whose key ends with a slash.
        if (!isKey(own) || !own.startsWith(prefix)) continue;
        if (own <= last) throw strangeReply(this.#where, "lists its objects in another order than S3");
        last = own;
        yield { key: own, ...entry };
      }
      next = page.next;
    } while (next !== undefined);
  }

  async remove(key: string): Promise<void> {
    const reply = await this.#client.send({ method: "DELETE", key: this.#fullKey(key) });
    if (reply.status === 404 && reply.code === "NoSuchKey") return;
    if (reply.status !== 204 && reply.status !== 200) throw refusal(this.#where, reply);
  }

  /** Does nothing: the connections are of fetch, which closes those that are idle. */
  async [Symbol.asyncDispose](): Promise<void> {}

  #fullKey(key: string): string {
    if (!isKey(key)) throw new Error(`${key} is not the key of a blob.`);
    return this.#prefix + key;
  }

  /** The first page of a list, or the one that a page calls its next. */
  async #page(prefix: string, token: string | undefined): Promise<Listing> {
    const query = { "list-type": "2", prefix: this.#prefix + prefix, ...(token && { "continuation-token": token }) };
    const reply = await this.#client.send({ method: "GET", query });
    if (reply.status !== 200) throw refusal(this.#where, reply);
    const listing = parseListing(Buffer.from(reply.bytes).toString());
    if (!listing) throw strangeReply(this.#where, "answers with a list that is not one of S3");
    if (token !== undefined && listing.next === token)
      throw strangeReply(this.#where, "begins the same page of its list again");
    return listing;
  }

  /**
   * Throws for the success of something else, such as the page of a proxy. S3 sends an ETag with each object, except
   * that Swift has none for a put that was overtaken by another.
   */
  #assertOfS3({ headers }: S3Reply): void {
    if (!headers.has("etag") && !headers.has("x-amz-request-id"))
      throw strangeReply(this.#where, "answers without the ETag of a photo");
  }
}

/** An empty range asks for one byte, too: HTTP has no range without bytes, and the reply says whether there is a blob. */
function lastByte({ start, end }: ByteRange): number {
  return Math.max(start, end - 1);
}

/** Whether a reply has the range, or as much of it as the blob has. */
function isRange({ headers, bytes }: S3Reply, range: ByteRange): boolean {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
  const end = Math.min(lastByte(range) + 1, Number(total));
  return Number(first) === range.start && Number(last) + 1 === end && bytes.byteLength === end - range.start;
}

/** Fetch would make other paths of `.` and `..`. */
function isKey(text: string): boolean {
  return /^[a-z\d.-]+(\/[a-z\d.-]+)*$/.test(text) && !/(^|\/)\.{1,2}(\/|$)/.test(text);
}
