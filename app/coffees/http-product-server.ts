import { pathSegment } from "../addresses.ts";
import type { Answer, Failure, ProductServer } from "./product-server.ts";
import { readAddReply, readCoffee, readFailure, readList, readReplaceReply } from "./read-reply.ts";

/**
 * The product server at `baseUrl`, spoken to over HTTP; an empty one stands for the page's own server. Each call is given
 * up after `timeoutMs`. A failed call is logged to the console and nowhere else: what more to do is up to the caller.
 */
export function httpProductServer(baseUrl: string, timeoutMs: number): ProductServer {
  const call = async <T>(
    method: string,
    path: string,
    read: (body: unknown) => Answer<T>,
    sent?: unknown,
  ): Promise<Answer<T>> => {
    const answer = await exchange(method, baseUrl + path, timeoutMs, read, sent);
    if (!answer.ok) console.error(`${method} ${path} failed: ${answer.failure.words}`);
    return answer;
  };
  return {
    list: () => call("GET", "/coffee", readList),
    find: (id) => call("GET", coffeePath(id), readCoffee),
    add: (fields) => call("POST", "/coffee", readAddReply, fields),
    replace: (coffee) => call("PUT", coffeePath(coffee._id), readReplaceReply, coffee),
    remove: (id) => call("DELETE", coffeePath(id), () => ({ ok: true, value: undefined })),
  };
}

function coffeePath(id: string): string {
  return `/coffee/${pathSegment(id)}`;
}

async function exchange<T>(
  method: string,
  url: string,
  timeoutMs: number,
  read: (body: unknown) => Answer<T>,
  sent: unknown,
): Promise<Answer<T>> {
  const signal = AbortSignal.timeout(timeoutMs);
  const body =
    sent === undefined ? {} : { body: JSON.stringify(sent), headers: { "content-type": "application/json" } };
  try {
    const response = await fetch(url, { method, signal, credentials: "omit", ...body });
    const reply = parsed(await response.text());
    return response.ok ? read(reply) : { ok: false, failure: readFailure(response.status, reply) };
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
