import { emptyFields, type Coffee, type CoffeeFields } from "../catalogue/coffee.ts";
import { coffeeFields } from "../catalogue/fields.ts";
import { pathSegment } from "../catalogue/text/path-segment.ts";
import { CoffeeFault } from "./coffee-fault.ts";
import { hasAddress, type FoundCoffee } from "./read-coffee.ts";
import {
  parseBody,
  readAddReply,
  readFoundCoffee,
  readList,
  readRemoveReply,
  readReplaceReply,
  type AddReply,
  type RemoveReply,
  type ReplaceReply,
} from "./read-reply.ts";

/** The part of the standard `fetch` that calls use. */
export type Fetch = (
  url: string,
  init: Readonly<{
    method: string;
    headers: Readonly<Record<string, string>>;
    body?: string;
    signal: AbortSignal;
    credentials: "omit";
  }>,
) => Promise<Response>;

export type ClientOptions = Readonly<{
  /** The product server's address, without `/coffee`, such as "https://shop.example". If left out, calls go to the page's own server. */
  url?: string;
  /** How long a call waits for its whole reply: by default 30,000 milliseconds. */
  timeoutMs?: number;
  /** Further headers for each call with this method, such as `accept-language` for the words of faults. */
  headers?: (method: string) => Readonly<Record<string, string>>;
  /** Takes the place of the global `fetch`. */
  fetch?: Fetch | undefined;
}>;

/** What a call sends: `body` as JSON, `ifMatch` and the idempotency `key` as headers. `signal` aborts it. */
export type CallContent = Readonly<{
  body?: unknown;
  ifMatch?: string | undefined;
  key?: string | undefined;
  signal?: AbortSignal;
}>;

/** The calls of a product server. Each rejects with a `CoffeeFault` if it fails. */
export interface Client {
  /** All coffees, oldest first. */
  list(): Promise<readonly Coffee[]>;
  /** One coffee, with its entity tag. If there is none, the call rejects with `unknown-coffee`. */
  find(id: string): Promise<FoundCoffee>;
  /**
   * Adds a coffee; a field that is left out is "". Niceties adds only one coffee for each `key`, however often it is
   * sent: 1 to 250 printable ASCII characters without quotes, such as those of a UUID.
   */
  add(fields: Partial<CoffeeFields>, options?: Readonly<{ key?: string | undefined }>): Promise<AddReply>;
  /**
   * Replaces the coffee with this `_id`. With `before`, what `find` returned, the call rejects with `changed-meanwhile`
   * if someone changed the coffee since then, and unchanged fields keep values that are not text.
   */
  replace(coffee: Coffee, options?: Readonly<{ before?: FoundCoffee | undefined }>): Promise<ReplaceReply>;
  /**
   * Deletes a coffee. It is no fault if there is none. With `before`, what `find` returned, the call rejects with
   * `changed-meanwhile` if someone changed the coffee since then.
   */
  remove(id: string, options?: Readonly<{ before?: FoundCoffee | undefined }>): Promise<RemoveReply>;
  /**
   * Makes any other call of the server, such as `GET /-/changes`. `read` gets a successful reply, and returns null if
   * it says that there is no such thing, or undefined if it is not what was expected. It may call `restartTimeout`
   * while a long reply arrives.
   */
  call<T extends object | string>(
    method: string,
    path: string,
    read: (response: Response, restartTimeout: () => void) => Promise<T | null | undefined>,
    content?: CallContent,
  ): Promise<T>;
}

/** Makes a client of the product server at `url`. It only calls `fetch`, and keeps nothing between calls. */
export function createClient(options: ClientOptions): Client {
  const call = callerOf(options);
  return {
    list: () => call("GET", "/coffee", readJson(readList)),
    find: async (id) => call("GET", coffeePath(id), readJson(readFoundCoffee)),
    add: (fields, { key } = {}) =>
      call("POST", "/coffee", readJson(readAddReply), { body: { ...emptyFields, ...fields }, key }),
    replace: async (coffee, { before } = {}) => {
      const body = { ...coffee, ...untouchedValues(coffee, before) };
      return call("PUT", coffeePath(coffee._id), readJson(readReplaceReply), { body, ifMatch: before?.tag });
    },
    remove: async (id, { before } = {}) =>
      call("DELETE", coffeePath(id), readJson(readRemoveReply), { ifMatch: before?.tag }),
    call,
  };
}

/** The client's `call`. */
function callerOf({
  url = "",
  timeoutMs = 30_000,
  headers = () => ({}),
  fetch: ownFetch,
}: ClientOptions): Client["call"] {
  const baseUrl = url.replace(/\/+$/, "");
  return async (method, path, read, { body, ifMatch, key, signal } = {}) => {
    const name = `${method} ${path}`;
    const connection = new AbortController();
    let noReply: "unreachable" | "timed-out" | "aborted" = "unreachable";
    const end = (code: "timed-out" | "aborted") => {
      noReply = code;
      connection.abort();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimeout = () => {
      clearTimeout(timer);
      timer = setTimeout(end, timeoutMs, "timed-out");
    };
    const init = {
      method,
      headers: {
        ...headers(method),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(ifMatch !== undefined && { "if-match": ifMatch }),
        ...(key !== undefined && { "idempotency-key": `"${key}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: connection.signal,
      credentials: "omit",
    } as const;
    signal?.addEventListener("abort", () => end("aborted"), { signal: connection.signal });
    if (signal?.aborted) end("aborted");
    restartTimeout();
    try {
      const response = await (ownFetch ?? fetch)(baseUrl + path, init);
      const { ok, status } = response;
      const retryAfter = response.headers.get("retry-after");
      if (!ok) throw new CoffeeFault(name, undefined, { status, body: parseBody(await response.text()), retryAfter });
      const value = await read(response, restartTimeout);
      if (value !== null && value !== undefined) return value;
      throw new CoffeeFault(name, value === null ? "unknown-coffee" : "unreadable-reply", { status });
    } catch (error) {
      throw error instanceof CoffeeFault ? error : new CoffeeFault(name, noReply, {}, error);
    } finally {
      clearTimeout(timer);
      connection.abort(); // closes a reply that was not read to its end
    }
  };
}

/** Returns a function that parses the JSON of a reply, and reads it with `read`. */
export function readJson<T>(read: (body: unknown, headers: Headers) => T) {
  return async (response: Response): Promise<T> => read(parseBody(await response.text()), response.headers);
}

/** Throws `unknown-coffee` for an id that no address can hold. */
function coffeePath(id: string): string {
  const path = `/coffee/${pathSegment(id)}`;
  if (!hasAddress(id)) throw new CoffeeFault(path, "unknown-coffee", { status: 404 });
  return path;
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
