import { right, wrong, type Finding } from "../log/verification.ts";
import { formatBytes, pluralise } from "../../catalogue/text/format-quantity.ts";
import type { PhotoBlobs } from "./photo-blobs.ts";
import { faultIn } from "./photo-file.ts";
import { addressesPrefix, copiesPrefix, keptPrefix } from "./photo-keys.ts";
import { isSourceGone, parseCopyRecord } from "./copy-record.ts";

/**
 * Checks every byte of every photo and copy against the checksums beside it, and whether all uploaded photos that the
 * log names are there. A coffee can name a photo that never was in the shop, so a missing one is no proof of a loss.
 * Counts the copies whose source is gone, at the time `now` in milliseconds since 1970.
 */
export async function verifyPhotos(
  blobs: PhotoBlobs,
  named: ReadonlySet<string>,
  signal: AbortSignal | undefined,
  now = Date.now(),
): Promise<Finding> {
  const photos = await checkFiles(blobs, keptPrefix, signal);
  const copies = await checkFiles(blobs, copiesPrefix, signal);
  const faults = [...photos.faults, ...copies.faults];
  const [first] = faults;
  if (first !== undefined) {
    const all = photos.keys.size + copies.keys.size;
    return wrong("photos", `${pluralise(faults.length, "photo")} of ${all} cannot be shown. ${first}.`);
  }
  const missing = [...named.difference(photos.keys)].filter((key) => key.startsWith(keptPrefix)).length;
  const lacking = missing === 0 ? "" : ` ${pluralise(missing, "photo")} that coffees or the log name are not there.`;
  const copied = copies.keys.size === 0 ? "" : ` ${await describeCopies(blobs, copies, now)}`;
  return right(
    "photos",
    `${pluralise(photos.keys.size, "photo")}, ${formatBytes(photos.size)}, each whole.${lacking}${copied}`,
  );
}

type CheckedFiles = Readonly<{ keys: ReadonlySet<string>; size: number; faults: readonly string[] }>;

async function checkFiles(blobs: PhotoBlobs, prefix: string, signal: AbortSignal | undefined): Promise<CheckedFiles> {
  const keys = new Set<string>();
  const faults: string[] = [];
  let size = 0;
  for await (const { key, bytes } of blobs.list(prefix)) {
    signal?.throwIfAborted();
    const id = key.slice(prefix.length);
    const photo = await blobs.read(key);
    if (!photo) continue; // removed since it was listed
    const fault = faultIn(id, photo);
    if (fault !== undefined) faults.push(`${id}: ${fault}`);
    keys.add(key);
    size += bytes;
  }
  return { keys, size, faults };
}

async function describeCopies(blobs: PhotoBlobs, { keys, size }: CheckedFiles, now: number): Promise<string> {
  let gone = 0;
  for (const key of keys) {
    const bytes = await blobs.read(addressesPrefix + key.slice(copiesPrefix.length));
    const record = bytes && parseCopyRecord(bytes);
    if (record && isSourceGone(record, now)) gone += 1;
  }
  const copies = `${keys.size} ${keys.size === 1 ? "copy" : "copies"} of other hosts' photos, ${formatBytes(size)}, each whole.`;
  return gone === 0 ? copies : `${copies} The sources of ${gone} are gone; the shop keeps them.`;
}
