import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CoffeeFields } from "../catalogue/coffee.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { filesBeside } from "./sqlite/open-database.ts";
import { holderOf } from "./sqlite/shop-lock.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";

/**
 * Opens the shop's coffees in `directory`, made and migrated where need be. A new directory starts with `firstCoffees`,
 * added at `at`. Throws `StoreRefused` where the directory cannot be written, or holds what is not ours to write.
 */
export function openStore(directory: string, firstCoffees: readonly CoffeeFields[], at: Date): CoffeeStore {
  return openSqliteStore(shopFile(directory), firstCoffees, at);
}

/** Opens the shop's coffees for a command, beside the shop where that is open: its structure is then not gone through again. */
export function joinStore(directory: string): CoffeeStore {
  return openSqliteStore(shopFile(directory), [], new Date(), true);
}

/** Whether there are coffees in `directory`. */
export function hasShop(directory: string): boolean {
  return existsSync(shopFile(directory));
}

/** The file that holds the coffees of a directory. */
export function shopFile(directory: string): string {
  return join(directory, "niceties.db");
}

/** Whether some process has the shop in `directory` open, or works on it; undefined where that cannot be told. */
export function isShopOpen(directory: string): boolean | undefined {
  const holder = holderOf(filesBeside(shopFile(directory)).lock);
  return holder === "unknown" ? undefined : holder !== "nobody";
}
