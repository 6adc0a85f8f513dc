import { rmSync } from "node:fs";
import { join } from "node:path";
import { operator, type CoffeeStore, type ErasureResult } from "../../catalogue/coffee-store.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import type { Version } from "../../catalogue/log/change.ts";
import { erasedChangesOf, findUnerased, removeUnfinished, rewriteCopy } from "../../store/copies/erased-backups.ts";
import type { FoundText } from "../../store/copies/find-texts.ts";
import { shopFile, type ShopPlace } from "../../store/open-store.ts";
import { sweepFile } from "../../store/sqlite/file/sweep-file.ts";
import { previewErasure, textsNotInLog, type ErasurePreview } from "./preview-erasure.ts";
import { copyPlaces, findRemainingCopies, type RemainingCopies } from "./remaining-copies.ts";
import { namedPhotos, prunePhotosOfBackups, removeUnnamedPhotos } from "../photos.ts";
import { selectChanges, type UndoSelection } from "../undo/select-changes.ts";

/** Which words to erase: those that the selected changes wrote, of one coffee or of all, in these fields or in all. */
export type EraseSelection = UndoSelection & Readonly<{ coffee?: string; field?: readonly CoffeeField[] }>;

/** What an erasure would do, and the version of the shop for which that holds. */
export type SelectedErasure = Readonly<{
  version: Version;
  numbers: readonly number[];
  fields: readonly CoffeeField[];
  preview: ErasurePreview;
}>;

export type ErasureOutcome = Readonly<{
  erased: ErasureResult;
  swept: SweepResult;
  /** How many photos were removed, because only erased words named them. */
  photosRemoved: number;
  /** Erased texts that were searched for in the files. */
  searchedTexts: readonly string[];
  /** Erased texts that other fields, coffees or changes still have. */
  textsElsewhere: readonly string[];
  /** How many erased values were not searched for. */
  unsearchedCount: number;
}>;

/** What is left of erased words: texts in files, and tables with dead rows. */
export type SweepResult = Readonly<{ found: readonly FoundText[]; tables: readonly string[] }>;

/** Previews an erasure; writes nothing. Rejects like `selectChanges`. */
export async function previewSelectedErasure(store: CoffeeStore, selection: EraseSelection): Promise<SelectedErasure> {
  const { field: fields = coffeeFields } = selection;
  const version = await store.version();
  const numbers = await selectedNumbers(store, selection);
  return { version, numbers, fields, preview: await previewErasure(store, numbers, fields) };
}

/**
 * An undo writes the words of an earlier change again. So it is selected only by its number, or together with its whole
 * coffee, and not as a change of the visitor who made it.
 */
async function selectedNumbers(
  store: CoffeeStore,
  { coffee, change, visitor, since, until }: EraseSelection,
): Promise<number[]> {
  const conditions: UndoSelection = {
    ...(change && { change }),
    ...(visitor !== undefined && { visitor }),
    ...(since && { since }),
    ...(until && { until }),
  };
  const isOfCoffee = coffee !== undefined && Object.keys(conditions).length === 0;
  const changes = isOfCoffee
    ? await store.summarise({ coffeeId: coffee }, Number.MAX_SAFE_INTEGER)
    : await selectChanges(store, conditions);
  return changes
    .filter(({ coffeeId }) => coffee === undefined || coffeeId === coffee)
    .filter(({ undoes }) => isOfCoffee || change || undoes === null)
    .map(({ number }) => number);
}

/**
 * Erases what was previewed, as the operator, from the log and from the bytes of the data. Rejects with a
 * `changed-meanwhile` fault if the shop has changed since the preview. If there is nothing to erase, it only finishes
 * an earlier erasure that was cut short.
 */
export async function eraseSelected(
  store: CoffeeStore,
  place: ShopPlace,
  { version, numbers, fields, preview: { coffees, searched } }: SelectedErasure,
  reason: string,
  onProgress?: (done: number, all: number) => void,
): Promise<ErasureOutcome> {
  const options = { precondition: { upTo: version.number }, onProgress };
  const by = { visitor: operator, at: new Date() };
  const photos = await namedPhotos(place);
  const erased =
    coffees.length > 0 ? await store.erase({ numbers, fields, reason }, by, options) : { changes: [], touched: 0 };
  const searchedTexts = await textsNotInLog(store, searched.texts);
  const mayHoldWords = coffees.length > 0 || (await store.erasedChanges(0)).length > 0;
  const swept = mayHoldWords
    ? await sweepShop(place, searchedTexts, searched.unsearched === 0)
    : { found: [], tables: [] };
  removeSharePictures(place);
  const photosRemoved = await removeUnnamedPhotos(place, photos);
  const textsElsewhere = searched.texts.filter((text) => !searchedTexts.includes(text));
  return { erased, swept, photosRemoved, searchedTexts, textsElsewhere, unsearchedCount: searched.unsearched };
}

/** Removes erased words from the bytes of a shop's data, as `sweepFile` and `sweepTables` do. */
async function sweepShop(
  { directory, databaseUrl }: ShopPlace,
  texts: readonly string[],
  areAll: boolean,
): Promise<SweepResult> {
  if (databaseUrl === "") return { found: await sweepFile(shopFile(directory), texts, areAll), tables: [] };
  const { sweepTables } = await import("../../store/postgres/tables/erased-words.ts");
  return { found: [], tables: await sweepTables(databaseUrl) };
}

/** Removes the share pictures that earlier releases kept in the data directory, with the old words. */
function removeSharePictures({ directory, databaseUrl }: ShopPlace): void {
  if (databaseUrl === "") rmSync(join(directory, "share-pictures"), { recursive: true, force: true });
}

/** The copies of a shop that hold, or may hold, words which it has erased. */
export async function findErasedWords(store: CoffeeStore, place: ShopPlace, backups: string): Promise<RemainingCopies> {
  return findRemainingCopies(store, place, backups, await erasedChangesOf(store), true);
}

/** The copies of a shop that hold, or may hold, words which this erasure would erase. */
export function findWordsToErase(
  store: CoffeeStore,
  place: ShopPlace,
  backups: string,
  { preview }: SelectedErasure,
): Promise<RemainingCopies> {
  return findRemainingCopies(store, place, backups, preview.erasedChanges, false);
}

/** Removes what killed commands left, and rewrites every copy that holds erased words, except those with a problem. */
export async function rewriteBackups(
  store: CoffeeStore,
  place: ShopPlace,
  backups: string,
): Promise<Readonly<{ rewritten: readonly string[]; removed: readonly string[] }>> {
  const places = await copyPlaces(store, place, backups);
  const erased = await erasedChangesOf(store);
  const removed = removeUnfinished(places, new Date());
  const copies = findUnerased(places, erased).filter(({ problem }) => problem === undefined);
  for (const { file } of copies) await rewriteCopy(file, store, erased);
  await prunePhotosOfBackups(backups);
  return { rewritten: copies.map(({ file }) => file), removed };
}
