import { shopPlace } from "../../server/settings.ts";
import { hasShop, type ShopPlace } from "../../store/open-store.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import { readShopSettings } from "./read-shop-settings.ts";

/**
 * The shop's place from the settings. Throws `BadSettings`, or `CommandFailed` if there is no shop in the directory.
 */
export function requireShopPlace(): ShopPlace {
  const settings = readShopSettings();
  const place = shopPlace(settings);
  if (place.databaseUrl !== "" || hasShop(place.directory)) return place;
  const remedy = settings.PRODUCT_SERVER_URL
    ? `PRODUCT_SERVER_URL names another product server, ${settings.PRODUCT_SERVER_URL}, which keeps the coffees; run this there.`
    : "Run this in the directory that the shop is started in, or set DATA_DIR to its data directory. npm start opens a new shop.";
  throw new CommandFailed(`There is no shop in ${place.directory}. ${remedy}`);
}
