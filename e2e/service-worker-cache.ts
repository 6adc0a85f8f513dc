import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Resolves when the browser's caches hold all of these addresses. */
export async function waitUntilCached(page: Page, ...addressesKept: readonly string[]): Promise<void> {
  const missing = () =>
    page.evaluate(async (wanted) => {
      const found = await Promise.all(wanted.map((address) => caches.match(address, { ignoreVary: true })));
      return wanted.filter((_, at) => !found[at]);
    }, addressesKept);
  await expect.poll(missing).toEqual([]);
}

/** Whether an image has loaded its picture. */
export const isSeen = (image: Element) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
