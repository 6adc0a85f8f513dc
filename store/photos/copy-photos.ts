import type { BlobEntry, PhotoBlobs } from "./photo-blobs.ts";
import { faultIn } from "./photo-file.ts";
import { addressesPrefix, copiesPrefix, keptPrefix } from "./photo-keys.ts";

export type PhotoCopyOptions = Readonly<{
  /** Copies only the photos with these keys; all if left out. */
  keys?: ReadonlySet<string>;
  /** Stops the copying; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}>;

/** How many photos a copy added to its target, and the ids of those that it left out because they are damaged. */
export type CopiedPhotos = Readonly<{ copied: number; damaged: readonly string[] }>;

/**
 * Copies the photos that the target lacks, or has with fewer pictures, and the copies of other hosts' photos that it
 * lacks or has from an earlier time. A damaged photo takes the place of none. Rejects as either place does; then some
 * photos are copied, and the next call goes on from there.
 */
export async function copyPhotos(
  source: PhotoBlobs,
  target: PhotoBlobs,
  { keys, signal }: PhotoCopyOptions = {},
): Promise<CopiedPhotos> {
  const damaged: string[] = [];
  let copied = 0;
  for (const prefix of [keptPrefix, copiesPrefix]) {
    const there = new Map<string, BlobEntry>();
    for await (const entry of target.list(prefix)) there.set(entry.key, entry);
    for await (const entry of source.list(prefix)) {
      signal?.throwIfAborted();
      const { key } = entry;
      if (keys?.has(key) === false || !isNewer(entry, there.get(key))) continue;
      const id = key.slice(prefix.length);
      const photo = await source.read(key);
      const record = prefix === copiesPrefix ? await source.read(addressesPrefix + id) : undefined;
      if (!photo || (prefix === copiesPrefix && !record)) continue; // removed since it was listed
      if (faultIn(id, photo)) damaged.push(id);
      else {
        await target.put(key, photo);
        if (record) await target.put(addressesPrefix + id, record);
        copied += 1;
      }
    }
  }
  return { copied, damaged };
}

/** An uploaded photo only gets further pictures. A copy changes when its host's photo does. */
function isNewer({ key, bytes, changedAt }: BlobEntry, there: BlobEntry | undefined): boolean {
  if (!there) return true;
  return key.startsWith(keptPrefix) ? there.bytes < bytes : there.changedAt < changedAt;
}
