import { setImmediate } from "node:timers/promises";
import type { StoredChange, Version } from "../../catalogue/log/change.ts";
import type { CoffeeStore, IdempotentAdd, Move } from "../../catalogue/coffee-store.ts";

/** This many of the largest coffees take about 50 MB of memory. */
const pageChanges = 200;

export type CopyOptions = Readonly<{
  /** Called with the number of changes copied so far, and of all. */
  onProgress?: (done: number, all: number) => void;
  /** Stops the copying; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The move that this copy belongs to; stored in the copy. */
  from?: Move;
}>;

type LogPage = Readonly<{ changes: readonly StoredChange[]; keys: readonly IdempotentAdd[] }>;

/** The changes of a log up to a version, oldest first, in pages, with the idempotency keys of their adds. */
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
    await setImmediate(); // so that signals are handled
    signal?.throwIfAborted();
  }
}
