import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CoffeeFields } from "../catalogue/coffee.ts";
import type { CoffeeStore, Move, Moves } from "../catalogue/coffee-store.ts";
import { Fault } from "../catalogue/fault.ts";
import type { DecideMoves } from "./copies/move-marks.ts";
import { describeDatabase } from "./postgres/connection/describe-database.ts";
import { filesBeside } from "./sqlite/file/open-database.ts";
import { openForReading } from "./sqlite/file/verify-database.ts";
import { numberPragma } from "./sqlite/migrations.ts";
import { changeFileMoves, readFileMoves } from "./sqlite/move-marks.ts";
import { holderOf } from "./sqlite/file/shop-lock.ts";
import {
  dataVersionOf,
  knownVersion,
  readMigrations,
  readReleases,
  type Migration,
  type Release,
} from "./read-migrations.ts";
import { healClosedDatabase } from "./sqlite/healing/heal-database.ts";
import type { StoreEvents } from "./sqlite/live-file.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import { StoreRefused } from "./store-refused.ts";

/**
 * Where a shop's coffees are: in the PostgreSQL database of a URL, or in a directory if the URL is empty. Its photos
 * are there too, unless `photosUrl` names an S3 bucket. `catalogueLimit` is in bytes; no limit if left out.
 */
export type ShopPlace = Readonly<{
  directory: string;
  databaseUrl: string;
  photosUrl?: string;
  catalogueLimit?: number;
}>;

/**
 * Opens a shop, creating and migrating its data if needed, and healing it if a sync had failed. A new shop starts with
 * `firstCoffees`, added at `at`. Rejects with `StoreRefused` if the place cannot be reached or written, or belongs to
 * something else. `events` are called about later trouble with the file of a directory.
 */
export async function openShop(
  place: ShopPlace,
  firstCoffees: readonly CoffeeFields[],
  at: Date,
  events?: StoreEvents,
): Promise<CoffeeStore> {
  const { directory, databaseUrl, catalogueLimit = Infinity } = place;
  await assertOneShop(place);
  if (databaseUrl === "") {
    await healClosedDatabase(shopFile(directory));
    const options = { writesInThread: true, catalogueLimit, events };
    const store = openSqliteStore(shopFile(directory), firstCoffees, at, options);
    return openWritable(await assertShopIsHere(place, store));
  }
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return assertShopIsHere(place, await openPostgresStore(databaseUrl, firstCoffees, at, { catalogueLimit }));
}

/** Waits until the store's writer thread is ready. */
async function openWritable(store: CoffeeStore): Promise<CoffeeStore> {
  try {
    await store.ready();
    return store;
  } catch (error) {
    await store.close();
    throw error instanceof Fault && error.cause instanceof StoreRefused ? error.cause : error;
  }
}

/** Opens an existing shop for a command, beside a server that may have it open. Rejects like `openShop`. */
export async function joinShop(place: ShopPlace): Promise<CoffeeStore> {
  await assertOneShop(place);
  return assertShopIsHere(place, await joinPlace(place));
}

/** Like `joinShop`, even if the shop has moved away from this place. */
export async function joinPlace({
  directory,
  databaseUrl,
  catalogueLimit = Infinity,
}: ShopPlace): Promise<CoffeeStore> {
  if (databaseUrl === "") {
    await healClosedDatabase(shopFile(directory));
    return openSqliteStore(shopFile(directory), [], new Date(), { joins: true, catalogueLimit });
  }
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore(databaseUrl, [], new Date(), { joins: true, catalogueLimit });
}

/** The place without the database's password, to be shown to anyone. */
export function describePlace({ directory, databaseUrl }: ShopPlace): string {
  return databaseUrl === "" ? directory : describeDatabase(databaseUrl);
}

/** Rejects with `StoreRefused` if a database is set that is empty, but the directory holds a shop. */
async function assertOneShop(place: ShopPlace): Promise<void> {
  const { directory, databaseUrl } = place;
  if (databaseUrl === "" || !hasShop(directory) || (await hasShopIn(place))) return;
  const move = fileMoves(directory)?.moves.to;
  const remedy = move?.isDone
    ? `The shop in ${directory} was moved to ${move.place} at ${move.since}: name that database.`
    : `There is a shop in ${directory}: niceties move database brings it into the database. To go on with it where it is, remove DATABASE_URL from the settings.`;
  throw new StoreRefused(
    `DATABASE_URL names ${describePlace(place)}, which holds no shop. ${remedy} To begin a new one there, set DATA_DIR to another directory.`,
  );
}

