import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parsePhotoAddress, widthsOf, type KeptPhoto } from "../../../catalogue/photo-address.ts";
import { isCopied } from "../../../catalogue/copy-address.ts";
import type { PhotoStore } from "../../../store/photos/photo-store.ts";
import type { PhotoCopies } from "../../photos/copies/photo-copies.ts";
import { pictureSize } from "./picture-size.ts";

/** The most pixels of a photo. One of this size takes some ten megabytes while it is drawn. */
const dotsAtMost = 4_000_000;
const sideAtMost = 8_000;

/** A picture that is at least this wide is sharp at the size at which it is drawn. */
const drawnWidth = 640;

/** The photos that the shop has; each is left out if it has none. */
export type PhotoSources = Readonly<{
  photos?: Pick<PhotoStore, "picture"> | undefined;
  copies?: Pick<PhotoCopies, "kept"> | undefined;
}>;

/**
 * The bytes of a coffee's photo, if its address is the path of one of the shop's own photographs or of a photo that the
 * shop keeps or has copied, or a base64 `data:` URL of a PNG, JPEG or WebP. Undefined for any other address, for a
 * missing or damaged photo, and for one that cannot be drawn in bounded time. Fetches nothing from other hosts.
 */
export async function photoBytes(
  photo: string,
  filesFolder: string,
  { photos, copies }: PhotoSources,
): Promise<Uint8Array | undefined> {
  const kept = parsePhotoAddress(photo)?.photo;
  const bytes = await (kept
    ? keptPhoto(kept, photos)
    : isCopied(photo)
      ? copyOf(photo, copies)
      : (ownPhotograph(photo, filesFolder) ?? inTheAddress(photo)));
  const { width, height } = (bytes && pictureSize(bytes)) ?? { width: 0, height: 0 };
  const isDrawable = width > 0 && height > 0 && Math.max(width, height) <= sideAtMost && width * height <= dotsAtMost;
  return isDrawable ? bytes : undefined;
}

async function keptPhoto({ id, width }: KeptPhoto, photos: PhotoSources["photos"]): Promise<Buffer | undefined> {
  const wide = widthsOf(width).find((each) => each >= drawnWidth) ?? width;
  // A photo that cannot be read now is left out; the next request for the picture tries again.
  const picture = await photos?.picture(id, wide, ["jpg"]).catch(() => undefined);
  return picture && Buffer.from(picture.bytes);
}

async function copyOf(address: string, copies: PhotoSources["copies"]): Promise<Buffer | undefined> {
  const picture = await copies?.kept(address, drawnWidth, ["jpg"]).catch(() => undefined);
  return picture && Buffer.from(picture.bytes);
}

function ownPhotograph(photo: string, filesFolder: string): Promise<Buffer | undefined> | undefined {
  const [, name] = /^\/photographs\/([a-z\d-]{1,80})\.jpg$/.exec(photo) ?? [];
  // A visitor wrote the address, so there may be no such file.
  return name === undefined
    ? undefined
    : readFile(join(filesFolder, "photographs", `${name}.jpg`)).catch(() => undefined);
}

function inTheAddress(photo: string): Buffer | undefined {
  const [, data] = /^data:image\/(?:png|jpe?g|webp);base64,([a-z\d+/]+={0,2})$/i.exec(photo) ?? [];
  return data === undefined ? undefined : Buffer.from(data, "base64");
}
