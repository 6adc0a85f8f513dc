import { erasedChangesAt, findUnerased } from "../store/copies/erased-backups.ts";
import { right, type Finding, type Verification, type VerifyOptions } from "../store/log/verification.ts";
import type { ShopPlace } from "../store/open-store.ts";
import { photosFinding } from "./photos.ts";
import { verifyPlace } from "../store/verify.ts";

/** Verifies a shop's data, and looks for words in its backups that the shop has erased. Writes nothing. */
export async function verifyShop(place: ShopPlace, backups: string, options: VerifyOptions): Promise<Verification> {
  const verification = await verifyPlace(place, options);
  const photos = verification.isSound ? [await photosFinding(place, options.signal)] : [];
  const findings = [...verification.findings, ...photos, ...(await backupsFinding(verification, place, backups))];
  return { ...verification, findings, isSound: findings.every(({ isSound }) => isSound !== false) };
}

/** No finding if the shop has erased nothing, or cannot be read. */
async function backupsFinding({ isSound }: Verification, place: ShopPlace, backups: string): Promise<Finding[]> {
  const erased = isSound ? await erasedChangesAt(place) : [];
  if (erased.length === 0) return [];
  const copies = findUnerased({ backups, directories: [place.directory] }, erased).map(({ file }) => file);
  if (copies.length === 0) return [right("backups", "None holds words that the shop has erased.")];
  const message = `${copies.join(", ")} still hold words that the shop has erased; niceties erase --backups rewrites them.`;
  return [{ part: "backups", isSound: undefined, message }];
}