/** Returns the store if its place is where the shop is now. Otherwise closes it and rejects with `StoreRefused`. */
async function assertShopIsHere(place: ShopPlace, store: CoffeeStore): Promise<CoffeeStore> {
  try {
    const why = await whyNotHere(place, await store.moves());
    if (why !== undefined) throw new StoreRefused(why);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Why the shop is not, or may not be, in this place. If a move to it was decided but cut short, this finishes it. */
async function whyNotHere(place: ShopPlace, { to, from }: Moves): Promise<string | undefined> {
  const here = describePlace(place);
  const isDatabase = place.databaseUrl !== "";
  const reclaimHint = `If what is there is lost for good, niceties move here takes what is in ${here} as the shop again.`;
  if (to?.isDone) {
    const settings = isDatabase ? `without DATABASE_URL, and with DATA_DIR=${to.place}` : "with DATABASE_URL set to it";
    return `The shop in ${here} was moved to ${to.place} at ${to.since}. Start it ${settings}. ${reclaimHint}`;
  }
  if (!from) return undefined;
  const source = isDatabase ? isLeftFile(place.directory, from) : undefined;
  if (source === true && !from.isDone) await changeMoves(place, (moves) => markFinished(moves, from.id));
  if (source === true || (from.isDone && source === undefined)) return undefined;
  if (from.isDone) {
    return `The shop in ${here} was moved there from ${from.place} at ${from.since}, and what is in ${from.place} is another shop now, or goes on beyond that. So there are two. Move one of them aside, or set DATA_DIR to another directory.`;
  }
  return `What is in ${here} is a copy of the shop in ${from.place}, and the move was not finished. Run niceties move ${isDatabase ? "database" : "directory"} again, with the settings that it had; or go on with the shop in ${from.place}. ${reclaimHint}`;
}

/**
 * The place's record once the move that led there is over. Throws `StoreRefused` if a later move has led there since.
 */
export function markFinished(moves: Moves, id: string): Moves {
  const { from } = moves;
  if (from?.id !== id) throw new StoreRefused("Another move has begun meanwhile. Look at what niceties doctor says.");
  return from.isDone ? moves : { ...moves, from: { ...from, isDone: true } };
}

/**
 * Whether the file in a directory was left by this move and not written since. Undefined if the move came from
 * elsewhere, or the file is gone.
 */
function isLeftFile(directory: string, from: Move): boolean | undefined {
  if (resolve(directory) !== from.place || !hasShop(directory)) return undefined;
  const found = fileMoves(directory);
  const to = found?.moves.to;
  return to?.id === from.id && to.isDone && found?.end.hash === from.version.hash;
}

/** Undefined if the file cannot be read; opening it reports why. */
function fileMoves(directory: string): ReturnType<typeof readFileMoves> | undefined {
  try {
    return readFileMoves(shopFile(directory));
  } catch {
    return undefined;
  }
}

/**
 * Changes what a place records of its moves, durably and between two writes. Rejects with `StoreRefused`, or as
 * `decide` throws.
 */
export async function changeMoves({ directory, databaseUrl }: ShopPlace, decide: DecideMoves): Promise<Moves> {
  if (databaseUrl === "") return changeFileMoves(shopFile(directory), decide);
  const { changeDatabaseMoves } = await import("./postgres/move-marks.ts");
  return changeDatabaseMoves(databaseUrl, decide);
}

/** `openShop` for a directory, without a writer thread. Throws what `openShop` rejects with. */
export function openStore(directory: string, firstCoffees: readonly CoffeeFields[], at: Date): CoffeeStore {
  return openSqliteStore(shopFile(directory), firstCoffees, at);
}

/** Whether there is a shop in a place. Rejects with `StoreRefused` if that cannot be determined. */
export async function hasShopIn({ directory, databaseUrl }: ShopPlace): Promise<boolean> {
  if (databaseUrl === "") return hasShop(directory);
  const { hasShopInDatabase } = await import("./postgres/tables/make-tables.ts");
  return hasShopInDatabase(databaseUrl);
}

/** The data versions that decide whether the release before this one can open a shop's data. */
export type DataVersions = Readonly<{
  /** The version of the data. */
  data: number;
  /** The version that this program makes of them when it opens the shop. */
  own: number;
  /** The release before, and the highest version that it can open. Undefined if there is none. */
  before: Readonly<{ release: string; known: number }> | undefined;
}>;

/** Reads the data version of the shop in a place. Rejects with `StoreRefused` if that cannot be determined. */
export async function dataVersionsOf({ directory, databaseUrl }: ShopPlace): Promise<DataVersions> {
  const release = readReleases().at(-1);
  if (databaseUrl === "")
    return compareVersions(readFileVersion(shopFile(directory)), readMigrations("sqlite"), release);
  const { readDataVersion } = await import("./postgres/tables/make-tables.ts");
  return compareVersions(await readDataVersion(databaseUrl), readMigrations("postgres"), release);
}

function readFileVersion(file: string): number {
  using reader = openForReading(file);
  return numberPragma(reader.database, "user_version");
}

function compareVersions(data: number, migrations: readonly Migration[], release: Release | undefined): DataVersions {
  const before = release && { release: release.version, known: knownVersion(migrations, release) };
  return { data, own: dataVersionOf(migrations), before };
}

/** Whether there is a shop in a directory. */
export function hasShop(directory: string): boolean {
  return existsSync(shopFile(directory));
}

/** The file that holds a directory's coffees. */
export function shopFile(directory: string): string {
  return join(directory, "niceties.db");
}

/** Whether a process has the shop in a directory open. Undefined if that cannot be determined. */
export function isShopOpen(directory: string): boolean | undefined {
  const holder = holderOf(filesBeside(shopFile(directory)).lock);
  return holder === "unknown" ? undefined : holder !== "nobody";
}

/** Whether this version can read a shop's file, such as a backup. False if it cannot be read at all. */
export function isReadableFile(file: string): boolean {
  try {
    return readFileMoves(file).dataVersion <= readMigrations("sqlite").length;
  } catch {
    return false;
  }
}

/** Whether a process may have the shop open whose version knows less of its data than this one. */
export function isOpenInOlderVersion(directory: string): boolean {
  if (isShopOpen(directory) === false) return false;
  return readFileMoves(shopFile(directory)).dataVersion < dataVersionOf(readMigrations("sqlite"));
}
