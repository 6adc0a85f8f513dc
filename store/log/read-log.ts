import { setImmediate } from "node:timers/promises";
import type { StoredChange, Version } from "../../catalogue/log/change.ts";
import type { CoffeeStore, IdempotentAdd, Move } from "../../catalogue/coffee-store.ts";

/** The largest coffees fill about 50 MB of memory with so many. */
const pageChanges = 200;

export type CopyOptions = Readonly<{
  /** Hears how much is copied, and how much there is. */
  onProgress?: (done: number, all: number) => void;
  /** Ends the copying where it is; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The move that the copy is for, which it is marked with. */
  from?: Move;
}>;

type LogPage = Readonly<{ changes: readonly StoredChange[]; keys: readonly IdempotentAdd[] }>;

/** The changes of a log up to a version, oldest first, page by page, each with the keys that adds among them were given. */
export async function* readLog(
  store: CoffeeStore,
  until: Version,
  { onProgress, signal }: CopyOptions,
): AsyncGenerator<LogPage> {
  for (let after = 0; after < until.number;) {
    const changes = await store.changes(after, Math.min(pageChanges, until.number - after));
    const last = after + changes.length;
    yield { changes, keys: await store.keys(after, last) };
    after = last;
    onProgress?.(after, until.number);
    await setImmediate(); // or no signal would be heard
    signal?.throwIfAborted();
  }
}
