import { existsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { Fault } from "../catalogue/fault.ts";
import { photoIdsIn } from "../catalogue/photo-address.ts";
import { listBackups } from "../store/copies/backups.ts";
import type { Finding } from "../store/log/verification.ts";
import { joinPlace, joinShop, shopFile, type ShopPlace } from "../store/open-store.ts";
import { copyPhotos, type CopiedPhotos } from "../store/photos/copy-photos.ts";
import { openFileBlobs } from "../store/photos/file-blobs.ts";
import { openPhotoBlobs, photosFolder } from "../store/photos/open-photos.ts";
import { CopyStore } from "../store/photos/copy-store.ts";
import { addressesPrefix, copiesPrefix, keptPrefix } from "../store/photos/photo-keys.ts";
import { PhotoStore } from "../store/photos/photo-store.ts";
import { PhotoReferences } from "../store/photos/photo-references.ts";
import { verifyPhotos } from "../store/photos/verify-photos.ts";
import { photosNamedIn } from "../store/sqlite/photos-named-in.ts";

/*
 * All backups in a folder share its folder `photos`, because an uploaded photo never changes, and of another host's
 * photo the newest copy is enough. A photo is there as long as one of the backups names it.
 */

/** Copies the photos that a backup names into the folder of the backups. */
export async function backUpPhotos(
  backup: string,
  place: ShopPlace,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await using source = await openPhotoBlobs(place);
  await using target = openFileBlobs(photosFolder(folder));
  await copyPhotos(source, target, { keys: photosNamedIn(backup), signal });
}

/** Whether the folder of a backup has photos too. */
export function hasPhotosBeside(backup: string): boolean {
  return existsSync(photosFolder(dirname(backup)));
}

/** Removes the photos that no backup in a folder names any more; none if a backup there cannot be read. */
export async function prunePhotosOfBackups(folder: string): Promise<void> {
  await using blobs = openFileBlobs(photosFolder(folder));
  let named: ReadonlySet<string> | undefined;
  for (const prefix of [keptPrefix, copiesPrefix, addressesPrefix]) {
    for await (const { key } of blobs.list(prefix)) {
      named ??= namesIfReadable(listBackups(folder).map(({ file }) => file));
      if (!named) return;
      const ofPhoto = prefix === addressesPrefix ? copiesPrefix + key.slice(prefix.length) : key;
      if (!named.has(ofPhoto)) await blobs.remove(key);
    }
  }
}

/** The keys of the photos that any of these files names. Undefined if one cannot be read: it may name any photo. */
function namesIfReadable(files: readonly string[]): ReadonlySet<string> | undefined {
  try {
    return new Set(files.flatMap((file) => [...photosNamedIn(file)]));
  } catch (error) {
    if (error instanceof Database.SqliteError) return undefined;
    throw error;
  }
}

/** Brings back the photos that a restored shop names and lacks, from beside its backup. */
export async function restorePhotos(backup: string, place: ShopPlace, signal: AbortSignal | undefined): Promise<void> {
  await using source = openFileBlobs(photosFolder(dirname(backup)));
  await using target = await openPhotoBlobs(place);
  await copyPhotos(source, target, { keys: photosNamedIn(backup), signal });
}

/**
 * Copies the photos that a replaced shop's file names, and the restored one does not, to beside that file: the shop
 * will remove them, and the operator may want to go back. Copies none if the file cannot be read.
 */
export async function keepReplacedPhotos(
  before: string,
  backup: string,
  place: ShopPlace,
  signal: AbortSignal | undefined,
): Promise<void> {
  const named = namesIfReadable([before]);
  const keys = named && named.difference(photosNamedIn(backup));
  if (!keys || keys.size === 0) return;
  await using source = await openPhotoBlobs(place);
  await using target = openFileBlobs(photosFolder(dirname(before)));
  await copyPhotos(source, target, { keys, signal });
}

/** Copies the photos of a shop that moves to another place, unless they are in a bucket, where they stay. */
export async function movePhotos(source: ShopPlace, target: ShopPlace, signal: AbortSignal): Promise<CopiedPhotos> {
  if (source.photosUrl) return { copied: 0, damaged: [] };
  await using from = await openPhotoBlobs(source);
  await using to = await openPhotoBlobs(target);
  return await copyPhotos(from, to, { signal });
}

/** Checks every photo of a shop, as `verifyPhotos` does. */
export async function photosFinding(place: ShopPlace, signal: AbortSignal | undefined): Promise<Finding> {
  await using blobs = await openPhotoBlobs(place);
  return await verifyPhotos(blobs, await namedPhotosBeside(place), signal);
}

/** As `namedPhotos`, without opening a file for writing. Empty if the file cannot be read in that way. */
async function namedPhotosBeside(place: ShopPlace): Promise<ReadonlySet<string>> {
  if (place.databaseUrl === "") return namesIfReadable([shopFile(place.directory)]) ?? new Set();
  await using store = await joinPlace(place);
  return await new PhotoReferences(store).current();
}

/**
 * Protects the photos that these texts name from sweeps, before they are imported. Rejects with `storage-busy` while a
 * sweep removes one of them.
 */
export async function touchPhotos(place: ShopPlace, texts: readonly string[]): Promise<void> {
  const ids = new Set(texts.flatMap(photoIdsIn));
  if (ids.size === 0) return;
  await using photos = new PhotoStore(await openPhotoBlobs(place), Infinity);
  if (!(await photos.touch([...ids]))) throw new Fault("storage-busy", {});
}

/** The keys of all photos that a shop's coffees and log name. */
export async function namedPhotos(place: ShopPlace): Promise<ReadonlySet<string>> {
  await using store = await joinShop(place);
  return await new PhotoReferences(store).current();
}

/**
 * Removes those of these photos that nothing in the shop names any more, and all copies of other hosts' photos that
 * nothing names. Resolves to how many it removed.
 */
export async function removeUnnamedPhotos(place: ShopPlace, keys: ReadonlySet<string>): Promise<number> {
  const named = await namedPhotos(place);
  const unnamed = [...keys.difference(named)].filter((key) => key.startsWith(keptPrefix));
  await using blobs = await openPhotoBlobs(place);
  const photos = new PhotoStore(blobs, Infinity);
  for (const key of unnamed) await photos.remove(key.slice(keptPrefix.length));
  return unnamed.length + (await new CopyStore(blobs, Infinity).sweep(async () => named, -Infinity));
}
