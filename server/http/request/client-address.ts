import type { IncomingMessage, Server } from "node:http";
import { isIPv6 } from "node:net";
import proxyAddr from "proxy-addr";

/** The proxies in front of the shop that are trusted: none, this many of the nearest, or those at these addresses. */
export type TrustedProxies = "off" | number | readonly string[];

/** The client's address; undefined if the connection was reset before the server accepted it. */
export type ClientAddress = (incoming: IncomingMessage) => string | undefined;

/**
 * Finds the address that a request comes from. `X-Forwarded-For` counts only as far as the proxies that wrote it are
 * trusted. Only the first 64 bits of an IPv6 address count, because one household can choose the rest.
 */
export function clientAddress(trusted: TrustedProxies): ClientAddress {
  const isTrusted = trustFunction(trusted);
  const isTrustedHost = (host: string, hop: number) => isTrusted(withoutPort(host), hop);
  return (incoming) => {
    const { remoteAddress } = incoming.socket;
    if (remoteAddress === undefined) return undefined;
    return network(trusted === "off" ? remoteAddress : withoutPort(proxyAddr(incoming, isTrustedHost)));
  };
}

/**
 * Reads each connection's address early: the system forgets it after a reset, but a socket keeps it once it was read.
 */
export function rememberAddresses(server: Server): void {
  server.on("connection", (socket) => void socket.remoteAddress);
}

/** Decides whether to trust the proxy at an address and hop. Throws if the list has an invalid address. */
export function trustFunction(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === "off") return () => false;
  if (typeof trusted === "number") return (_address, hop) => hop < trusted;
  return proxyAddr.compile([...trusted]);
}

/** Removes the port that some proxies write too, as in 203.0.113.5:51234 and [2001:db8::1]:443. */
function withoutPort(host: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(host) ?? [];
  return ipv6 ?? ipv4 ?? host;
}

const networkGroups = 4;

function network(address: string): string {
  const [plain = ""] = address.split("%");
  if (!plain.includes(":") || !isIPv6(plain)) return plain;
  // The URL parser writes an IPv6 address in its one shortest form, and an embedded IPv4 address in hex.
  const groups = expanded(new URL(`http://[${plain}]`).hostname.slice(1, -1));
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (isMapped && high !== undefined && low !== undefined)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
  return `${groups.slice(0, networkGroups).join(":")}::/64`;
}

function expanded(address: string): string[] {
  const [before = [], after] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const missing = 8 - before.length - (after?.length ?? 0);
  return after ? [...before, ...Array.from({ length: missing }, () => "0"), ...after] : before;
}
