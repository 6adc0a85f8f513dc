import { setImmediate } from "node:timers/promises";
import type { Change, Version } from "../catalogue/change.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";

const pageChanges = 1_000;

export type CopyOptions = Readonly<{
  /** Hears how much is copied, and how much there is. */
  onProgress?: (done: number, all: number) => void;
  /** Ends the copying where it is; it rejects with the signal's reason. */
  signal?: AbortSignal;
}>;

/** The changes of a log up to a version, oldest first, page by page. */
export async function* readLog(
  store: CoffeeStore,
  until: Version,
  { onProgress, signal }: CopyOptions,
): AsyncGenerator<readonly Change[]> {
  for (let after = 0; after < until.number;) {
    const page = await store.changes(after, Math.min(pageChanges, until.number - after));
    yield page;
    after += page.length;
    onProgress?.(after, until.number);
    await setImmediate(); // or no signal would be heard
    signal?.throwIfAborted();
  }
}
