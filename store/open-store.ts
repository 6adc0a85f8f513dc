import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CoffeeFields } from "../catalogue/coffee.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { Fault } from "../catalogue/fault.ts";
import { describeDatabase } from "./postgres/describe-database.ts";
import { filesBeside } from "./sqlite/open-database.ts";
import { holderOf } from "./sqlite/shop-lock.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import { StoreRefused } from "./store-refused.ts";

/** Where a shop keeps its coffees: in the PostgreSQL database that a URL names, or in a directory where that is empty. */
export type ShopPlace = Readonly<{ directory: string; databaseUrl: string }>;

/**
 * Opens the shop's coffees, made and migrated where need be. A new place starts with `firstCoffees`, added at `at`. Rejects
 * with `StoreRefused` where it cannot be reached or written, or holds what is not ours to write.
 */
export async function openShop(
  { directory, databaseUrl }: ShopPlace,
  firstCoffees: readonly CoffeeFields[],
  at: Date,
): Promise<CoffeeStore> {
  if (databaseUrl === "")
    return openWritable(openSqliteStore(shopFile(directory), firstCoffees, at, { writesInThread: true }));
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore(databaseUrl, firstCoffees, at);
}

/** The store, once its thread writes. */
async function openWritable(store: CoffeeStore): Promise<CoffeeStore> {
  try {
    await store.ready();
    return store;
  } catch (error) {
    await store.close();
    throw error instanceof Fault && error.cause instanceof StoreRefused ? error.cause : error;
  }
}

/** Opens a shop that is there for a command, beside those who have it open. Rejects like `openShop`, and makes none. */
export async function joinShop({ directory, databaseUrl }: ShopPlace): Promise<CoffeeStore> {
  if (databaseUrl === "") return joinStore(directory);
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore(databaseUrl, [], new Date(), { joins: true });
}

/** The place as anybody may read of it: no password is in it. */
export function tellPlace({ directory, databaseUrl }: ShopPlace): string {
  return databaseUrl === "" ? directory : describeDatabase(databaseUrl);
}

/** `openShop` of a directory; throws what that rejects with. */
export function openStore(directory: string, firstCoffees: readonly CoffeeFields[], at: Date): CoffeeStore {
  return openSqliteStore(shopFile(directory), firstCoffees, at);
}

/** Opens the shop's coffees for a command, beside the shop where that is open: its structure is then not gone through again. */
function joinStore(directory: string): CoffeeStore {
  return openSqliteStore(shopFile(directory), [], new Date(), { joins: true });
}

/** Whether there is a shop. Rejects with `StoreRefused` where that cannot be told. */
export async function hasShopIn({ directory, databaseUrl }: ShopPlace): Promise<boolean> {
  if (databaseUrl === "") return hasShop(directory);
  const { hasShopInDatabase } = await import("./postgres/has-shop.ts");
  return hasShopInDatabase(databaseUrl);
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
