import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Fault } from "../../catalogue/fault.ts";
import type { Reply } from "./reply/reply.ts";
import type { RequestTarget } from "./request/request-target.ts";

/**
 * A request that matches a route. `argument` is the path segment that the route names, or empty if it names none. For a
 * form of the shop's own pages, `headers` and `body` are those of the call that the form stands for; `incoming` is the
 * form's own request.
 */
export type Call = Readonly<{
  incoming: IncomingMessage;
  headers: IncomingHttpHeaders;
  argument: string;
  search: string;
  /** Reads the body as JSON text; rejects as `readJsonBody` does. */
  body: () => Promise<string>;
}>;

/** Replies to a call. Rejects with a fault, or with an unexpected error. */
export type Handler = (call: Call) => Promise<Reply>;

/**
 * A path and its handlers by method. `GET` also handles `HEAD`, and `ANY` handles all methods that are not named. One
 * segment of the path may be an argument, as in `/coffee/:id`, and the last may be `*`, which matches any path from
 * there on.
 */
export type Route = Readonly<{
  path: string;
  /** Calls are open to the pages of `ALLOWED_ORIGINS`. */
  kind: "call" | "page" | "file";
  methods: Readonly<Record<string, Handler>>;
  /** The name in logs and metrics, if not the path: the many files of a build are counted together. */
  name?: string;
  /** Whether people who open it in their browser see the not-found page instead of the reply. */
  hasPage?: boolean;
  /** Whether pages of other sites may show the reply, as they may show photographs. */
  isForOtherSites?: boolean;
}>;

/** The route of a request, and the segment that is its argument; empty if it has none. */
export type FoundRoute = Readonly<{ route: ReadyRoute; argument: string }>;
/** The route for a target; undefined if the table has none. */
export type FindRoute = (target: RequestTarget) => FoundRoute | undefined;

type ReadyRoute = Pick<Route, "path" | "kind" | "name" | "hasPage" | "isForOtherSites"> &
  Readonly<{
    /** The path, split into segments. */
    pattern: readonly string[];
    handlerOf: (method: string) => Handler;
  }>;

/**
 * Prepares a table of routes for lookups: an exact path first, else the first pattern that matches. A route without
 * `ANY` also replies to `OPTIONS`, and rejects other methods with `method-not-allowed`.
 */
export function findRoutes(routes: readonly Route[]): FindRoute {
  const exact = new Map<string, FoundRoute>();
  const patterns: ReadyRoute[] = [];
  for (const route of routes) {
    const ready = { ...route, pattern: route.path.slice(1).split("/"), handlerOf: withOtherMethods(route.methods) };
    if (ready.pattern.some(isVariable)) patterns.push(ready);
    else if (!exact.has(route.path)) exact.set(route.path, { route: ready, argument: "" });
  }
  return ({ path, segments }) => {
    const found = exact.get(path);
    if (found) return found;
    for (const route of patterns) {
      const argument = argumentIn(route.pattern, segments);
      if (argument !== undefined) return { route, argument };
    }
    return undefined;
  };
}

function isVariable(part: string): boolean {
  return part === "*" || part.startsWith(":");
}

function argumentIn(pattern: readonly string[], segments: readonly string[]): string | undefined {
  const isOpen = pattern.at(-1) === "*";
  const fixed = isOpen ? pattern.length - 1 : pattern.length;
  if (isOpen ? segments.length < fixed : segments.length !== fixed) return undefined;
  let argument = "";
  for (let at = 0; at < fixed; at++) {
    const part = pattern[at] ?? "";
    const segment = segments[at] ?? "";
    if (part.startsWith(":") && segment !== "") argument = segment;
    else if (part !== segment) return undefined;
  }
  return argument;
}

/** Adds `HEAD`, `OPTIONS` (RFC 9110 §9.3.7), and a 405 for methods that the route lacks (§15.5.6). */
function withOtherMethods(methods: Readonly<Record<string, Handler>>): (method: string) => Handler {
  const known = new Map(
    Object.entries(methods).flatMap(([method, handler]) => alsoHead(method).map((each) => [each, handler])),
  );
  const any = known.get("ANY");
  if (any) return (method) => known.get(method) ?? any;
  const allow = [...known.keys(), "OPTIONS"].join(", ");
  known.set("OPTIONS", async () => ({ status: 204, headers: ["allow", allow], body: "" }));
  const refuse: Handler = async ({ incoming: { method } }) => {
    throw new Fault("method-not-allowed", { method, allow });
  };
  return (method) => known.get(method) ?? refuse;
}

function alsoHead(method: string): string[] {
  return method === "GET" ? [method, "HEAD"] : [method];
}
