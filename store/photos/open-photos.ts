import { join } from "node:path";
import { openFileBlobs } from "./file-blobs.ts";
import type { ShopPlace } from "../open-store.ts";
import type { PhotoBlobs } from "./photo-blobs.ts";

/** The folder of the photos in a data directory. */
export function photosFolder(directory: string): string {
  return join(directory, "photos");
}

/** Opens the photos of a shop. Nothing is read or written before they are used. */
export async function openPhotoBlobs({ directory, databaseUrl, photosUrl = "" }: ShopPlace): Promise<PhotoBlobs> {
  if (photosUrl !== "") {
    const { openS3Blobs } = await import("./s3-blobs.ts");
    return openS3Blobs(photosUrl);
  }
  if (databaseUrl !== "") {
    const { openPostgresBlobs } = await import("./postgres-blobs.ts");
    return openPostgresBlobs(databaseUrl);
  }
  return openFileBlobs(photosFolder(directory));
}
