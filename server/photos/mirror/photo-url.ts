import { isIP } from "node:net";
import { PhotoFetchFailure, shownAddress } from "./photo-fetch-failure.ts";

/*
 * The first part of the wall: what the text of an address shows. The URL parser of the WHATWG, which browsers share,
 * spells each IPv4 address as four decimal numbers, whether it was written as 0x7f.1, 017700000001 or １２７.0.0.1.
 */

/**
 * Names that no host on the internet has: those of RFC 6761, 6762, 7686 and 9476, ICANN's `internal`, and `arpa`, which
 * is for the DNS itself. A resolver may know some of them, as hosts of its own network.
 */
const localNames = ["localhost", "local", "internal", "test", "example", "invalid", "onion", "alt", "arpa"];

/** Two labels or more. Without a dot at the end: certificates and TLS have none (RFC 6066 §3). */
const publicName = /^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/;

/**
 * Parses the address of a photo, or the target of a redirect from `base`. Throws `refused` unless it is http or https
 * on the default port, without a name or password, with a host that is an IP address or can be a public name. Whether
 * that address is public is not checked here. The fragment is dropped.
 */
export function parsePhotoUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw new PhotoFetchFailure("refused", "The address of the photo is not a URL.");
  const refuse = (why: string) =>
    new PhotoFetchFailure("refused", `The shop does not fetch ${shownAddress(url)}: ${why}`);
  url.hash = "";
  if (!["http:", "https:"].includes(url.protocol)) throw refuse("only http and https are fetched.");
  if (url.username !== "" || url.password !== "") {
    // The message must not carry the password into the journal.
    url.username = "";
    url.password = "";
    throw refuse("it has a user name or a password.");
  }
  if (url.port !== "") throw refuse("only the default ports, 80 and 443, are fetched.");
  // On the way, anyone could replace the photo, which the shop would then keep as one of the https host.
  if (base?.protocol === "https:" && url.protocol === "http:") throw refuse("it was redirected from https to http.");
  if (ipOf(url) === undefined && !isPublicName(url.hostname)) throw refuse("its host is not a public name.");
  return url;
}

/** The IP address that a URL names, in its usual spelling. Undefined if its host is a name. */
export function ipOf({ hostname }: URL): string | undefined {
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(host) === 0 ? undefined : host;
}

function isPublicName(hostname: string): boolean {
  const last = hostname.slice(hostname.lastIndexOf(".") + 1);
  return publicName.test(hostname) && !localNames.includes(last);
}
