import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { joinShop, describePlace } from "../../store/open-store.ts";
import { requireShopPlace } from "./shop-place.ts";

/**
 * Opens the shop from the settings, which may be open elsewhere, runs `act` with the store and the name of its place,
 * and closes it.
 */
export async function withShop<T>(act: (store: CoffeeStore, place: string) => Promise<T>): Promise<T> {
  const place = requireShopPlace();
  const store = await joinShop(place);
  try {
    return await act(store, describePlace(place));
  } finally {
    await store.close();
  }
}
