import type { PhotoBlobs } from "./photo-blobs.ts";
import { faultIn } from "./photo-file.ts";
import { keptPrefix } from "./photo-store.ts";

export type PhotoCopyOptions = Readonly<{
  /** Copies only the photos with these ids; all if left out. */
  ids?: ReadonlySet<string>;
  /** Stops the copying; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}>;

/** How many photos a copy added to its target, and the ids of those that it left out because they are damaged. */
export type CopiedPhotos = Readonly<{ copied: number; damaged: readonly string[] }>;

/**
 * Copies the photos that the target lacks, or has with fewer pictures. A damaged photo takes the place of none. Rejects
 * as either place does; then some photos are copied, and the next call goes on from there.
 */
export async function copyPhotos(
  source: PhotoBlobs,
  target: PhotoBlobs,
  { ids, signal }: PhotoCopyOptions = {},
): Promise<CopiedPhotos> {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of target.list(keptPrefix)) sizes.set(key, bytes);
  const damaged: string[] = [];
  let copied = 0;
  for await (const { key, bytes } of source.list(keptPrefix)) {
    signal?.throwIfAborted();
    const id = key.slice(keptPrefix.length);
    if (ids?.has(id) === false || (sizes.get(key) ?? 0) >= bytes) continue;
    const photo = await source.read(key);
    if (!photo) continue; // removed since it was listed
    if (faultIn(id, photo)) damaged.push(id);
    else {
      await target.put(key, photo);
      copied += 1;
    }
  }
  return { copied, damaged };
}
