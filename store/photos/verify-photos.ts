import { right, wrong, type Finding } from "../log/verification.ts";
import { formatBytes, pluralise } from "../../catalogue/text/format-quantity.ts";
import type { PhotoBlobs } from "./photo-blobs.ts";
import { faultIn } from "./photo-file.ts";
import { keptPrefix } from "./photo-store.ts";

/**
 * Checks every byte of every photo against the checksums beside it, and whether all photos that the log names are
 * there. A coffee can name a photo that never was in the shop, so a missing one is no proof of a loss.
 */
export async function verifyPhotos(
  blobs: PhotoBlobs,
  named: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Finding> {
  const missing = new Set(named);
  const faults: string[] = [];
  let [count, size] = [0, 0];
  for await (const { key, bytes } of blobs.list(keptPrefix)) {
    signal?.throwIfAborted();
    const id = key.slice(keptPrefix.length);
    const photo = await blobs.read(key);
    if (!photo) continue; // removed since it was listed
    const fault = faultIn(id, photo);
    if (fault !== undefined) faults.push(`${id}: ${fault}`);
    missing.delete(id);
    count += 1;
    size += bytes;
  }
  const [first] = faults;
  if (first !== undefined)
    return wrong("photos", `${pluralise(faults.length, "photo")} of ${count} cannot be shown. ${first}.`);
  const lacking =
    missing.size === 0 ? "" : ` ${pluralise(missing.size, "photo")} that coffees or the log name are not there.`;
  return right("photos", `${pluralise(count, "photo")}, ${formatBytes(size)}, each whole.${lacking}`);
}
