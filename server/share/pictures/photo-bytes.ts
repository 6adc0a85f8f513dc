import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pictureSize } from "./picture-size.ts";

/** The most pixels of a photo. One of this size takes some ten megabytes while it is drawn. */
const dotsAtMost = 4_000_000;
const sideAtMost = 8_000;

/**
 * The bytes of a coffee's photo, if its address is the path of one of the shop's own photographs, or a base64 `data:`
 * URL of a PNG, JPEG or WebP. Undefined for any other address, for a missing file, and for a photo that cannot be drawn
 * in bounded time. Fetches nothing.
 */
export async function photoBytes(photo: string, filesFolder: string): Promise<Uint8Array | undefined> {
  const bytes = await (ownPhotograph(photo, filesFolder) ?? inTheAddress(photo));
  const { width, height } = (bytes && pictureSize(bytes)) ?? { width: 0, height: 0 };
  const isDrawable = width > 0 && height > 0 && Math.max(width, height) <= sideAtMost && width * height <= dotsAtMost;
  return isDrawable ? bytes : undefined;
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
