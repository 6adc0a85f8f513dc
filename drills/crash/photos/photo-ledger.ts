import type { Version } from "../../../catalogue/log/change.ts";
import { parsePhotoAddress, type KeptPhoto } from "../../../catalogue/photo-address.ts";

/** A photo that the shop acknowledged. Times are those of `Date.now()`. */
export type SentPhoto = {
  readonly photo: KeptPhoto;
  readonly address: string;
  /** What was uploaded. */
  readonly bytes: Buffer<ArrayBuffer>;
  /** When the newest upload was acknowledged; undefined once that was, for the shop, more than a day ago. */
  uploadedAt: number | undefined;
  /** Whether a write that names it was sent, acknowledged or not. */
  isPerhapsNamed: boolean;
  /** When the first write that names it was acknowledged, unless a sweep had begun to remove it before. */
  namedAt: number | undefined;
  /** When a sweep last began to remove it. */
  removedAt: number | undefined;
};

/** The photos that test clients uploaded to a shop and named in coffees, and what the shop promised of each. */
export class PhotoLedger {
  readonly faults: string[] = [];
  readonly receipts: Version[] = [];
  readonly photos = new Map<string, SentPhoto>();
  /** Uploads without an answer, which are sent again. */
  readonly unanswered: Buffer<ArrayBuffer>[] = [];
  /** The ids of coffees that were added and not deleted. */
  readonly coffees: string[] = [];
  readonly counts = {
    uploads: 0,
    saves: 0,
    removals: 0,
    "coffees saved after the sweep of their photo": 0,
    "refused requests": 0,
    "failed sweeps": 0,
  };

  /** Records that an upload was acknowledged with this address. */
  acknowledgeUpload(address: string, bytes: Buffer<ArrayBuffer>): void {
    const { photo } = parsePhotoAddress(address) ?? {};
    if (!photo) {
      this.faults.push(`An upload was acknowledged as ${address}.`);
      return;
    }
    this.counts.uploads += 1;
    const uploadedAt = Date.now();
    const known = this.photos.get(photo.id);
    if (known) known.uploadedAt = uploadedAt;
    else {
      const isPerhapsNamed = false;
      const fresh = { photo, address, bytes, uploadedAt, isPerhapsNamed, namedAt: undefined, removedAt: undefined };
      this.photos.set(photo.id, fresh);
    }
  }

  /** Records that a write which names a photo was acknowledged. */
  acknowledgeSave(sent: SentPhoto): void {
    this.counts.saves += 1;
    // The photo was more than a day old, and was removed before the coffee named it.
    if (sent.uploadedAt === undefined && sent.namedAt === undefined && sent.removedAt !== undefined)
      this.counts["coffees saved after the sweep of their photo"] += 1;
    else sent.namedAt ??= Date.now();
  }

  /** Records that a sweep is about to remove a photo, which is a fault once the photo is promised. */
  removes(id: string, at: number): void {
    const sent = this.photos.get(id);
    if (!sent) return;
    this.counts.removals += 1;
    sent.removedAt = at;
    const { uploadedAt = Infinity, namedAt = Infinity } = sent;
    if (uploadedAt < at) this.faults.push(`A sweep removed ${id}, uploaded within a day.`);
    else if (namedAt < at) this.faults.push(`A sweep removed ${id} ${at - namedAt} ms after it was saved in a coffee.`);
    // The message came after the acknowledgement, but the sweep came first.
    else if (namedAt !== Infinity && uploadedAt === Infinity) sent.namedAt = undefined;
  }

  /** Whether the photo must be there since this time at the latest; by default, now. */
  isPromised({ uploadedAt = Infinity, namedAt = Infinity }: SentPhoto, since = Date.now()): boolean {
    return Math.min(uploadedAt, namedAt) <= since;
  }

  /** Photos that no coffee names: uploaded within a day, or before. */
  unnamed(age: "fresh" | "old"): SentPhoto[] {
    return [...this.photos.values()].filter(
      ({ isPerhapsNamed, uploadedAt }) => !isPerhapsNamed && (uploadedAt !== undefined) === (age === "fresh"),
    );
  }
}
