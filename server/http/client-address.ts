import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";

/** Which proxies in front of the shop are believed: none, the nearest so many, or those at these addresses. */
export type TrustedProxies = "off" | number | readonly string[];

/** Finds the address a request comes from; `X-Forwarded-For` counts only as far as the proxies that wrote it are trusted. */
export function clientAddress(trusted: TrustedProxies): (incoming: IncomingMessage) => string {
  const isTrusted = trustFunction(trusted);
  return (incoming) => proxyAddr(incoming, isTrusted) ?? "unknown";
}

/** Throws where an address in the list is not one. */
export function trustFunction(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === "off") return () => false;
  if (typeof trusted === "number") return (_address, hop) => hop < trusted;
  return proxyAddr.compile([...trusted]);
}
