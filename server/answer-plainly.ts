import type { IncomingMessage, RequestListener } from "node:http";
import { problemReply } from "./calls/problem.ts";
import type { FindHome } from "./pages/home-document.ts";
import type { CrossOrigin } from "./http/request/cross-origin.ts";
import { discardRest } from "./http/request/discard-rest.ts";
import { withRequestId, type ObserveExchange } from "./http/observe-requests.ts";
import { sendPlainly, type PlainReply } from "./http/reply/reply.ts";
import type { ChooseLanguage } from "./http/reply/reply-language.ts";
import { readJsonBody } from "./http/request/read-body.ts";
import { readTarget, type RequestTarget } from "./http/request/request-target.ts";
import type { FindRoute } from "./http/route.ts";
import type { UnreadReplies } from "./http/reply/unread-replies.ts";
import {
  securityHeadersForOtherSites,
  securityHeadersOfData,
  securityHeadersOfPages,
} from "./http/reply/security-headers.ts";

export type PlainAnswersParts = Readonly<{
  findRoute: FindRoute;
  /** Undefined where home is rendered for each who asks. */
  findHome: FindHome | undefined;
  shared: CrossOrigin;
  languageFor: ChooseLanguage;
  unread: UnreadReplies;
  begin: ObserveExchange;
  report: (error: unknown) => void;
}>;

/** How a request is answered: by undefined where others have to answer it after all. */
type Plan = Readonly<{
  route: string;
  /** Of each reply, whatever comes of the request. */
  headers: readonly string[];
  reply: () => Promise<PlainReply | undefined>;
  /** Where there is no reply. */
  explain: (error: unknown) => PlainReply | undefined;
}>;

/**
 * Answers every call and home, which are nearly all that a shop is asked, with nothing but `node:http`. All else goes on to
 * `next`, also people who open the address of a call as a page.
 */
export function answerPlainly(parts: PlainAnswersParts, next: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const target = readTarget(incoming);
    const plan = target && (planHome(parts, incoming, target) ?? planCall(parts, incoming, target));
    if (!plan) {
      next(incoming, outgoing);
      return;
    }
    const { requestId, end } = parts.begin();
    const send = (reply: PlainReply | undefined) => {
      if (!reply) {
        next(incoming, outgoing);
        return;
      }
      sendPlainly(outgoing, reply, plan.headers, ["request-id", requestId]);
      if (typeof reply.body !== "function") parts.unread.note(outgoing, reply.body);
      if (!incoming.complete || incoming.isPaused()) outgoing.once("finish", () => discardRest(incoming));
      end({ method: incoming.method ?? "", path: target.path, route: plan.route, status: reply.status });
    };
    const fail = (error: unknown) => send(plan.explain(error));
    withRequestId(requestId, () => plan.reply().then(send, fail)).catch(parts.report);
  };
}

function planHome({ findHome }: PlainAnswersParts, incoming: IncomingMessage, target: RequestTarget): Plan | undefined {
  if (!findHome || target.path !== "/" || !isRead(incoming)) return undefined;
  const home = findHome(target.search, incoming);
  if (!home) return undefined;
  return {
    route: "*",
    headers: securityHeadersOfPages,
    reply: () => home.reply(incoming.headers),
    explain: () => undefined, // the page shows what there is
  };
}

function planCall(
  { findRoute, shared, languageFor, report }: PlainAnswersParts,
  incoming: IncomingMessage,
  target: RequestTarget,
): Plan | undefined {
  const found = findRoute(target);
  if (!found) return undefined;
  const { route, argument } = found;
  if (route.hasPage && isRead(incoming) && incoming.headers["sec-fetch-dest"] === "document") return undefined;
  const answer = shared.preflight(incoming) ?? route.answerTo(incoming.method ?? "");
  const ofOrigin = shared.headersFor(incoming);
  const ofData = route.isForOtherSites ? securityHeadersForOtherSites : securityHeadersOfData;
  return {
    route: route.path,
    headers: ofOrigin.length === 0 ? ofData : [...ofData, ...ofOrigin],
    reply: () => {
      const { headers } = incoming;
      return answer({ incoming, headers, argument, search: target.search, body: () => readJsonBody(incoming) });
    },
    explain: (error) => problemReply(error, languageFor(incoming.headers["accept-language"]), report),
  };
}

function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}
