import { addresses } from "../shop/addresses.ts";

/**
 * Once for all pages of the shop, with what is to be kept besides what passes through it: home in this language, and what
 * came before it was there. Where a browser has no worker, or keeps nothing, the shop is as it is without.
 */
export function registerServiceWorker(languageSearch: string): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const isNew = !serviceWorker.controller;
  serviceWorker.register("/service-worker.js").catch((error: unknown) => console.error(error));
  void serviceWorker.ready.then(({ active }) => {
    // Only now: a list that took its time came meanwhile, past the worker.
    const addressesToCache = [addresses.home + languageSearch, ...(isNew ? loadedAddresses() : [])];
    active?.postMessage(addressesToCache, { transfer: [] });
  });
}

function loadedAddresses(): string[] {
  return [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
}
