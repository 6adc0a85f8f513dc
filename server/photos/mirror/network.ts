import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns";

/** How `dns.lookup` is called here. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** How requests leave this machine. Tests replace parts of `openNetwork`. */
export type Network = Readonly<{
  lookup: Lookup;
  /** Where a connection to a checked address goes: there, except in tests, whose hosts listen on a loopback address. */
  connectTo: (ip: string, port: number) => Readonly<{ ip: string; port: number }>;
  /** The certificate authorities to trust, as PEM. Undefined for those of Node. */
  ca: string | undefined;
  /** The longest time without a byte, also for a lookup. */
  idleMs: number;
  /** The longest time for a photo with its redirects and robots.txt, or for a robots.txt alone. */
  totalMs: number;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
}>;

/** The network as it is. */
export const openNetwork: Network = {
  lookup,
  connectTo: (ip, port) => ({ ip, port }),
  ca: undefined,
  idleMs: 5_000,
  totalMs: 10_000,
  now: Date.now,
};
