import { browserHeader } from "../../catalogue/browser-key.ts";
import { changeHeader } from "../../catalogue/change-header.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import type { Language } from "../../catalogue/language.ts";
import { pathSegment } from "../shop/addresses.ts";
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

/**
 * Where calls go, how long each may take, in which language a refusal is to be said, and the key of the browser where
 * browsers are told apart.
 */
export type Destination = Readonly<{
  baseUrl: string;
  timeoutMs: number;
  language: Language;
  browserKey?: () => string | undefined;
  /** Where the product server is in this same process; it reports its failures itself. */
  fetch?: Fetch;
}>;

/** As much of the Fetch standard's `fetch` as calls use. */
export type Fetch = (
  url: string,
  init: Readonly<{ method: string; headers: Readonly<Record<string, string>>; body?: string; signal: AbortSignal }>,
) => Promise<Response>;

/** One call to a product server; `read` makes sense of a reply that is none of refusal. */
export type Call = <T>(
  method: string,
  path: string,
  read: (body: unknown, headers: Headers) => Answer<T>,
  options?: CallOptions,
) => Promise<Answer<T>>;

/**
 * Calls the product server at `baseUrl` over HTTP; an empty one stands for the page's own server. Each call is given up
 * after `timeoutMs`. A failed call is logged to the console and nowhere else: what more to do is up to the caller.
 */
export function httpCall(destination: Destination): Call {
  return (method, path, read, options = {}) =>
    exchange(method, destination, path, options, async (response) =>
      read(parseBody(await response.text()), response.headers),
    );
}

/** The list as a whole may take its time: it is given up once no more coffees came for `timeoutMs`. */
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
 * The values of other kinds than text that an edit leaves as they were. A field that the coffee came without has none: it
 * goes as "", for the body of this call is the whole coffee, and a server that reads all eight fields from a body which
 * lacks one writes null (MongoDB's driver does so for undefined).
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
  /** Makes sense of a reply that is none of refusal; `stay` has the call wait for `timeoutMs` anew. */
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
    // A browser says the language of the visitor's system, which may be another than that of the page.
    "accept-language": language,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
    // Another server may let no page of ours send it (Fetch §3.3).
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
    const failure = wasOffline && isOffline() ? offlineFailure : noReplyFailure(timeout.signal, timeoutMs);
    return { ok: false, failure } as const;
  });
  clearTimeout(timer);
  if (!result.ok && !localFetch) console.error(`${method} ${path} failed: ${failureText(result.failure, "en")}`);
  return result;
}

/** An empty body reads as null; undefined stands for one that is not JSON. */
function parseBody(text: string): unknown {
  try {
    return text.trim() === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only a browser knows; on the server it is never so. */
function isOffline(): boolean {
  return "onLine" in navigator && !navigator.onLine;
}

const offlineFailure: Failure = {
  isOffline: true,
  words: { en: "You're offline.", bn: "আপনার ইন্টারনেট সংযোগ নেই।" },
};

function noReplyFailure(signal: AbortSignal, timeoutMs: number): Failure {
  const seconds = timeoutMs / 1_000;
  return {
    words: signal.aborted
      ? {
          en: `The shop didn't answer within ${seconds} seconds.`,
          bn: `${seconds.toLocaleString("bn")} সেকেন্ডের মধ্যে দোকানের উত্তর মেলেনি।`,
        }
      : { en: "We couldn't reach the shop.", bn: "দোকানের সঙ্গে যোগাযোগ করা গেল না।" },
  };
}
