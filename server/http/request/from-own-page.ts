import type { IncomingMessage } from "node:http";
import { Fault } from "../../../catalogue/fault.ts";

/**
 * Throws `foreign-form` for a form that another site's page has sent. A browser says where a form comes from, and no page can
 * keep it from saying so: in `Sec-Fetch-Site` (Fetch Metadata §2.3), and older ones in `Origin` (Fetch §3.2). The few that say
 * neither say it in `Referer`, or show no pages of other sites that could send a form by themselves, as text browsers. `shop`
 * is the shop's own address, for proxies that give the server another host.
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
