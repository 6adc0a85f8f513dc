import { browserHeader } from "../../catalogue/visitor/browser-key.ts";
import { changeHeader } from "../../catalogue/log/change-header.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import type { Language } from "../../catalogue/language.ts";
import { pathSegment } from "../shop/addresses.ts";
import { failureWords } from "../words/failure-words.ts";
import { noteReply, noteUnreachable } from "./reachability.ts";
import { failureText, type Answer, type Failure, type FoundCoffee, type ProductServer } from "./product-server.ts";
import { readStreamedList } from "./replies/read-streamed-list.ts";
import {
  readAddReply,
  readFailure,
  readFoundCoffee,
  readRemoveReply,
  readReplaceReply,
  readUndoReply,
} from "./replies/read-reply.ts";

export type CallOptions = Readonly<{ body?: unknown; ifMatch?: string | undefined; key?: string | undefined }>;

/** Where calls go, how long each may take, and the language for error messages. */
export type Destination = Readonly<{
  baseUrl: string;
  timeoutMs: number;
  language: Language;
  browserKey?: () => string | undefined;
  /** Replaces `fetch` if the product server runs in this process. It logs its own failures. */
  fetch?: Fetch;
}>;

/** The part of the standard `fetch` that calls use. */
export type Fetch = (
  url: string,
  init: Readonly<{ method: string; headers: Readonly<Record<string, string>>; body?: string; signal: AbortSignal }>,
) => Promise<Response>;

/** Calls a product server. `read` parses a successful reply. */
export type Call = <T>(
  method: string,
  path: string,
  read: (body: unknown, headers: Headers) => Answer<T>,
  options?: CallOptions,
) => Promise<Answer<T>>;

/**
 * Calls the product server at `baseUrl`, or the page's own server if that is empty. A call fails after `timeoutMs`.
 * Failures are returned, and logged to the console.
 */
export function httpCall(destination: Destination): Call {
  return (method, path, read, options = {}) =>
    exchange(method, destination, path, options, async (response) =>
      read(parseBody(await response.text()), response.headers),
    );
}

/** The product server at a destination. Loading the list fails only if no more coffees arrive for `timeoutMs`. */
export function httpProductServer(destination: Destination): ProductServer {
  const call = httpCall(destination);
  return {
    list: async (first) => {
      let upTo: number | undefined;
      const answer = await exchange("GET", destination, "/coffee", {}, ({ body, headers }, extendTimeout) => {
        upTo = readUpTo(headers);
        return readStreamedList(body, first ? () => {} : extendTimeout, first?.count);
      });
      return answer.ok ? { ...answer, upTo } : answer;
    },
    find: (id) => call("GET", coffeePath(id), readFoundCoffee),
    add: (fields, key) => call("POST", "/coffee", readAddReply, { body: fields, key }),
    replace: (coffee, before) => {
      const options = { body: { ...coffee, ...untouchedValues(coffee, before) }, ifMatch: before?.tag };
      return call("PUT", coffeePath(coffee._id), readReplaceReply, options);
    },
    remove: (id) => call("DELETE", coffeePath(id), readRemoveReply),
    undo: (change) => call("PUT", `/-/changes/${change}/undo`, readUndoReply),
  };
}

/**
 * The values that are not text, of fields that the edit leaves unchanged. A field that was missing is sent as "": the
 * body must have all eight fields, because a server that reads a missing one would write null (MongoDB's driver does so
 * for undefined).
 */
function untouchedValues(coffee: Coffee, before: FoundCoffee | undefined): Readonly<Record<string, unknown>> {
  const fields = coffeeFields.filter((field) => coffee[field] === before?.coffee[field]);
  const values = fields.map((field) => [field, before?.otherValues?.[field]] as const);
  return Object.fromEntries(values.flatMap(([field, json]) => (json === undefined ? [] : [[field, JSON.parse(json)]])));
}

function coffeePath(id: string): string {
  return `/coffee/${pathSegment(id)}`;
}

function readUpTo(headers: Headers): number | undefined {
  const text = headers.get(changeHeader);
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}

async function exchange<T>(
  method: string,
  { baseUrl, timeoutMs, language, browserKey = () => undefined, fetch: localFetch }: Destination,
  path: string,
  { body, ifMatch, key }: CallOptions,
  /** Parses a successful reply; `extendTimeout` restarts the timeout. */
  read: (response: Response, extendTimeout: () => void) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const extendTimeout = () => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), timeoutMs);
  };
  const ownBrowserKey = baseUrl === "" && method !== "GET" ? browserKey() : undefined;
  const headers = {
    // Without it, the browser would send the language of the visitor's system, not of the page.
    "accept-language": language,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
    // Another server's CORS headers may not allow it (Fetch §3.3).
    ...(key !== undefined && baseUrl === "" && { "idempotency-key": `"${key}"` }),
    ...(ownBrowserKey !== undefined && { [browserHeader]: ownBrowserKey }),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const send = async (): Promise<Answer<T>> => {
    const init = { method, signal: timeout.signal, headers, ...content };
    const response = await (localFetch?.(path, init) ?? fetch(baseUrl + path, { ...init, credentials: "omit" }));
    if (baseUrl === "" && !localFetch) noteReply(`${method} ${path}`, response.headers);
    if (response.ok) return read(response, extendTimeout);
    return { ok: false, failure: readFailure(response.status, parseBody(await response.text())) };
  };
  extendTimeout();
  const wasOffline = isOffline();
  const result = await send().catch(() => {
    if (baseUrl === "" && !localFetch) noteUnreachable();
    return { ok: false, failure: noReplyFailure(wasOffline, timeout.signal.aborted ? timeoutMs : undefined) } as const;
  });
  clearTimeout(timer);
  if (!result.ok && !localFetch) console.error(`${method} ${path} failed: ${failureText(result.failure, "en")}`);
  return result;
}

/** Parses JSON. An empty body gives null, a body that is not JSON undefined. */
export function parseBody(text: string): unknown {
  try {
    return text.trim() === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the browser has no network. Always false on the server. */
export function isOffline(): boolean {
  return "onLine" in navigator && !navigator.onLine;
}

/** The failure of a call without a reply. `timeoutMs` is set if the call waited that long. */
export function noReplyFailure(wasOffline: boolean, timeoutMs: number | undefined): Failure {
  if (wasOffline && isOffline()) return { isOffline: true, words: failureWords.offline };
  return { words: timeoutMs === undefined ? failureWords.unreachable : failureWords.timeout(timeoutMs / 1_000) };
}
