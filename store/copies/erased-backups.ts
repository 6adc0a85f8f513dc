import Database from "better-sqlite3";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { StoredChange } from "../../catalogue/log/change.ts";
import type { CoffeeStore, LaterErasure } from "../../catalogue/coffee-store.ts";
import {
  erasedChange,
  readErasure,
  textsDigest,
  type ErasedChange,
  type ChangeTexts,
} from "../../catalogue/log/erase.ts";
import { fieldsOf, upgraded } from "../../catalogue/coffee-text.ts";
import { listBackups, listUnfinished, type UnfinishedCopy } from "./backups.ts";
import { sync } from "../files/durable-files.ts";
import { findTexts, SearchedTexts } from "./find-texts.ts";
import { hasShop, isShopOpen, shopFile, type ShopPlace } from "../open-store.ts";
import { dataVersionOf, readMigrations } from "../read-migrations.ts";
import { StoreRefused } from "../store-refused.ts";
import { migrate, numberPragma } from "../sqlite/migrations.ts";
import { readFileMoves } from "../sqlite/move-marks.ts";
import { reason } from "../sqlite/file/open-database.ts";
import { breakSeal, seal } from "../sqlite/file/seal.ts";
import { ScopedDatabase } from "../sqlite/file/scoped-database.ts";
import { SqliteLog } from "../sqlite/sqlite-log.ts";
import { openForReading } from "../sqlite/file/verify-database.ts";
import { verifyFile } from "../verify.ts";

const unfinishedPrefix = "unfinished-erase-";

/** A copy of a shop that holds erased words, and in how many changes. */
export type UnerasedCopy = Readonly<{
  file: string;
  changes: number;
  /** Why it cannot be read or rewritten. */
  problem?: string;
  /** Set if this is the file that `niceties move` left behind or did not finish, and not a backup. */
  isLeftByMove?: true;
}>;

/** Where to look for copies of a shop: its backups, and directories that it is in, was in, or was moving to. */
export type CopyPlaces = Readonly<{ backups: string; directories: readonly string[] }>;

/** Every change of a shop that lost words. */
export async function erasedChangesOf(store: CoffeeStore): Promise<ErasedChange[]> {
  const all: ErasedChange[] = [];
  for await (const page of erasedPages(store)) all.push(...page.map(erasedChange));
  return all;
}

async function* erasedPages(store: CoffeeStore): AsyncGenerator<readonly StoredChange[]> {
  for (let after = 0; ;) {
    const page = await store.erasedChanges(after);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.number;
  }
}

/** Like `erasedChangesOf`, but reads the shop's place without opening the shop. Writes nothing. */
export async function erasedChangesAt({ directory, databaseUrl }: ShopPlace): Promise<ErasedChange[]> {
  if (databaseUrl !== "") {
    const { readErasedAt } = await import("../postgres/tables/erased-words.ts");
    return readErasedAt(databaseUrl);
  }
  using reader = openForReading(shopFile(directory));
  if (numberPragma(reader.database, "user_version") < dataVersionOf(readMigrations("sqlite"))) return [];
  const erased = reader.database.prepare<[], ChangeTexts>(
    "SELECT number, hash, coffee_id AS coffeeId, before, after FROM changes WHERE own IS NOT NULL",
  );
  return Array.from(erased.iterate(), erasedChange);
}

/** Copies that a command is making, or was making when it was killed. They may hold erased words. */
export function findUnfinished({ backups, directories }: CopyPlaces, at: Date): UnfinishedCopy[] {
  const folders = new Set([backups, ...directories, ...directories.flatMap(restoreDirectories)]);
  return [...folders].flatMap((folder) => listUnfinished(folder, at));
}

/**
 * Removes unfinished copies that are abandoned, and files that a killed `rewriteCopy` left. Returns the removed paths.
 */
export function removeUnfinished(places: CopyPlaces, at: Date): string[] {
  const removed = findUnfinished(places, at)
    .filter(({ path, isAbandoned }) => isAbandoned || basename(path).startsWith(unfinishedPrefix))
    .map(({ path }) => path);
  for (const path of removed) rmSync(path, { recursive: true, force: true });
  return removed;
}

/** The backups, and the files left by restores and moves, that still hold words which the shop has erased. */
export function findUnerased({ backups, directories }: CopyPlaces, erased: readonly ErasedChange[]): UnerasedCopy[] {
  if (erased.length === 0) return [];
  const ofRestores = directories.flatMap(restoreDirectories).map(shopFile).filter(existsSync);
  const copies = [...listBackups(backups).map(({ file }) => file), ...ofRestores];
  return [
    ...copies.flatMap((file) => unerasedCopy(file, erased)),
    ...directories.filter(wasLeftByMove).flatMap((directory) => {
      const isOpen = isShopOpen(directory) === true;
      const problem = "a program has it open; end that, and run niceties erase --backups again";
      const found = unerasedCopy(shopFile(directory), erased);
      return found.map((copy) => ({ ...copy, isLeftByMove: true as const, ...(isOpen && { problem }) }));
    }),
  ];
}

/** The directories in which restores kept the files that they replaced. */
function restoreDirectories(directory: string): string[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.startsWith("before-restore-")).map((name) => join(directory, name));
}

/** Whether the file in a directory is no longer the shop: the shop moved away, or a move to it was not finished. */
function wasLeftByMove(directory: string): boolean {
  if (!hasShop(directory)) return false;
  try {
    const { to, from } = readFileMoves(shopFile(directory)).moves;
    return to?.isDone === true || from?.isDone === false;
  } catch (error) {
    if (!reason(error)) throw error;
    return false; // opening or verifying the file reports why it cannot be read
  }
}

