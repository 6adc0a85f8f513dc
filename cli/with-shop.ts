import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { joinStore } from "../store/open-store.ts";
import { shopDirectory } from "./shop-directory.ts";

/** Opens the shop that the settings name, which may be open elsewhere too, and closes it again whatever happens. */
export async function withShop<T>(act: (store: CoffeeStore) => Promise<T>): Promise<T> {
  const store = joinStore(shopDirectory());
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}
