import { Readable } from "node:stream";
import { Fault } from "../../catalogue/fault.ts";
import type { KeptPhoto } from "../../catalogue/photo-address.ts";
import type { Picture } from "../../store/photos/photo-file.ts";
import type { PhotoFiles } from "../../store/photos/photo-files.ts";
import { ShopClosed, UploadCame, type PhotoEncoder } from "./encoder/photo-encoder.ts";
import { receiveFile } from "./receive-upload.ts";

/** The uploaded photos, or the copies of others. */
export type IncompletePhotos = Pick<PhotoFiles, "find" | "picture"> &
  Readonly<{ add: (photo: KeptPhoto, pictures: readonly Picture[]) => Promise<void> }>;

export type MissingAvifsParts = Readonly<{
  photos: IncompletePhotos;
  encoder: PhotoEncoder;
  now: () => Date;
  report: (error: unknown) => void;
}>;

/** The AVIFs of an upload come within this time of its reply, also if another node encodes them. */
const uploadMs = 60_000;
const photosAtMost = 1_000;

/**
 * Makes the AVIFs of photos that have none, because the shop was killed between the reply to an upload and the AVIFs,
 * or because other photos waited when a copy was made.
 * They are made from the largest JPEG, of one photo at a time, while no upload is encoded. Each process of the shop
 * tries each photo once.
 */
export class MissingAvifs {
  readonly #parts: MissingAvifsParts;
  /** When a request first missed a photo's AVIFs, in milliseconds since 1970; infinite once they were tried. */
  readonly #missedAt = new Map<string, number>();

  constructor(parts: MissingAvifsParts) {
    this.#parts = parts;
  }

  /** Called for each request that misses the AVIFs of a photo. Makes them if others missed them a minute ago. */
  notice(photo: KeptPhoto): void {
    const now = this.#parts.now().getTime();
    const missedAt = this.#missedAt.get(photo.id) ?? now;
    this.#remember(photo.id, missedAt);
    if (now - missedAt < uploadMs || !this.#parts.encoder.isIdle) return;
    this.#remember(photo.id, Infinity);
    this.#make(photo).catch((error: unknown) => {
      if (error instanceof UploadCame) this.#remember(photo.id, missedAt);
      else if (!isExpected(error)) this.#parts.report(error);
    });
  }

  async #make(photo: KeptPhoto): Promise<void> {
    const { photos, encoder } = this.#parts;
    const largest = await photos.picture(photo.id, photo.width, ["jpg"]);
    if (!largest) return;
    await using copy = await receiveFile(Readable.from([Buffer.from(largest.bytes)]));
    const { first, later } = encoder.encodeIfIdle(copy.file);
    const { width, height } = await first;
    const avifs = await later;
    // Read after the encoding: a photo that was erased or swept meanwhile does not come back.
    const others = await picturesOf(photos, photo.id);
    if (!others || width !== photo.width || height !== photo.height) return;
    await photos.add(photo, [...others, ...avifs]);
  }

  #remember(id: string, missedAt: number): void {
    this.#missedAt.set(id, missedAt);
    const [oldest] = this.#missedAt.keys();
    if (this.#missedAt.size > photosAtMost && oldest !== undefined) this.#missedAt.delete(oldest);
  }
}

/** Whether an error is a usual reason for a photo to stay without AVIFs, and needs no report. */
export function isExpected(error: unknown): boolean {
  return error instanceof ShopClosed || (error instanceof Fault && error.code === "photos-full");
}

/** All pictures of a photo except AVIFs. Undefined if the photo is gone. */
async function picturesOf(photos: IncompletePhotos, id: string): Promise<Picture[] | undefined> {
  const entries = (await photos.find(id))?.pictures.filter(({ format }) => format !== "avif");
  const pictures = await Promise.all(entries?.map(({ width, format }) => photos.picture(id, width, [format])) ?? []);
  const found = pictures.filter((picture) => picture !== undefined);
  return entries && found.length === entries.length ? found : undefined;
}
