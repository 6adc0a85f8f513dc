import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { joinShop, describePlace } from "../../store/open-store.ts";
import { requireShopPlace } from "./shop-place.ts";

/**
 * Opens the shop that the settings name, which may be open elsewhere too, and closes it again whatever happens. `act` also
 * gets the name of its place.
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
