import { AwsV4Signer } from "aws4fetch";
import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "../../../catalogue/fault.ts";
import { connectionFault, passes, refusal, Silence, strangeReply, type S3Reply } from "./s3-errors.ts";
import { describeS3Place, type S3Place } from "./s3-place.ts";

/** A request to a bucket. `body` is not changed, and must not be until the request has its reply. */
export type S3Request = Readonly<{
  method: "GET" | "PUT" | "DELETE";
  /** A key in the bucket; the bucket itself if left out. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
}>;

/** How long the server may send nothing, before a request has failed. A visitor waits for most requests. */
const usualSilenceMs = 5_000;
/**
 * The slowest upload that a put waits for: no byte comes back until S3 has all of it, and how much it has is unknown. A
 * blob of 5 MB has 20 seconds more.
 */
const slowestBytesPerMs = 250;
/** A request that fails in passing is sent again after these times, which S3 advises for SlowDown too. */
const retryAfterMs = [100, 400];
/** A reply longer than any blob, and than any list of 1,000 keys, is not S3's. */
const replyLimitBytes = 32_000_000;

/**
 * Sends signed requests to one bucket. aws4fetch only signs them. Its own `fetch` would send a request up to eleven
 * times, with no limit on the time of each, and would not repeat one whose connection broke.
 *
 * Signatures cover the bodies, over TLS too, where a put could leave its body unsigned: so S3 refuses bytes that changed
 * anywhere on their way, and there is one way to sign. It costs a SHA-256, which Node computes in another thread.
 */
export class S3Client {
  readonly #place: S3Place;
  readonly #where: string;
  readonly #silenceMs: number;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(place: S3Place, silenceMs = usualSilenceMs) {
    this.#place = place;
    this.#where = describeS3Place(place);
    this.#silenceMs = silenceMs;
  }

  /**
   * Resolves to the whole reply, unless it says that S3 cannot answer now. Sends the request up to three times: every
   * request to S3 may be repeated. It is not repeated after silence, because the visitor has waited long enough.
   * Rejects with a fault.
   */
  async send(request: S3Request): Promise<S3Reply> {
    for (let failures = 0; ; failures += 1) {
      const { reply, fault, mayPass } = await this.#attempt(request);
      if (reply) return reply;
      const pauseMs = mayPass ? retryAfterMs[failures] : undefined;
      if (pauseMs === undefined) throw fault;
      await delay(pauseMs * (0.5 + Math.random()));
    }
  }

  async #attempt(request: S3Request): Promise<Attempt> {
    try {
      const reply = await this.#exchange(request);
      return passes(reply) ? { fault: refusal(this.#where, reply), mayPass: true } : { reply };
    } catch (error) {
      const fault = error instanceof Fault ? error : connectionFault(this.#where, error);
      if (!fault) throw error;
      return { fault, mayPass: fault.code === "storage-unreachable" && !(error instanceof Silence) };
    }
  }

  async #exchange(request: S3Request): Promise<S3Reply> {
    const { url, headers } = await this.#sign(request);
    // Not signed, because proxies change this header. A body that they compress on its way does not say its length.
    headers.set("accept-encoding", "identity");
    const { method, body } = request;
    const limitMs = this.#silenceMs + (body?.byteLength ?? 0) / slowestBytesPerMs;
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Silence()), limitMs);
    try {
      const response = await fetch(url, { method, headers, body, redirect: "manual", signal: silence.signal });
      const bytes = await this.#readBody(response, () => timer.refresh());
      return { status: response.status, headers: response.headers, bytes, code: response.ok ? "" : errorCode(bytes) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #sign({ method, key = "", query = {}, headers = {}, body }: S3Request) {
    const url = new URL(key === "" ? this.#place.bucketUrl : `${this.#place.bucketUrl}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const digest = await crypto.subtle.digest("SHA-256", body ?? new Uint8Array());
    const { accessKeyId, secretAccessKey, region } = this.#place;
    return new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": Buffer.from(digest).toString("hex") },
      accessKeyId,
      secretAccessKey,
      service: "s3",
      region,
      cache: this.#signingKeys,
    }).sign();
  }

  /** The whole body. fetch rejects if it is not as long as the reply says. */
  async #readBody(response: Response, onBytes: () => void): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      onBytes();
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length > replyLimitBytes) throw strangeReply(this.#where, "sends more bytes than any photo has");
    }
    return Buffer.concat(chunks, length);
  }
}

/** What came of sending a request once. */
type Attempt =
  | Readonly<{ reply: S3Reply; fault?: undefined; mayPass?: undefined }>
  | Readonly<{ reply?: undefined; fault: Fault; mayPass: boolean }>;

function errorCode(body: Uint8Array): string {
  return /<Code>([A-Za-z\d.]{1,64})<\/Code>/.exec(new TextDecoder().decode(body))?.[1] ?? "";
}
