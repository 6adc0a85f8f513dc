/** Once for all pages of the shop; where a browser has none, or keeps nothing, the shop is as it is without. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  serviceWorker.register("/service-worker.js").catch((error: unknown) => console.error(error));
  if (isFirst) void serviceWorker.ready.then(({ active }) => active?.postMessage(seenSoFar(), { transfer: [] }));
}

/** The addresses that a worker did not see, for it was not there yet. */
function seenSoFar(): string[] {
  const resources = performance.getEntriesByType("resource").map(({ name }) => name);
  return [location.href, "/", ...resources];
}
