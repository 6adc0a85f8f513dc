import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** IANA has given out addresses of hosts only from here (RFC 4291 §2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Azure answers every virtual machine at this address, which is public by its number, with settings and secrets. */
const azureHost = "168.63.129.16";

/**
 * Whether an address can belong to a host on the internet: false for all ranges of IANA's special-purpose registries,
 * for the IPv6 addresses that carry an IPv4 address to a translator, and for anything that is not an address in its
 * usual spelling. A zone, as in `fe80::1%eth0`, makes it false too.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return ipaddr.IPv4.parse(ip).range() === "unicast" && ip !== azureHost;
  if (!isIPv6(ip) || ip.includes("%")) return false;
  const address = ipaddr.IPv6.parse(ip);
  return address.match(globalUnicast) && address.range() === "unicast" && !isIsatap(address);
}

/** Whether a tunnel takes what is sent there to the IPv4 address in its last four bytes (ISATAP, RFC 5214 §6.1). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low] = parts;
  return (high & ~0x0200) === 0 && low === 0x5efe;
}
