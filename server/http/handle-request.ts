import type { IncomingMessage, RequestListener } from "node:http";
import { problemReply } from "./problem.ts";
import { ambiguousRequest } from "./protocol-guard.ts";
import type { CrossOrigin } from "./request/cross-origin.ts";
import { withRequestId, type ObserveExchange } from "./observe-requests.ts";
import { sendReply, type Reply } from "./reply/reply.ts";
import type { ChooseLanguage } from "./reply/reply-language.ts";
import { readJsonBody } from "./request/read-body.ts";
import { readTarget, type RequestTarget } from "./request/request-target.ts";
import type { FindRoute, Handler } from "./route.ts";
import type { UnreadReplies } from "./reply/unread-replies.ts";
import { securityHeadersOf } from "./reply/security-headers.ts";

export type HandlerParts = Readonly<{
  findRoute: FindRoute;
  /** Sends the not-found page to a person who opens the address of a call in a browser. */
  page: Handler;
  origins: CrossOrigin;
  languageFor: ChooseLanguage;
  unread: UnreadReplies;
  begin: ObserveExchange;
  report: (error: unknown) => void;
  /** Once it aborts, each reply tells the client to open another connection for its next request. */
  closing: AbortSignal | undefined;
}>;

/** The handler of a request, and what is known before it runs: its argument, and headers that the reply gets. */
type Plan = Readonly<{
  /** The route's name in logs and metrics. */
  name: string;
  handler: Handler;
  argument: string;
  headers: readonly string[];
  isForOtherSites?: boolean | undefined;
}>;

/**
 * Handles every request: reads its target, finds its route, runs the handler, turns an error into a problem reply, adds
 * the headers, sends the reply, and ends with one observation.
 */
export function handleRequests(parts: HandlerParts): RequestListener {
  const { languageFor, unread, begin, report, closing } = parts;
  return (incoming, outgoing) => {
    const { requestId, end } = begin();
    const target = readTarget(incoming);
    const { name, handler, argument, headers: ofPlan, isForOtherSites = false } = planFor(parts, incoming, target);
    const { headers, method = "" } = incoming;
    const { path = "", search = "" } = target ?? {};
    const handle = () => handler({ incoming, headers, argument, search, body: () => readJsonBody(incoming) });
    const explain = (error: unknown) => problemReply(error, languageFor(headers["accept-language"]), report);
    const send = (reply: Reply) => {
      const ofSecurity = securityHeadersOf(reply.headers, isForOtherSites);
      if (closing?.aborted) outgoing.shouldKeepAlive = false;
      sendReply(outgoing, reply, ofSecurity, ofPlan, ["request-id", requestId]);
      if (typeof reply.body !== "function") unread.note(outgoing, reply.body);
      if (!incoming.complete || incoming.isPaused()) outgoing.once("finish", () => discardRest(incoming));
      end({ method, path, route: name, status: reply.status });
    };
    withRequestId(requestId, () => handle().catch(explain).then(send)).catch(report);
  };
}

const nothing: readonly string[] = [];
const variesByReader = ["vary", "Sec-Fetch-Dest"];

function planFor(parts: HandlerParts, incoming: IncomingMessage, target: RequestTarget | undefined): Plan {
  const { findRoute, page, origins, languageFor } = parts;
  const { headers, method = "" } = incoming;
  const found = target && findRoute(target);
  if (!found) {
    const handler: Handler = async () => ambiguousRequest(languageFor(headers["accept-language"]));
    return { name: "/*", handler, argument: "", headers: nothing };
  }
  const { route, argument } = found;
  const { name = route.path, isForOtherSites } = route;
  if (route.kind !== "call")
    return { name, handler: route.handlerOf(method), argument, headers: nothing, isForOtherSites };
  const isRead = method === "GET" || method === "HEAD";
  if (route.hasPage && isRead && headers["sec-fetch-dest"] === "document")
    return { name, handler: page, argument, headers: variesByReader };
  const handler = origins.preflight(incoming) ?? route.handlerOf(method);
  return { name, handler, argument, headers: origins.headersFor(incoming), isForOtherSites };
}

/** How long a client may keep sending a body that the server discards, before its connection ends. */
const patienceMs = 500;

/**
 * Discards the rest of a request's body after the reply, so that the next request on the connection can be read. Ends
 * the connection if the body has not arrived after `patienceMs`.
 */
function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  incoming.resume();
  if (incoming.complete) return;
  const patience = setTimeout(() => incoming.socket.destroySoon(), patienceMs).unref();
  incoming.once("close", () => clearTimeout(patience));
}
