import { request as requestByHttp, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { request as requestByHttps } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { Network } from "./network.ts";
import { failureOf, PhotoFetchFailure } from "./photo-fetch-failure.ts";
import { ipOf } from "./photo-url.ts";
import type { Target } from "./target.ts";

const headersLimitBytes = 16_384;

/**
 * The third part of the wall: sends one GET request to the checked addresses of a target, without a second lookup, on
 * a connection of its own. Resolves with the reply once its headers have arrived; the caller reads the body, or destroys
 * the reply. Rejects with `later` if the host does not answer, or answers with something else than HTTP or an unknown
 * certificate, and with the reason of `signal` once that aborts, also while the body arrives.
 */
export async function requestPinned(
  { url, addresses }: Target,
  headers: OutgoingHttpHeaders,
  { connectTo, ca, idleMs }: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const goals = addresses.map(({ address, family }) => ({ ...connectTo(address, isSecure ? 443 : 80), family }));
  const host = ipOf(url);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (isSecure ? requestByHttps : requestByHttp)({
    method: "GET",
    // Node connects to an IP address without a lookup.
    host: host === undefined ? url.hostname : goals[0]?.ip,
    port: goals[0]?.port,
    lookup: pinnedLookup(goals),
    path: url.pathname + url.search,
    headers: { host: url.host, ...headers },
    agent: false,
    maxHeaderSize: headersLimitBytes,
    signal,
    ca,
    // In this request, `NODE_TLS_REJECT_UNAUTHORIZED` must not turn the check off.
    rejectUnauthorized: true,
    servername: host === undefined ? url.hostname : "",
    checkServerIdentity: (_: string, certificate: PeerCertificate) =>
      checkServerIdentity(host ?? url.hostname, certificate),
  });
  let reply: IncomingMessage | undefined;
  request.on("error", reject).on("response", (response) => {
    reply = response;
    resolve(response);
  });
  // For example, after status 101.
  request.on("close", () => reject(new Error("it was closed without a reply")));
  request.on("socket", (socket: Socket) => {
    socket.setTimeout(idleMs, () => request.destroy(tooSlow(url, idleMs)));
    // Otherwise a body without a length would count as whole, however its connection ends.
    socket.on("error", (error) => reply?.destroy(error));
    // Nothing is sent before this check.
    socket.on("connect", () => {
      if (goals.some(({ ip }) => ip === socket.remoteAddress)) request.end();
      else request.destroy(new Error(`it led to ${socket.remoteAddress}, which was not checked`));
    });
  });
  try {
    return await promise;
  } catch (error) {
    request.destroy();
    throw failureOf(error, signal, url);
  }
}

type Goal = Readonly<{ ip: string; family: number }>;

function pinnedLookup(goals: readonly Goal[]): LookupFunction {
  const found = goals.map(({ ip, family }) => ({ address: ip, family }));
  return (_, { all }, callback) => {
    const [first] = found;
    if (all === true) callback(null, found);
    else callback(null, first?.address ?? "", first?.family);
  };
}

function tooSlow({ host }: URL, idleMs: number): PhotoFetchFailure {
  return new PhotoFetchFailure("later", `No byte came from ${host} for ${idleMs / 1_000} s.`);
}
