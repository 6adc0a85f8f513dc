/** Header of a reply from the service worker's cache: the time at which it was fetched (RFC 3339). */
export const cachedAtHeader = "Niceties-Kept";
