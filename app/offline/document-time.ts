import { cachedAtHeader } from "../calls/cached-at-header.ts";

/** When the document that stands at this path was fetched, in milliseconds since 1970; undefined where none was. */
export function documentTime(pathname: string): number | undefined {
  const [entry] = performance.getEntriesByType("navigation");
  if (!(entry instanceof PerformanceNavigationTiming) || new URL(entry.name).pathname !== pathname) return undefined;
  // Without encryption there are no timings, and no worker either.
  const timings = "serverTiming" in entry ? entry.serverTiming : [];
  const cachedAt = timings.find(({ name }) => name === cachedAtHeader)?.description;
  return cachedAt === undefined ? performance.timeOrigin : Date.parse(cachedAt);
}
