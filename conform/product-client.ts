import { request as requestByHttp, type IncomingMessage } from "node:http";
import { request as requestByHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { readRetryAfter } from "../client/coffee-fault.ts";
import { replyOf, type Reply } from "./reply.ts";
import { RuleFailed, type RequestSummary } from "./rule-failed.ts";

/**
 * The content of a request. `json` is serialised and sent as application/json; `body` is sent unchanged, without a
 * type.
 */
export type RequestContent = Readonly<{ json?: unknown; body?: string; headers?: Readonly<Record<string, string>> }>;

export type ProductClientParts = Readonly<{
  /** The product server's address, without a slash at its end. */
  url: string;
  /** When it aborts, pending calls end, and no further call is made. */
  deadline?: AbortSignal;
  /** Called before each wait with the seconds that the server asks to wait. */
  onWait?: (seconds: number) => void;
  wait?: (seconds: number, signal: AbortSignal | undefined) => Promise<void>;
  replyTimeoutMs?: number;
}>;

/** The server did not answer; `got` says why, as the end of a sentence. */
export class NoReply extends RuleFailed {
  override readonly name = "NoReply";
}

/** A gateway sends these if the server behind it has ended (RFC 9110 §15.6.3 to §15.6.5). */
const statusesOfGateways = [502, 503, 504];
/** Errors of connecting, after which the request cannot have reached the server. */
const connectErrorCodes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];
const answeringTimeoutMs = 10_000;
const showMaxCharacters = 400;
const longestWaitSeconds = 600;
const mostWaits = 3;

/** Calls a product server over HTTP, with a new connection for each call. It waits if the server asks it to (429). */
export class ProductClient {
  readonly #parts: ProductClientParts;
  /** Every reply with status 429 so far. */
  readonly rateLimitedReplies: Reply[] = [];
  /** Whether a request got no reply since `isAnswering` was last true. The server may have ended. */
  hasNoReply = false;
  /** The last request that may have reached the server. */
  lastReceived: RequestSummary = { call: "", sent: "" };

  constructor(parts: ProductClientParts) {
    this.#parts = parts;
  }

  /** Whether the server itself answers a plain GET /coffee. */
  async isAnswering(): Promise<boolean> {
    const reply = await this.#exchange("GET", "/coffee", {}, answeringTimeoutMs).catch(() => undefined);
    this.hasNoReply = reply === undefined || statusesOfGateways.includes(reply.status);
    return !this.hasNoReply;
  }

  /**
   * Makes a call. On status 429 it waits as `Retry-After` says and calls again (RFC 9110 §10.2.3). After `signal`
   * aborts, it makes no further call. Rejects with `NoReply`, with the signal's reason, or with `RuleFailed` if the
   * server asks for too long a wait.
   */
  async call(
    method: string,
    path: string,
    content: RequestContent = {},
    signal = this.#parts.deadline,
  ): Promise<Reply> {
    const { onWait = () => {}, wait = delaySeconds } = this.#parts;
    for (let waits = 0; ; waits += 1) {
      signal?.throwIfAborted();
      const reply = await this.#exchange(method, path, content);
      if (reply.status !== 429) return reply;
      this.rateLimitedReplies.push(reply);
      const seconds = readRetryAfter(reply.headers["retry-after"]);
      if (seconds === undefined || seconds > longestWaitSeconds || waits === mostWaits)
        throw rateLimitFailure(reply, seconds);
      onWait(seconds);
      await wait(seconds, signal);
    }
  }

  async #exchange(
    method: string,
    path: string,
    { json, body, headers }: RequestContent,
    replyTimeoutMs = this.#parts.replyTimeoutMs ?? 30_000,
  ): Promise<Reply> {
    const { url, deadline } = this.#parts;
    const address = new URL(url + path);
    const send = address.protocol === "https:" ? requestByHttps : requestByHttp;
    const bytes = Buffer.from(json === undefined ? (body ?? "") : JSON.stringify(json));
    const isBodySent = json !== undefined || body !== undefined;
    const request = { call: `${method} ${path}`, sent: showRequest(headers, bytes) };
    const timeout = AbortSignal.timeout(replyTimeoutMs);
    try {
      const outgoing = send(address, {
        method,
        // The server may close a kept connection at the moment a write is sent over it.
        agent: false,
        signal: deadline ? AbortSignal.any([timeout, deadline]) : timeout,
        headers: {
          ...(isBodySent && { "content-length": bytes.byteLength }),
          ...(json !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
      });
      // A server may refuse a body before it has read it all. Then its reply counts, and later errors do not.
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      outgoing.on("response", resolve).on("error", reject).end(bytes);
      const incoming = await promise;
      const reply = replyOf(request, incoming, await buffer(incoming));
      this.lastReceived = request;
      if (statusesOfGateways.includes(reply.status)) this.hasNoReply = true;
      return reply;
    } catch (error) {
      this.hasNoReply = true;
      if (!connectErrorCodes.includes(codeOf(error))) this.lastReceived = request;
      throw new NoReply(request, "a reply", reasonOf(error, replyTimeoutMs), error);
    }
  }
}

async function delaySeconds(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(seconds * 1_000, undefined, signal && { signal });
}

/** A request's headers and body in one line, shortened, without control characters. */
function showRequest(headers: RequestContent["headers"] = {}, bytes: Buffer): string {
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = bytes
    .toString()
    .replaceAll(/"((?:[^"\\]|\\.){40})(?:[^"\\]|\\.)+"/g, '"$1…"')
    .replaceAll(/[\s\p{Cc}]+/gu, " ");
  const isCut = text.length > showMaxCharacters;
  const size = isCut || bytes.byteLength > showMaxCharacters ? ` (${bytes.byteLength} bytes)` : "";
  const body = `${isCut ? `${text.slice(0, showMaxCharacters)}…` : text}${size}`;
  return [...headerLines, ...(bytes.byteLength > 0 ? [body] : [])].join("; ");
}

function rateLimitFailure(reply: Reply, seconds: number | undefined): RuleFailed {
  const header = seconds === undefined ? "no Retry-After that can be read" : `Retry-After: ${seconds}`;
  return new RuleFailed(reply, `an answer after waiting ${longestWaitSeconds} seconds or less`, `429 with ${header}`);
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === "AbortError") return `no reply came within ${timeoutMs / 1_000} seconds`;
  const reasons = new Map([
    ["ECONNREFUSED", "nothing listens there"],
    ["ENOTFOUND", "there is no host of that name"],
    ["EAI_AGAIN", "the name of the host could not be looked up"],
    ["ECONNRESET", "the connection was cut before a reply came"],
    ["EPIPE", "the connection was cut before a reply came"],
    ["EPROTO", "the server does not speak https there"],
  ]);
  return reasons.get(codeOf(error)) ?? (error instanceof Error ? error.message || codeOf(error) : String(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
