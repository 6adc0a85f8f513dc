import { addresses } from "../shop/addresses.ts";

/**
 * Registers the service worker, and sends it addresses to cache: home in this language, and at the first registration
 * everything that was loaded before. Does nothing in browsers without service workers.
 */
export function registerServiceWorker(languageSearch: string): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const isNew = !serviceWorker.controller;
  serviceWorker.register("/service-worker.js").catch((error: unknown) => console.error(error));
  void serviceWorker.ready.then(({ active }) => {
    // Only now, so that it includes a list that loaded slowly meanwhile.
    const addressesToCache = [addresses.home + languageSearch, ...(isNew ? loadedAddresses() : [])];
    active?.postMessage(addressesToCache, { transfer: [] });
  });
}

function loadedAddresses(): string[] {
  return [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
}
