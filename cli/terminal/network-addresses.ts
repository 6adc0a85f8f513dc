import { isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * The addresses under which other devices of the network reach a server that listens at `host`, IPv4 first. Empty if
 * only this machine reaches it.
 */
export function networkAddresses(host: string): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [];
  const reachable = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    // A link-local address of IPv6 needs the name of an interface of the other device.
    addresses.filter(({ internal, address }) => !internal && !address.startsWith("fe80:")),
  );
  const all = reachable.map(({ address }) => address);
  const ofIPv4 = all.filter((address) => isIPv4(address));
  return host === "::" ? [...ofIPv4, ...all.filter((address) => !isIPv4(address))] : ofIPv4;
}
