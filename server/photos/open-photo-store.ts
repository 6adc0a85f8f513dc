import { existsSync } from "node:fs";
import { openPhotoBlobs } from "../../store/photos/open-photos.ts";
import { PhotoStore } from "../../store/photos/photo-store.ts";
import { shopPlace, type Settings } from "../settings.ts";

/**
 * Whether a shop keeps photos: not with extras off, nor if another product server keeps the coffees and there is no
 * place for photos, neither `PHOTOS_URL` nor the directory `DATA_DIR`.
 */
export function keepsPhotos({ EXTRAS, PRODUCT_SERVER_URL, PHOTOS_URL, DATA_DIR }: Settings): boolean {
  return EXTRAS && (PRODUCT_SERVER_URL === "" || PHOTOS_URL !== "" || existsSync(DATA_DIR));
}

/** Opens the photos of a shop; undefined if it keeps none. */
export async function openPhotoStore(settings: Settings): Promise<PhotoStore | undefined> {
  if (!keepsPhotos(settings)) return undefined;
  const { PRODUCT_SERVER_URL, PHOTOS_LIMIT } = settings;
  const place = shopPlace(settings);
  // The database of a shop that keeps no coffees has no tables.
  const ofPhotos = PRODUCT_SERVER_URL === "" ? place : { ...place, databaseUrl: "" };
  return new PhotoStore(await openPhotoBlobs(ofPhotos), PHOTOS_LIMIT);
}
