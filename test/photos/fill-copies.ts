import { open } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PhotoEncoder, type EncodedPhoto } from "../../server/photos/encoder/photo-encoder.ts";
import { CopyStore } from "../../store/photos/copy-store.ts";
import { openPhotoBlobs } from "../../store/photos/open-photos.ts";
import { copyId } from "../../store/photos/photo-keys.ts";

const hourMs = 3_600_000;

/**
 * Gives a shop the copies of the photos of another host, as if visitors had seen them all: the shop fetches nothing from
 * a host on this machine. The host sends the photographs of `folder` in turn.
 */
export async function fillCopies(directory: string, addresses: readonly string[], folder: string): Promise<void> {
  const encoder = new PhotoEncoder();
  const photos: EncodedPhoto[] = [];
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".jpg"))) {
    await using file = await open(join(folder, name));
    const { first, later } = encoder.encode(file, "bench");
    const photo = await first;
    photos.push({ ...photo, pictures: [...photo.pictures, ...(await later)] });
  }
  encoder.close();
  await using blobs = await openPhotoBlobs({ directory, databaseUrl: "" });
  const copies = new CopyStore(blobs, Infinity);
  const freshUntil = Date.now() + 24 * hourMs;
  for (const [at, address] of addresses.entries()) {
    const { pictures, ...photo } = photos[at % photos.length] ?? {
      pictures: [],
      width: 1,
      height: 1,
      colour: "000000",
    };
    const record = { address, from: address, freshUntil };
    await copies.keep({ ...photo, id: copyId(address) ?? "" }, pictures, record, undefined);
  }
}
