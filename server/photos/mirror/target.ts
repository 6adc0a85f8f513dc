import type { LookupAddress } from "node:dns";
import { isIPv6 } from "node:net";
import type { Network } from "./network.ts";
import { PhotoFetchFailure, shownAddress } from "./photo-fetch-failure.ts";
import { ipOf } from "./photo-url.ts";
import { isPublicAddress } from "./public-address.ts";
import { unlessAborted } from "./time-limit.ts";

/** An address that may be fetched, and the public IP addresses of its host. Connections go nowhere else. */
export type Target = Readonly<{ url: URL; addresses: readonly LookupAddress[] }>;

/**
 * The second part of the wall: looks the host up, once, and checks every address of it. Throws `refused` if any is not
 * public, even if others are: a host that is half inside this network is a mistake or an attack, and which half a
 * connection reached would be chance. Throws `gone` if there is no such name, and `later` if the lookup fails.
 */
export async function resolveTarget(url: URL, network: Network, signal: AbortSignal): Promise<Target> {
  const ip = ipOf(url);
  const addresses =
    ip === undefined ? await lookUp(url, network, signal) : [{ address: ip, family: isIPv6(ip) ? 6 : 4 }];
  const inside = addresses.find(({ address }) => !isPublicAddress(address));
  if (inside) {
    const where = ip === undefined ? `${url.host} is at ${inside.address}, which` : "its host";
    const why = `${where} is not a public address.`;
    throw new PhotoFetchFailure("refused", `The shop does not fetch ${shownAddress(url)}: ${why}`);
  }
  return { url, addresses };
}

/** Codes of a lookup that say that there is no such name, or no address for it. */
const noSuchName = ["ENOTFOUND", "ENODATA", "ENONAME"];

async function lookUp({ hostname }: URL, { lookup, idleMs }: Network, signal: AbortSignal): Promise<LookupAddress[]> {
  const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>();
  const timer = setTimeout(() => {
    reject(new PhotoFetchFailure("later", `The lookup of ${hostname} took more than ${idleMs / 1_000} s.`));
  }, idleMs);
  try {
    lookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error) reject(lookupFailure(hostname, error));
      else if (addresses.length === 0) reject(new PhotoFetchFailure("gone", `The host ${hostname} has no address.`));
      else resolve(addresses);
    });
    return await unlessAborted(promise, signal);
  } finally {
    clearTimeout(timer);
  }
}

function lookupFailure(hostname: string, cause: NodeJS.ErrnoException): PhotoFetchFailure {
  if (noSuchName.includes(cause.code ?? "")) {
    return new PhotoFetchFailure("gone", `There is no host ${hostname}.`, { cause });
  }
  return new PhotoFetchFailure("later", `The lookup of ${hostname} failed: ${cause.message}.`, { cause });
}
