import type { CoffeeStore } from "../../catalogue/coffee-store.ts";

const changesAtMost = 500;

/**
 * When coffees were last changed, by their ids, the newest first, as the newest five hundred changes tell: of the others
 * it is not said.
 */
export async function changeTimes(store: CoffeeStore): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  for (const { coffeeId, time } of await store.summarise({}, changesAtMost))
    if (!times.has(coffeeId)) times.set(coffeeId, time);
  return times;
}
