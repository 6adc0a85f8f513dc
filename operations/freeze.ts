import type { CoffeeStore, Freeze } from "../catalogue/coffee-store.ts";

const defaultWords = "The shop takes no changes at the moment. Please come back later.";

/** Refuses visitors' changes from now on. Visitors read `words`; if they are blank, a sentence of ours. */
export async function freezeShop(store: CoffeeStore, words: string, at: Date): Promise<Freeze> {
  const freeze = { since: at.toISOString(), words: words.trim() || defaultWords };
  await store.freeze(freeze);
  return freeze;
}

/** Lets visitors change things again. Resolves to the freeze that this ended; undefined if there was none. */
export async function thawShop(store: CoffeeStore): Promise<Freeze | undefined> {
  const freeze = await store.currentFreeze();
  if (freeze) await store.thaw();
  return freeze;
}
