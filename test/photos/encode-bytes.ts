import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EncodedPhoto, EncodedPicture, PhotoEncoder } from "../../server/photos/encoder/photo-encoder.ts";

/** A photo with all of its pictures. */
export type WholePhoto = EncodedPhoto & Readonly<{ later: readonly EncodedPicture[] }>;

/** Writes bytes to a file, encodes it as the upload of a client, and removes it. Rejects as `encode` does. */
export async function encodeBytes(encoder: PhotoEncoder, bytes: Uint8Array, client = "client"): Promise<WholePhoto> {
  const folder = await mkdtemp(join(tmpdir(), "niceties-photo-"));
  try {
    const file = join(folder, "upload");
    await writeFile(file, bytes);
    await using handle = await open(file);
    const { first, later } = encoder.encode(handle, client);
    return { ...(await first), later: await later };
  } finally {
    await rm(folder, { recursive: true });
  }
}