function unerasedCopy(file: string, erased: readonly ErasedChange[]): UnerasedCopy[] {
  try {
    const changes = changesWithErasedWords(file, erased).length;
    return changes > 0 ? [{ file, changes }] : [];
  } catch (error) {
    const problem = reason(error);
    if (!problem) throw error;
    return [{ file, changes: 0, problem }];
  }
}

/** The changes that a copy holds with words which the shop has erased. */
function changesWithErasedWords(file: string, erased: readonly ErasedChange[]): ErasedChange[] {
  using database = new ScopedDatabase(file, { readonly: true, fileMustExist: true });
  const select = database.prepare<[number, string], Pick<StoredChange, "before" | "after">>(
    "SELECT before, after FROM changes WHERE number = ? AND hash = ?",
  );
  return erased.filter(({ number, hash, texts }) => {
    const stored = select.get(number, hash);
    return stored !== undefined && textsDigest(stored.before, stored.after) !== texts;
  });
}

/**
 * Erases from a copy the words that its shop has erased. The new copy is written, verified and sealed beside the old
 * one, and then replaces it by a rename, so one of the two exists at any time. Rejects with `StoreRefused` if the new
 * copy does not verify.
 */
export async function rewriteCopy(file: string, store: CoffeeStore, erased: readonly ErasedChange[]): Promise<void> {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new StoreRefused(`${file} is open, or was cut short, so it was left as it is. niceties verify says more.`);
  }
  const later = await erasuresOf(store, erased);
  const unfinished = mkdtempSync(join(dirname(file), unfinishedPrefix));
  try {
    const copy = join(unfinished, basename(file));
    copyFileSync(file, copy);
    const texts = await eraseIn(copy, erased, store, later);
    const { findings } = await verifyFile(copy, { name: file });
    const fault = findings.find(({ isSound }) => isSound === false);
    if (fault) throw new StoreRefused(`${file} was left as it is, since it does not verify: ${fault.message}`);
    const [found] = findTexts([copy], texts);
    if (found) throw new StoreRefused(`${file} was left as it is: an erased text is still in it, at byte ${found.at}.`);
    sync(copy);
    breakSeal(file); // so that the old seal never stands beside the new file
    renameSync(copy, file);
    sync(dirname(file));
    seal(file);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Erases the words from a file that no process has open. Returns the words that it removed, for a search of the file's
 * bytes.
 */
async function eraseIn(
  copy: string,
  erased: readonly ErasedChange[],
  store: CoffeeStore,
  later: readonly LaterErasure[],
): Promise<string[]> {
  const whole = new Set(changesWithErasedWords(copy, erased).map(({ number }) => number));
  using database = new ScopedDatabase(copy);
  database.pragma("secure_delete = ON");
  migrate(database, readMigrations("sqlite"), () => {});
  const log = new SqliteLog(database);
  const searched = new SearchedTexts();
  const select = database.prepare<[number], Pick<StoredChange, "before" | "after">>(
    "SELECT before, after FROM changes WHERE number = ?",
  );
  const update = database.prepare<[string, number]>("UPDATE coffees SET text = ? WHERE version = ?");
  database.exec("BEGIN");
  for await (const page of erasedPages(store))
    for (const change of page.filter(({ number }) => whole.has(number))) {
      for (const text of removedWords(select.get(change.number), change)) searched.add(text);
      log.rewrite([change]);
      if (change.after !== null) update.run(upgraded(change.after), change.number);
    }
  log.addLaterErasures(later);
  database.exec("COMMIT");
  database.exec("VACUUM");
  return searched.texts.filter((text) => !isStillThere(database, text));
}

function removedWords(stored: Pick<StoredChange, "before" | "after"> | undefined, remaining: StoredChange): string[] {
  return (["before", "after"] as const).flatMap((side) => {
    const [old, now] = [stored?.[side], remaining[side]];
    if (!old || !now) return [];
    const [was, is] = [fieldsOf(old), fieldsOf(now)];
    return Object.values(was).flatMap((value, at) =>
      typeof value === "string" && value !== Object.values(is)[at] ? [value] : [],
    );
  });
}

/** Whether another change has the same words, which no erasure has erased. */
function isStillThere(database: Database.Database, text: string): boolean {
  const json = JSON.stringify(text).slice(1, -1);
  const select = database.prepare("SELECT 1 FROM changes WHERE instr(before, ?) > 0 OR instr(after, ?) > 0 LIMIT 1");
  return select.get(json, json) !== undefined;
}

/** The log entries of the erasures that took words out of these changes, each with the hash before it. */
async function erasuresOf(store: CoffeeStore, erased: readonly ErasedChange[]): Promise<LaterErasure[]> {
  const numbers = new Set(erased.map(({ number }) => String(number)));
  const own: LaterErasure[] = [];
  for (const coffeeId of new Set(erased.map((change) => change.coffeeId)))
    for (const number of await erasuresIn(store, coffeeId)) {
      const [previous, change] = await store.changes(number - 2, 2); // number - 2 is never negative: the first change is no erasure
      if (!previous || !change) continue;
      const touched = Object.keys(readErasure(change.erasure)?.remains ?? {});
      if (touched.some((each) => numbers.has(each))) own.push({ previous: previous.hash, change });
    }
  return [...own, ...(await store.laterErasures())];
}

/** The numbers of the erasures of a coffee. */
async function erasuresIn(store: CoffeeStore, coffeeId: string): Promise<number[]> {
  const changes = await store.summarise({ coffeeId, withErasures: true }, Number.MAX_SAFE_INTEGER);
  return changes.flatMap(({ action, number }) => (action === "erase" ? [number] : []));
}
