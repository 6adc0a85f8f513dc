import type { IncomingMessage } from "node:http";
import type { Fetch } from "../../client/client.ts";
import { problemReply } from "../http/problem.ts";
import { responseOf } from "../http/reply/reply.ts";
import { assertJsonLimit } from "../http/request/read-body.ts";
import type { ChooseLanguage } from "../http/reply/reply-language.ts";
import { readTarget } from "../http/request/request-target.ts";
import type { FindRoute } from "../http/route.ts";
import { Fault } from "../../catalogue/fault.ts";

export type FetchHereParts = Readonly<{
  findRoute: FindRoute;
  languageFor: ChooseLanguage;
  report: (error: unknown) => void;
}>;

/**
 * Calls the product server in this process for the visitor who sent `incoming`. The call of a form without scripts goes
 * through the same parsing, limits and log as every call. A failure resolves to its problem response.
 */
export function fetchHere({ findRoute, languageFor, report }: FetchHereParts, incoming: IncomingMessage): Fetch {
  return async (path, { method, headers: sent, body = "" }) => {
    const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
    try {
      const target = readTarget({ url: path, headers: incoming.headers });
      const found = target && findRoute(target);
      if (!found) throw new Fault("unknown-address", "no route");
      const { route, argument } = found;
      const call = { incoming, headers, argument, search: target.search, body: async () => assertJsonLimit(body) };
      const reply = await route.handlerOf(method)(call);
      return responseOf(typeof reply.body === "function" ? { ...reply, body: "" } : { ...reply, body: reply.body });
    } catch (error) {
      return responseOf(problemReply(error, languageFor(headers["accept-language"]), report));
    }
  };
}
