/** On what was kept in the browser and answered in place of the server: when it was fetched, as RFC 3339. */
export const cachedAtHeader = "Niceties-Kept";
