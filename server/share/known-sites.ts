/** Enough for a shop that is known under a name or two, on its own network, and to its own machine. */
export const sitesAtMost = 4;

/** A site that nobody asked for in so long makes room for another. */
const idleMs = 3_600_000;

/** Whether what is made for a site, such as https://shop.example, is worth keeping. */
export type IsKnownSite = (site: string) => boolean;

/**
 * Knows the first sites under which the shop is asked for, for as long as they are. Any client can name a host, so a name
 * that comes later displaces none that is in use.
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
