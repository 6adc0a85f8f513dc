import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { HttpFault } from "./http-fault.ts";
import type { PlainReply } from "./reply/reply.ts";
import type { RequestTarget } from "./request/request-target.ts";

/**
 * A request at a route. `argument` is what its path says where the route has a name, and empty where it has none. A form of
 * the shop's own pages is a request whose headers and body are not those of `incoming`, which says where it comes from.
 */
export type Call = Readonly<{
  incoming: IncomingMessage;
  headers: IncomingHttpHeaders;
  argument: string;
  search: string;
  /** Reads the body as JSON text; rejects as `readJsonBody` does. */
  body: () => Promise<string>;
}>;

/** Rejects with a fault, or with what nobody expected. */
export type Answer = (call: Call) => Promise<PlainReply>;

/** The answers at a path, by method; `HEAD` goes with `GET`. At most one segment of the path is a name, as in `/coffee/:id`. */
export type Route = Readonly<{
  path: `/${string}`;
  answers: Readonly<Record<string, Answer>>;
  /** Whether people who open it in their browser see a page. */
  hasPage?: boolean;
  /** Whether pages of other sites may show what is answered, as they may photographs. */
  isForOtherSites?: boolean;
}>;

/** The route for a target, and what it names; undefined where no route leads. */
export type FindRoute = (target: RequestTarget) => Readonly<{ route: ReadyRoute; argument: string }> | undefined;

type ReadyRoute = Readonly<{
  path: string;
  hasPage: boolean;
  isForOtherSites: boolean;
  /** The path in its segments. */
  pattern: readonly string[];
  answerTo: (method: string) => Answer;
}>;

/** All routes, ready to be looked up; also answers `OPTIONS`, and refuses what a route does not take. */
export function findRoutes(routes: readonly Route[]): FindRoute {
  const all = routes.map(({ path, answers, hasPage = false, isForOtherSites = false }): ReadyRoute => ({
    path,
    hasPage,
    isForOtherSites,
    pattern: path.slice(1).split("/"),
    answerTo: withOtherMethods(answers),
  }));
  return ({ segments }) => {
    for (const route of all) {
      const argument = argumentIn(route.pattern, segments);
      if (argument !== undefined) return { route, argument };
    }
    return undefined;
  };
}

function argumentIn(pattern: readonly string[], segments: readonly string[]): string | undefined {
  if (pattern.length !== segments.length) return undefined;
  let argument = "";
  for (let at = 0; at < pattern.length; at++) {
    const part = pattern[at] ?? "";
    const segment = segments[at] ?? "";
    if (part.startsWith(":") && segment !== "") argument = segment;
    else if (part !== segment) return undefined;
  }
  return argument;
}

/** RFC 9110 §9.3.7 and §15.5.6. */
function withOtherMethods(answers: Readonly<Record<string, Answer>>): (method: string) => Answer {
  const known = new Map(
    Object.entries(answers).flatMap(([method, answer]) => methodsOf(method).map((each) => [each, answer])),
  );
  const allow = [...known.keys(), "OPTIONS"].join(", ");
  known.set("OPTIONS", async () => ({ status: 204, headers: ["allow", allow], body: "" }));
  const refuse: Answer = async ({ incoming: { method } }) => {
    const detail = {
      en: `This address doesn't support ${method}; use ${allow}.`,
      bn: `এখানে ${method} অনুরোধ চলে না; চলে ${allow}।`,
    };
    throw new HttpFault("method-not-allowed", detail, { headers: { allow } });
  };
  return (method) => known.get(method) ?? refuse;
}

function methodsOf(method: string): string[] {
  return method === "GET" ? [method, "HEAD"] : [method];
}
