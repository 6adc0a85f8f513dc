import { setImmediate } from "node:timers/promises";
import type { CoffeeStore, IdentifiedCoffee } from "../catalogue/coffee-store.ts";
import { erasedFields } from "../catalogue/log/erase.ts";
import { Replay } from "../catalogue/log/replay.ts";
import { pluralise } from "../catalogue/text/format-quantity.ts";
import type { CopyOptions } from "../store/log/read-log.ts";
import { OperationRefused } from "./operation-refused.ts";

const pageChanges = 1_000;

/** A time, or the number of a change. */
export type Moment = Readonly<{ time: Date }> | Readonly<{ number: number }>;

export type CoffeesAsOf = Readonly<{
  /** In the order of the list. */
  coffees: readonly IdentifiedCoffee[];
  at: Date;
  /** How many of them had words then that the shop has erased since; these fields are empty. */
  erasedCount: number;
}>;

/**
 * All coffees as they were at a moment, from the log. Rejects with `OperationRefused` if there is no change of that
 * number.
 */
export async function coffeesAsOf(
  store: CoffeeStore,
  moment: Moment,
  { onProgress, signal }: Pick<CopyOptions, "onProgress" | "signal"> = {},
): Promise<CoffeesAsOf> {
  const last = await lastChange(store, moment);
  const replay = new Replay();
  let at = "time" in moment ? moment.time : new Date(0);
  for (let done = 0; done < last;) {
    const page = await store.changes(done, Math.min(pageChanges, last - done));
    for (const change of page) {
      replay.apply(change);
      if ("number" in moment) at = new Date(change.time);
    }
    done += page.length;
    onProgress?.(done, last);
    await setImmediate(); // so that signals are handled
    signal?.throwIfAborted();
  }
  const erasedCount = replay.entries().filter(([, { after }]) => erasedFields(after).length > 0).length;
  return { coffees: replay.coffees(), at, erasedCount };
}

/** The number of the newest change at that moment; 0 if there was none. */
async function lastChange(store: CoffeeStore, moment: Moment): Promise<number> {
  if ("time" in moment) return (await store.select({ until: moment.time }, 1))[0]?.number ?? 0;
  const { number: newest } = await store.version();
  if (moment.number <= newest) return moment.number;
  throw new OperationRefused(`There is no change ${moment.number}: the log has ${pluralise(newest, "change")}.`);
}
