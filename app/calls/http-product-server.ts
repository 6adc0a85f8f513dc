import { browserHeader } from "../../catalogue/visitor/browser-key.ts";
import { changeHeader } from "../../catalogue/log/change-header.ts";
import type { Language } from "../../catalogue/language.ts";
import { createClient, readJson, type CallContent, type Client, type Fetch } from "../../client/client.ts";
import { CoffeeFault } from "../../client/coffee-fault.ts";
import { noteReply, noteUnreachable } from "./reachability.ts";
import { failureText, type Answer, type Failure, type ProductServer } from "./product-server.ts";
import { readStreamedList } from "./replies/read-streamed-list.ts";
import { failureOf, readUndoReply } from "./replies/read-reply.ts";

/** Where calls go, how long each may take, and the language for error messages. */
export type Destination = Readonly<{
  baseUrl: string;
  timeoutMs: number;
  language: Language;
  browserKey?: () => string | undefined;
  /** Replaces `fetch` if the product server runs in this process. It logs its own failures. */
  fetch?: Fetch;
}>;

/** Calls a product server. `read` parses a successful reply, and returns undefined if it is not understood. */
export type Call = <T extends object>(
  method: string,
  path: string,
  read: (body: unknown, headers: Headers) => T | undefined,
  content?: CallContent,
) => Promise<Answer<T>>;

/**
 * Calls the product server at `baseUrl`, or the page's own server if that is empty. A call fails after `timeoutMs`.
 * Failures are returned, and logged to the console.
 */
export function httpCall(destination: Destination): Call {
  const client = clientFor(destination);
  return (method, path, read, content) => answerTo(destination, client.call(method, path, readJson(read), content));
}

/** The product server at a destination. Loading the list fails only if no more coffees arrive for `timeoutMs`. */
export function httpProductServer(destination: Destination): ProductServer {
  const client = clientFor(destination);
  const answer = <T>(reply: Promise<T>) => answerTo(destination, reply);
  return {
    list: async (first) => {
      let upTo: number | undefined;
      const list = client.call("GET", "/coffee", ({ body, headers }, restartTimeout) => {
        upTo = readUpTo(headers);
        return readStreamedList(body, first ? () => {} : restartTimeout, first?.count);
      });
      const listed = await answer(list);
      return listed.ok ? { ...listed, upTo } : listed;
    },
    find: (id) => answer(client.find(id)),
    // Another server's CORS headers may not allow the key (Fetch §3.3).
    add: (fields, key) => answer(client.add(fields, destination.baseUrl === "" ? { key } : {})),
    replace: (coffee, before) => answer(client.replace(coffee, { before })),
    remove: (id) => answer(client.remove(id)),
    undo: (change) => answer(client.call("PUT", `/-/changes/${change}/undo`, readJson(readUndoReply))),
  };
}

function readUpTo(headers: Headers): number | undefined {
  const text = headers.get(changeHeader);
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}

function clientFor({ baseUrl, timeoutMs, language, browserKey, fetch: localFetch }: Destination): Client {
  const isOwn = baseUrl === "";
  return createClient({
    url: baseUrl,
    timeoutMs,
    headers: (method) => {
      const ownBrowserKey = isOwn && method !== "GET" ? browserKey?.() : undefined;
      return {
        // Without it, the browser would send the language of the visitor's system, not of the page.
        "accept-language": language,
        ...(ownBrowserKey !== undefined && { [browserHeader]: ownBrowserKey }),
      };
    },
    fetch: localFetch ?? (isOwn ? fetchFromShop : undefined),
  });
}

/** Calls the page's own server, and records its reply. */
const fetchFromShop: Fetch = async (path, init) => {
  const response = await fetch(path, init);
  noteReply(`${init.method} ${path}`, response.headers);
  return response;
};

/** The answer to a call of the client. Failures are returned, and logged to the console. */
async function answerTo<T>(
  { baseUrl, timeoutMs, fetch: localFetch }: Destination,
  reply: Promise<T>,
): Promise<Answer<T>> {
  const wasOffline = isOffline();
  try {
    return { ok: true, value: await reply };
  } catch (error) {
    if (!(error instanceof CoffeeFault)) throw error;
    const { call, code, status } = error;
    if (status === undefined && baseUrl === "" && !localFetch) noteUnreachable();
    const failure =
      status === undefined
        ? noReplyFailure(wasOffline, code === "timed-out" ? timeoutMs : undefined)
        : failureOf(error, status);
    if (!localFetch) console.error(`${call} failed: ${failureText(failure, "en")}`);
    return { ok: false, failure };
  }
}

/** Whether the browser has no network. Always false on the server. */
export function isOffline(): boolean {
  return "onLine" in navigator && !navigator.onLine;
}

/** The failure of a call without a reply. `timeoutMs` is set if the call waited that long. */
export function noReplyFailure(wasOffline: boolean, timeoutMs: number | undefined): Failure {
  if (wasOffline && isOffline()) return { isOffline: true, words: { kind: "offline" } };
  return { words: timeoutMs === undefined ? { kind: "unreachable" } : { kind: "timeout", value: timeoutMs / 1_000 } };
}
