import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { CoffeeStore, Move } from "../../catalogue/coffee-store.ts";
import type { ErasedChange } from "../../catalogue/log/erase.ts";
import type { UnfinishedCopy } from "../../store/copies/backups.ts";
import { findUnerased, findUnfinished, type CopyPlaces, type UnerasedCopy } from "../../store/copies/erased-backups.ts";
import { hasShop, type ShopPlace } from "../../store/open-store.ts";

/** A place on another machine that a move left or did not finish, and that may hold erased words. */
export type RemotePlace = Readonly<{
  place: string;
  /** When the move began. */
  since: string;
  /** Whether the shop came from there; otherwise a move to it was not finished. */
  wasLeft: boolean;
  /** The command by which its owner removes it. */
  remedy: string;
}>;

/** Copies outside the shop that may hold words which it erases or has erased. */
export type RemainingCopies = Readonly<{
  copies: readonly UnerasedCopy[];
  unfinished: readonly UnfinishedCopy[];
  far: readonly RemotePlace[];
}>;

/** The places where a shop's copies may be, as far as its record of moves shows. */
export async function copyPlaces(store: CoffeeStore, place: ShopPlace, backups: string): Promise<CopyPlaces> {
  if (place.databaseUrl === "") return { backups, directories: [place.directory] };
  const { to, from } = await store.moves();
  const others = [to, from].flatMap((move) => move?.place ?? []);
  const further = others.filter((other) => other !== resolve(place.directory));
  return { backups, directories: [place.directory, ...new Set(further)] };
}

/** The copies that may hold words of these changes. `isErased` says whether the words are erased already. */
export async function findRemainingCopies(
  store: CoffeeStore,
  place: ShopPlace,
  backups: string,
  erased: readonly ErasedChange[],
  isErased: boolean,
): Promise<RemainingCopies> {
  if (erased.length === 0) return { copies: [], unfinished: [], far: [] };
  const { to, from } = await store.moves();
  const far: RemotePlace[] = [];
  for (const move of [from, to]) {
    const remedy = move && (await remedyFor(place, move));
    if (!remedy || !(await mayHold(store, move, erased, isErased))) continue;
    far.push({ place: move.place, since: move.since, wasLeft: move === from, remedy });
  }
  const places = await copyPlaces(store, place, backups);
  return { copies: findUnerased(places, erased), unfinished: findUnfinished(places, new Date()), far };
}

/** Undefined if nothing is left of the place, or it is searched as a copy. */
async function remedyFor({ databaseUrl }: ShopPlace, { place, mover }: Move): Promise<string | undefined> {
  if (databaseUrl === "") {
    const { dropStatement } = await import("../../store/postgres/tables/make-tables.ts");
    return `psql ${inShell(place)} -c ${inShell(dropStatement())}`;
  }
  const [host = ""] = mover.split(" ");
  if (hasShop(place) || host === hostname()) return undefined;
  return `rm ${inShell(join(place, "niceties.db"))}*   # on ${host}`;
}

/** A place is not written after the move, so it still has the words that were erased since. */
async function mayHold(
  store: CoffeeStore,
  { version: { number: last } }: Move,
  erased: readonly ErasedChange[],
  isErased: boolean,
): Promise<boolean> {
  const there = erased.filter(({ number }) => number <= last);
  if (!isErased) return there.length > 0;
  for (const coffeeId of new Set(there.map((change) => change.coffeeId))) {
    const since = await store.summarise({ coffeeId, after: last, withErasures: true }, Number.MAX_SAFE_INTEGER);
    if (since.some(({ action }) => action === "erase")) return true;
  }
  return false;
}

/** Quotes a word for a shell. */
export function inShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
