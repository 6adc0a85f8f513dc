import type { IncomingMessage } from "node:http";
import { Fault } from "../../../catalogue/fault.ts";

/**
 * Throws `foreign-form` for a form that a page of another site sent. Browsers name a form's origin in a header that no
 * page can suppress: `Sec-Fetch-Site` (Fetch Metadata §2.3), or in older browsers `Origin` (Fetch §3.2). The few
 * browsers that send neither send `Referer`, or, like text browsers, show no pages of other sites that could send a
 * form by themselves. `shop` is the shop's own address, for proxies that give the server another host.
 */
export function assertOwnPage({ headers }: Pick<IncomingMessage, "headers">, shop: string): void {
  const site = headers["sec-fetch-site"];
  const from = headers.origin ?? headers.referer;
  const own = [headers.host, URL.parse(shop)?.host];
  const isOwn =
    site === undefined ? from === undefined || own.includes(URL.parse(from)?.host ?? "") : site === "same-origin";
  if (isOwn) return;
  throw new Fault("foreign-form", {});
}
