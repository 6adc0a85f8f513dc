import type { IncomingMessage, RequestListener } from "node:http";
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import type { ObserveExchange } from "../http/observe-requests.ts";
import { sendPlainly } from "../http/plain-reply.ts";
import { securityHeadersOfData } from "../http/security-headers.ts";
import type { CoffeeReads } from "./coffee-reads.ts";

const list = "/coffee";
const one = "/coffee/";

/**
 * Answers reads of coffees that are there, asked for in the plainest way, before any other part of the server sees them:
 * they are most of what a shop is asked. All others go on to `next`, which answers these reads too, and alike.
 */
export function answerReads(
  reads: CoffeeReads,
  variesByOrigin: boolean,
  begin: ObserveExchange,
  next: RequestListener,
): RequestListener {
  const always = variesByOrigin ? [...securityHeadersOfData, "vary", "Origin"] : securityHeadersOfData;
  return (incoming, outgoing) => {
    const asked = plainRead(incoming);
    if (!asked) {
      next(incoming, outgoing);
      return;
    }
    const { id, acceptEncoding, ifNoneMatch } = asked;
    const { requestId, end } = begin();
    const reply = id === undefined ? reads.list(acceptEncoding, ifNoneMatch) : reads.one(id, ifNoneMatch);
    reply.then(
      (found) => {
        if (!found) {
          next(incoming, outgoing);
          return;
        }
        sendPlainly(outgoing, found, [...always, "request-id", requestId]);
        end({
          method: incoming.method ?? "GET",
          path: incoming.url ?? list,
          route: id === undefined ? list : `${one}:id`,
          status: found.status,
        });
      },
      () => next(incoming, outgoing),
    );
  };
}

type PlainRead = Readonly<{
  /** Undefined where the list is asked for. */
  id: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}>;

/** Undefined for what needs a closer look: other addresses and methods, pages of other origins, people, odd headers. */
function plainRead({ method, url = "", rawHeaders }: IncomingMessage): PlainRead | undefined {
  if ((method !== "GET" && method !== "HEAD") || !url.startsWith(list)) return undefined;
  const id = url === list ? undefined : url.slice(one.length);
  if (id !== undefined && !(url.startsWith(one) && isCoffeeId(id))) return undefined;
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!lengthsOfInterest.has(name.length)) continue;
    const value = rawHeaders[at + 1] ?? "";
    switch (name.toLowerCase()) {
      case "accept-encoding":
        if (acceptEncoding !== undefined) return undefined;
        acceptEncoding = value;
        break;
      case "if-none-match":
        if (ifNoneMatch !== undefined) return undefined;
        ifNoneMatch = value;
        break;
      case "sec-fetch-dest":
        if (value === "document") return undefined;
        break;
      case "origin":
      case "content-length":
      case "transfer-encoding":
        return undefined;
    }
  }
  return { id, acceptEncoding, ifNoneMatch };
}

const lengthsOfInterest = new Set(
  ["accept-encoding", "if-none-match", "sec-fetch-dest", "origin", "content-length", "transfer-encoding"].map(
    ({ length }) => length,
  ),
);
