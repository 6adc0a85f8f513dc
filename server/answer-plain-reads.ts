import type { IncomingMessage, RequestListener } from "node:http";
import { isCoffeeId } from "../catalogue/coffee-id.ts";
import type { CoffeeReads } from "./api/coffee-reads.ts";
import type { HomeDocument } from "./home-document.ts";
import type { ObserveExchange } from "./http/observe-requests.ts";
import { sendPlainly, type PlainReply } from "./http/plain-reply.ts";
import { securityHeadersOfData, securityHeadersOfPages } from "./http/security-headers.ts";

const home = "/";
const list = "/coffee";
const one = "/coffee/";

export type PlainReadsParts = Readonly<{
  reads: CoffeeReads;
  home: HomeDocument;
  /** Whether replies to the pages of some origins differ. */
  variesByOrigin: boolean;
  begin: ObserveExchange;
}>;

/**
 * Answers reads of coffees that are there, and of home, asked for in the plainest way, before any other part of the server
 * sees them: they are most of what a shop is asked. All others go on to `next`, which answers these reads too, and alike.
 */
export function answerPlainReads(
  { reads, home: document, variesByOrigin, begin }: PlainReadsParts,
  next: RequestListener,
): RequestListener {
  const ofData = variesByOrigin ? [...securityHeadersOfData, "vary", "Origin"] : securityHeadersOfData;
  const reply = ({ target, acceptEncoding, ifNoneMatch }: PlainRead): Promise<PlainReply | undefined> => {
    if (target === home) return document.reply(acceptEncoding, ifNoneMatch);
    if (target === list) return reads.list(acceptEncoding, ifNoneMatch);
    return reads.one(target.slice(one.length), ifNoneMatch);
  };
  return (incoming, outgoing) => {
    const asked = plainRead(incoming);
    if (!asked) {
      next(incoming, outgoing);
      return;
    }
    const { requestId, end } = begin();
    reply(asked).then(
      (found) => {
        if (!found) {
          next(incoming, outgoing);
          return;
        }
        const { target: path } = asked;
        const always = path === home ? securityHeadersOfPages : ofData;
        sendPlainly(outgoing, found, [...always, "request-id", requestId]);
        const route = path === home ? "*" : path === list ? list : `${one}:id`;
        end({ method: incoming.method ?? "GET", path, route, status: found.status });
      },
      () => next(incoming, outgoing),
    );
  };
}

type PlainRead = Readonly<{
  target: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}>;

/** Undefined for what needs a closer look: other addresses and methods, pages of other origins, people who ask for data. */
function plainRead({ method, url = "", rawHeaders }: IncomingMessage): PlainRead | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const isHome = url === home;
  if (!isHome && url !== list && !(url.startsWith(one) && isCoffeeId(url.slice(one.length)))) return undefined;
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  let host = "";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!lengthsOfInterest.has(name.length)) continue;
    const value = rawHeaders[at + 1] ?? "";
    switch (name.toLowerCase()) {
      case "host":
        host = value;
        break;
      case "accept-encoding":
        if (acceptEncoding !== undefined) return undefined;
        acceptEncoding = value;
        break;
      case "if-none-match":
        if (ifNoneMatch !== undefined) return undefined;
        ifNoneMatch = value;
        break;
      case "sec-fetch-dest":
        if (value === "document" && !isHome) return undefined;
        break;
      case "origin":
      case "content-length":
      case "transfer-encoding":
        return undefined;
    }
  }
  return isHost(host) ? { target: url, acceptEncoding, ifNoneMatch } : undefined;
}

const mostKnownHosts = 100;
const knownHosts = new Set<string>();

/** Whether a request to this host can be answered at all; the router says what is wrong with others. */
function isHost(host: string): boolean {
  if (knownHosts.has(host)) return true;
  const isPlain = /^[\w.-]+(:\d+)?$/.test(host) && URL.canParse(`http://${host}/`);
  if (isPlain && knownHosts.size < mostKnownHosts) knownHosts.add(host);
  return isPlain;
}

const lengthsOfInterest = new Set(
  ["host", "accept-encoding", "if-none-match", "sec-fetch-dest", "origin", "content-length", "transfer-encoding"].map(
    ({ length }) => length,
  ),
);
