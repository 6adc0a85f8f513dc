import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyFields, type CoffeeFields } from "../catalogue/coffee.ts";
import { photoAddress, type KeptPhoto } from "../catalogue/photo-address.ts";
import { openShop, type ShopPlace } from "../store/open-store.ts";
import { openFileBlobs } from "../store/photos/file-blobs.ts";
import { openPhotoBlobs, photosFolder } from "../store/photos/open-photos.ts";
import { photoFile } from "../store/photos/photo-file.ts";

/** The time of all changes in a shop with photos. */
export const at = new Date("2026-11-29T12:00:00.000Z");
/** The only picture of each photo. */
export const jpeg = { format: "jpg", width: 400, height: 300, bytes: Buffer.from("the JPEG") } as const;
/** A photo with this id. */
export const photoOf = (id: string): KeptPhoto => ({ id, width: 400, height: 300, colour: "c8a27f" });
/** Photos whose ids are all a, all b and all c. A coffee names each of the first two. */
export const [first, second, unnamed] = [photoOf("a".repeat(64)), photoOf("b".repeat(64)), photoOf("c".repeat(64))];

export type ShopWithPhotos = AsyncDisposable & Readonly<{ folder: string; place: ShopPlace; backups: string }>;

/** A closed shop in a file, with two coffees and three photos, in a folder that goes with it. */
export async function shopWithPhotos(): Promise<ShopWithPhotos> {
  const folder = await mkdtemp(join(tmpdir(), "niceties-photos-"));
  const place = { directory: join(folder, "shop"), databaseUrl: "" };
  await (await openShop(place, [first, second].map(withPhoto), at)).close();
  await using blobs = await openPhotoBlobs(place);
  for (const photo of [first, second, unnamed]) await blobs.put(`kept/${photo.id}`, photoFile(photo, [jpeg]));
  const remove = () => rm(folder, { recursive: true });
  return { folder, place, backups: join(folder, "backups"), [Symbol.asyncDispose]: remove };
}

/** A coffee that names a photo. */
export function withPhoto(photo: KeptPhoto): CoffeeFields {
  return { ...emptyFields, name: photo.id.slice(0, 1), photo: photoAddress(photo, "A cup") };
}

/** The first letters of the ids of the photos in a shop, or in a folder of backups. */
export async function photosIn(where: ShopPlace | string): Promise<string> {
  await using blobs = typeof where === "string" ? openFileBlobs(photosFolder(where)) : await openPhotoBlobs(where);
  const keys: string[] = [];
  for await (const { key } of blobs.list("kept/")) keys.push(key.slice("kept/".length, "kept/".length + 1));
  return keys.join("");
}
