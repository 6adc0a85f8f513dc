import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CopyStore } from "../../store/photos/copy-store.ts";
import { openFileBlobs } from "../../store/photos/file-blobs.ts";
import { openPhotoBlobs } from "../../store/photos/open-photos.ts";
import type { PhotoBlobs } from "../../store/photos/photo-blobs.ts";
import { PhotoStore } from "../../store/photos/photo-store.ts";
import { shopPlace, type Settings } from "../settings.ts";

/** The photos of a shop. Disposing of them closes their place. */
export type ShopPhotos = AsyncDisposable &
  Readonly<{
    /** Undefined if visitors cannot upload photos. */
    photos: PhotoStore | undefined;
    /** Copies of other hosts' photos. Undefined if pages show the hosts' own. */
    copies: CopyStore | undefined;
  }>;

/**
 * Whether a shop keeps photos: not with extras off, nor if another product server keeps the coffees and there is no
 * place for photos, neither `PHOTOS_URL` nor the directory `DATA_DIR`.
 */
export function keepsPhotos({ EXTRAS, PRODUCT_SERVER_URL, PHOTOS_URL, DATA_DIR }: Settings): boolean {
  return EXTRAS && (PRODUCT_SERVER_URL === "" || PHOTOS_URL !== "" || existsSync(DATA_DIR));
}

/** Whether pages show the shop's own copies of photos of other hosts. */
export function copiesPhotos({ EXTRAS, MIRROR_PHOTOS }: Settings): boolean {
  return EXTRAS && MIRROR_PHOTOS;
}

/** Opens the uploaded photos of a shop; undefined if it keeps none. Disposing of them closes their place. */
export async function openPhotoStore(settings: Settings): Promise<PhotoStore | undefined> {
  return keepsPhotos(settings) ? new PhotoStore(await openPlace(settings), settings.PHOTOS_LIMIT) : undefined;
}

/** Opens the photos of a shop. Without a place for them, copies last until the shop closes. */
export async function openShopPhotos(settings: Settings): Promise<ShopPhotos> {
  const hasPlace = keepsPhotos(settings);
  const place = hasPlace ? await openPlace(settings) : copiesPhotos(settings) ? await openTemporary() : undefined;
  return {
    photos: place && hasPlace ? new PhotoStore(place, settings.PHOTOS_LIMIT) : undefined,
    copies: place && copiesPhotos(settings) ? new CopyStore(place, settings.MIRROR_LIMIT) : undefined,
    async [Symbol.asyncDispose]() {
      await place?.[Symbol.asyncDispose]();
    },
  };
}

function openPlace(settings: Settings): Promise<PhotoBlobs> {
  const place = shopPlace(settings);
  // The database of a shop that keeps no coffees has no tables.
  return openPhotoBlobs(settings.PRODUCT_SERVER_URL === "" ? place : { ...place, databaseUrl: "" });
}

/** A directory that is removed when it is closed. */
async function openTemporary(): Promise<PhotoBlobs> {
  const folder = await mkdtemp(join(tmpdir(), "niceties-copies-"));
  const blobs = openFileBlobs(folder);
  const close = blobs[Symbol.asyncDispose].bind(blobs);
  return Object.assign(blobs, {
    async [Symbol.asyncDispose]() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}
