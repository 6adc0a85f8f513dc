import { pathSegment } from "../addresses.ts";
import type { Answer, Failure, ProductServer } from "./product-server.ts";
import {
  readAddReply,
  readFailure,
  readFoundCoffee,
  readList,
  readRemoveReply,
  readReplaceReply,
  readUndoReply,
} from "./read-reply.ts";

export type Sent = Readonly<{ body?: unknown; ifMatch?: string | undefined }>;

/** One call to a product server; `read` makes sense of a reply that is none of refusal. */
export type Call = <T>(
  method: string,
  path: string,
  read: (body: unknown, headers: Headers) => Answer<T>,
  sent?: Sent,
) => Promise<Answer<T>>;

/**
 * Calls the product server at `baseUrl` over HTTP; an empty one stands for the page's own server. Each call is given up
 * after `timeoutMs`. A failed call is logged to the console and nowhere else: what more to do is up to the caller.
 */
export function httpCall(baseUrl: string, timeoutMs: number): Call {
  return async (method, path, read, sent = {}) => {
    const answer = await exchange(method, baseUrl + path, timeoutMs, read, sent);
    if (!answer.ok) console.error(`${method} ${path} failed: ${answer.failure.words}`);
    return answer;
  };
}

export function httpProductServer(baseUrl: string, timeoutMs: number): ProductServer {
  const call = httpCall(baseUrl, timeoutMs);
  return {
    list: () => call("GET", "/coffee", readList),
    find: (id) => call("GET", coffeePath(id), readFoundCoffee),
    add: (fields) => call("POST", "/coffee", readAddReply, { body: fields }),
    replace: (coffee, ifMatch) => call("PUT", coffeePath(coffee._id), readReplaceReply, { body: coffee, ifMatch }),
    remove: (id) => call("DELETE", coffeePath(id), readRemoveReply),
    undo: (change) => call("PUT", `/-/changes/${change}/undo`, readUndoReply),
  };
}

function coffeePath(id: string): string {
  return `/coffee/${pathSegment(id)}`;
}

async function exchange<T>(
  method: string,
  url: string,
  timeoutMs: number,
  read: (body: unknown, headers: Headers) => Answer<T>,
  { body, ifMatch }: Sent,
): Promise<Answer<T>> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = {
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    const response = await fetch(url, { method, signal, credentials: "omit", headers, ...content });
    const reply = parsed(await response.text());
    return response.ok ? read(reply, response.headers) : { ok: false, failure: readFailure(response.status, reply) };
  } catch {
    return { ok: false, failure: noAnswer(signal, timeoutMs) };
  }
}

/** An empty body reads as null; undefined stands for one that is not JSON. */
function parsed(text: string): unknown {
  try {
    return text.trim() === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noAnswer(signal: AbortSignal, timeoutMs: number): Failure {
  const within = signal.aborted ? ` within ${timeoutMs / 1_000} seconds` : "";
  return { words: `The product server did not answer${within}.` };
}
