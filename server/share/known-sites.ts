/** The most sites known at once: enough for a name or two, the shop's own network, and its own machine. */
export const sitesAtMost = 4;

/** A site without a request for this long makes room for another. */
const idleMs = 3_600_000;

/** Whether results for a site, such as https://shop.example, are worth caching. To be called on each request. */
export type IsKnownSite = (site: string) => boolean;

/**
 * Knows the first sites that requests name, for as long as requests name them. Any client can send any host, so a later
 * site evicts none that is in use.
 */
export function knownSites(now: () => Date): IsKnownSite {
  const askedAt = new Map<string, number>();
  return (site) => {
    const time = now().getTime();
    if (!askedAt.has(site) && askedAt.size >= sitesAtMost) {
      const idle = askedAt.entries().find(([, asked]) => time - asked > idleMs);
      if (!idle) return false;
      askedAt.delete(idle[0]);
    }
    askedAt.set(site, time);
    return true;
  };
}
