import type { Network } from "./network.ts";
import { followRedirects, type FinalReply } from "./follow-redirects.ts";
import { failureOf, PhotoFetchFailure, shownAddress } from "./photo-fetch-failure.ts";
import { isAllowedByRobots } from "./robots-rules.ts";
import type { Target } from "./target.ts";
import { unlessAborted, withTimeLimit } from "./time-limit.ts";

const dayMs = 86_400_000;
/** After a failure the host is left alone for this long. */
const failureMs = 600_000;
/** Of a longer robots.txt, the rest is not read (RFC 9309 §2.5). */
const robotsLimitBytes = 512_000;
const originsAtMost = 32;

type KnownFile = { readonly text: Promise<string>; until: number };

/**
 * The robots.txt of the hosts whose photos are fetched. Each is kept for a day (RFC 9309 §2.4), or for ten minutes if it
 * could not be read; at most 32 are kept.
 */
export class RobotsFiles {
  readonly #network: Network;
  readonly #userAgent: string;
  /** The name without its version, as robots.txt has it. */
  readonly #product: string;
  /** By origin, in the order of their use. */
  readonly #known = new Map<string, KnownFile>();

  constructor(network: Network, userAgent: string) {
    this.#network = network;
    this.#userAgent = userAgent;
    [this.#product = ""] = userAgent.split("/", 1);
  }

  /**
   * Resolves if the host lets this program fetch the target; where there is no robots.txt, everything may be fetched.
   * Rejects with `robots` if the host does not, and as a fetch does if its robots.txt cannot be read.
   */
  async check(target: Target, signal: AbortSignal): Promise<void> {
    const { url } = target;
    const text = await unlessAborted(this.#textFor(target), signal);
    if (isAllowedByRobots(text, this.#product, url.pathname + url.search)) return;
    throw new PhotoFetchFailure("robots", `The robots.txt of ${url.host} forbids fetching ${shownAddress(url)}.`);
  }

  #textFor(target: Target): Promise<string> {
    const { origin } = target.url;
    const now = this.#network.now();
    const before = this.#known.get(origin);
    this.#known.delete(origin);
    if (before && now < before.until) {
      this.#known.set(origin, before);
      return before.text;
    }
    const file: KnownFile = { text: this.#read(target), until: now + dayMs };
    this.#known.set(origin, file);
    const [oldest = origin] = this.#known.keys();
    if (this.#known.size > originsAtMost) this.#known.delete(oldest);
    file.text.catch(() => {
      file.until = now + failureMs;
    });
    return file.text;
  }

  /** Many fetches may wait for the file, so none of them ends this one. */
  #read({ url, addresses }: Target): Promise<string> {
    const start = { url: new URL("/robots.txt", url), addresses };
    return withTimeLimit(this.#network.totalMs, undefined, async (signal) => {
      const final = await followRedirects(start, {
        network: this.#network,
        signal,
        headersFor: () => ({ "user-agent": this.#userAgent, accept: "text/plain", "accept-encoding": "identity" }),
      });
      try {
        return await this.#textOf(final);
      } catch (error) {
        throw failureOf(error, signal, final.url);
      } finally {
        final.reply.destroy();
      }
    });
  }

  /** A host that answers 4xx has no rules; 429 and 5xx say nothing about them (RFC 9309 §2.3.1). */
  async #textOf({ reply, url }: FinalReply): Promise<string> {
    const status = reply.statusCode ?? 0;
    if (status >= 400 && status < 500 && status !== 429) return "";
    if (status !== 200 || !["", "identity"].includes(reply.headers["content-encoding"] ?? "")) {
      throw new PhotoFetchFailure("later", `The robots.txt at ${shownAddress(url)} can't be read (status ${status}).`);
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of reply) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("The stream has an encoding.");
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= robotsLimitBytes) break;
    }
    return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, robotsLimitBytes));
  }
}
