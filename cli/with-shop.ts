import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { joinShop } from "../store/open-store.ts";
import { namedPlace } from "./shop-place.ts";

/** Opens the shop that the settings name, which may be open elsewhere too, and closes it again whatever happens. */
export async function withShop<T>(act: (store: CoffeeStore) => Promise<T>): Promise<T> {
  const store = await joinShop(namedPlace());
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}
