import type { IncomingMessage } from "node:http";
import { trustFunction } from "../http/request/client-address.ts";
import { memoise } from "../http/limits/memoise.ts";
import type { Settings } from "../settings.ts";

/** The parts of a request that show which address it was sent to. */
export type Reached = Readonly<{
  url?: string | undefined;
  headers: IncomingMessage["headers"];
  socket: Readonly<{ remoteAddress?: string | undefined }>;
}>;

/** The shop's address as the client sees it, such as https://shop.example, without a trailing slash. */
export type SiteUrl = (incoming: Reached) => string;

/**
 * The address is `PUBLIC_URL`, or if that is empty, the one that each request names. Its scheme is then http, unless a
 * proxy that `TRUST_PROXY` trusts sends https in `X-Forwarded-Proto`. An unusable host counts as localhost.
 */
export function siteUrl({ PUBLIC_URL, TRUST_PROXY }: Pick<Settings, "PUBLIC_URL" | "TRUST_PROXY">): SiteUrl {
  if (PUBLIC_URL !== "") return () => PUBLIC_URL;
  const isTrusted = trustFunction(TRUST_PROXY);
  const hostIn = memoise((host: string | undefined) => URL.parse(`http://${host}`)?.host ?? "localhost");
  return ({ url = "", headers, socket }) => {
    const forwarded = isTrusted(socket.remoteAddress ?? "", 0) ? headers["x-forwarded-proto"] : undefined;
    const [scheme] = String(forwarded ?? "").split(",", 1);
    // RFC 9112 §3.2.2: a request target in absolute form names the host.
    const host = (url.startsWith("/") ? undefined : URL.parse(url)?.host) ?? hostIn(headers.host);
    return `${scheme?.trim().toLowerCase() === "https" ? "https" : "http"}://${host}`;
  };
}
