import { existsSync, readFileSync } from "node:fs";
import { openingCommand } from "../../program/files.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { readSettings, settingsFile, shopPlace, type Settings } from "../../server/settings.ts";
import { describePlace, hasShop, joinShop, type ShopPlace } from "../../store/open-store.ts";
import { CommandFailed } from "../terminal/command-failed.ts";

/**
 * The settings from the environment and from niceties.env in this directory. Throws `BadSettings` or `CommandFailed`.
 */
export function readShopSettings(): Settings {
  return readSettings(process.env, readSettingsFile());
}

/** The text of niceties.env in this directory; empty if there is none. Throws `CommandFailed` if it cannot be read. */
export function readSettingsFile(): string {
  try {
    return existsSync(settingsFile) ? readFileSync(settingsFile, "utf8") : "";
  } catch (error) {
    throw new CommandFailed(
      `${settingsFile} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/**
 * The shop's place from the settings. Throws `BadSettings`, or `CommandFailed` if there is no shop in the directory.
 */
export function requireShopPlace(): ShopPlace {
  const settings = readShopSettings();
  const place = shopPlace(settings);
  if (place.databaseUrl !== "" || hasShop(place.directory)) return place;
  const remedy = settings.PRODUCT_SERVER_URL
    ? `PRODUCT_SERVER_URL names another product server, ${settings.PRODUCT_SERVER_URL}, which keeps the coffees; run this there.`
    : `Run this in the directory that the shop is started in, or set DATA_DIR to its data directory. ${openingCommand} opens a new shop.`;
  throw new CommandFailed(`There is no shop in ${place.directory}. ${remedy}`);
}

/**
 * Opens the shop from the settings, which may be open elsewhere, runs `act` with the store and the name of its place,
 * and closes it.
 */
export async function withShop<T>(act: (store: CoffeeStore, place: string) => Promise<T>): Promise<T> {
  const place = requireShopPlace();
  await using store = await joinShop(place);
  return await act(store, describePlace(place));
}
