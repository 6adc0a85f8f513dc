import { hasShop } from "../store/open-store.ts";
import { CommandFailed } from "./command-failed.ts";
import { readShopSettings } from "./read-shop-settings.ts";

/** The directory that the settings name, where there is a shop in it. Throws `BadSettings` or `CommandFailed`. */
export function shopDirectory(): string {
  const { DATA_DIR, PRODUCT_SERVER_URL } = readShopSettings();
  if (hasShop(DATA_DIR)) return DATA_DIR;
  const remedy = PRODUCT_SERVER_URL
    ? `PRODUCT_SERVER_URL says that the coffees are kept by ${PRODUCT_SERVER_URL}; run this there.`
    : "Run this where the shop is started, or set DATA_DIR to its directory; npm start opens a new shop.";
  throw new CommandFailed(`There is no shop in ${DATA_DIR}. ${remedy}`);
}
