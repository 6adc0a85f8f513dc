import { shopPlace } from "../server/settings.ts";
import { hasShop, type ShopPlace } from "../store/open-store.ts";
import { CommandFailed } from "./command-failed.ts";
import { readShopSettings } from "./read-shop-settings.ts";

/** The place that the settings name; of a directory, where there is a shop in it. Throws `BadSettings` or `CommandFailed`. */
export function namedPlace(): ShopPlace {
  const settings = readShopSettings();
  const place = shopPlace(settings);
  if (place.databaseUrl !== "" || hasShop(place.directory)) return place;
  const remedy = settings.PRODUCT_SERVER_URL
    ? `PRODUCT_SERVER_URL says that the coffees are kept by ${settings.PRODUCT_SERVER_URL}; run this there.`
    : "Run this where the shop is started, or set DATA_DIR to its directory; npm start opens a new shop.";
  throw new CommandFailed(`There is no shop in ${place.directory}. ${remedy}`);
}
