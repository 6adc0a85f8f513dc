import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { fieldsOf } from "../../catalogue/coffee-text.ts";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import { parsePhotoAddress, pictureName, type KeptPhoto, type PhotoFormat } from "../../catalogue/photo-address.ts";
import { shopPlace } from "../../server/settings.ts";
import { isCopied } from "../../catalogue/copy-address.ts";
import { CopyStore } from "../../store/photos/copy-store.ts";
import { ifDamaged } from "../../store/photos/photo-files.ts";
import { copyId } from "../../store/photos/photo-keys.ts";
import { openPhotoBlobs } from "../../store/photos/open-photos.ts";
import { PhotoStore } from "../../store/photos/photo-store.ts";
import { readShopSettings } from "./shop.ts";

/** The photos of the shop that coffees name, each once. `publicUrl` is the shop's address; empty if not set. */
export function keptPhotosOf(coffees: readonly IdentifiedCoffee[], publicUrl: string): KeptPhoto[] {
  const photos = new Map<string, KeptPhoto>();
  for (const { text } of coffees) {
    const { photo } = parsePhotoAddress(withoutOwnAddress(fieldsOf(text).photo, publicUrl)) ?? {};
    if (photo) photos.set(pictureName(photo, "jpg"), photo);
  }
  return [...photos.values()];
}

/**
 * Reads one picture of each photo, in the width that `widthOf` chooses. `bytes` is undefined if the shop does not have
 * the photo, or has it damaged.
 */
export async function* readKeptPhotos(
  photos: readonly KeptPhoto[],
  format: PhotoFormat,
  widthOf: (photo: KeptPhoto) => number,
): AsyncGenerator<Readonly<{ photo: KeptPhoto; bytes: Uint8Array | undefined }>> {
  await using store = new PhotoStore(await openPhotoBlobs(shopPlace(readShopSettings())), Infinity);
  for (const photo of photos) {
    const picture = await store.picture(photo.id, widthOf(photo), [format]).catch(ifDamaged);
    yield { photo, bytes: picture?.bytes };
  }
}

/**
 * Reads a WebP of each copy that the shop has of these coffees' photos on other hosts, with the photo's address without
 * its fragment.
 */
export async function* readCopies(
  coffees: readonly IdentifiedCoffee[],
  publicUrl: string,
  widthOf: (photo: KeptPhoto) => number,
): AsyncGenerator<Readonly<{ address: string; bytes: Uint8Array }>> {
  const named = coffees.map(({ text }) => withoutOwnAddress(fieldsOf(text).photo, publicUrl)).filter(isCopied);
  await using blobs = await openPhotoBlobs(shopPlace(readShopSettings()));
  const copies = new CopyStore(blobs, Infinity);
  for (const address of new Set(named.map((photo) => photo.replace(/#.*$/s, "")))) {
    const id = copyId(address);
    const photo = id === undefined ? undefined : (await copies.find(id).catch(ifDamaged))?.photo;
    const picture = photo && (await copies.picture(photo.id, widthOf(photo), ["webp"]).catch(ifDamaged));
    if (picture) yield { address, bytes: picture.bytes };
  }
}
