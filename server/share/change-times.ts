import type { CoffeeStore } from "../../catalogue/coffee-store.ts";

const changesPerPage = 50;
const pagesAtMost = 10;

/** When coffees were last changed, by their ids, as the newest five hundred changes tell: of the others it is not said. */
export async function changeTimes(store: CoffeeStore): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  let before: number | undefined;
  for (let page = 0; page < pagesAtMost; page++) {
    const changes = await store.select(before === undefined ? {} : { before }, changesPerPage);
    for (const { coffeeId, time } of changes) if (!times.has(coffeeId)) times.set(coffeeId, time);
    before = changes.at(-1)?.number;
    if (changes.length < changesPerPage) break;
  }
  return times;
}
