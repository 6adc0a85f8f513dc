import { Fault } from "../../catalogue/fault.ts";
import type { BlobEntry, PhotoBlobs } from "./photo-blobs.ts";
import { headerBytes, isSound, readHeader, type PhotoHeader, type Picture } from "./photo-file.ts";

/** How often the size of all photos is counted again, because other processes add and remove some. */
const countEveryMs = 3_600_000;
/** A picture that does not fit its header after so many reads of both is damaged. */
const readsAtMost = 3;
/** Headers in memory, about 2 KB each. */
const headersAtMost = 1_000;

/**
 * The files of photos under one prefix of the keys of blobs, by the photos' ids: uploaded photos, or copies of photos
 * of other hosts. Every call may reject as `PhotoBlobs` does.
 */
export class PhotoFiles {
  readonly #blobs: PhotoBlobs;
  readonly #prefix: string;
  readonly #now: () => number;
  readonly #headers = new Map<string, PhotoHeader>();
  #size: Promise<number> | undefined;
  #countedAt = 0;

  /** `now` in milliseconds since 1970. */
  constructor(blobs: PhotoBlobs, prefix: string, now: () => number) {
    this.#blobs = blobs;
    this.#prefix = prefix;
    this.#now = now;
  }

  /** The photo with this id. Undefined if there is none. Rejects with `storage-failed` if its header is damaged. */
  async find(id: string): Promise<PhotoHeader | undefined> {
    return this.#headers.get(id) ?? this.reread(id);
  }

  /** As `find`, but what another process did counts too. */
  async reread(id: string): Promise<PhotoHeader | undefined> {
    const start = await this.#blobs.read(this.#prefix + id, { start: 0, end: headerBytes });
    const header = start && readHeader(id, start);
    if (start && !header) throw new Fault("storage-failed", "photos", new Error(`Photo ${id} is damaged.`));
    this.#headers.delete(id);
    if (!header) return undefined;
    this.#headers.set(id, header);
    const [oldest] = this.#headers.keys();
    if (this.#headers.size > headersAtMost && oldest !== undefined) this.#headers.delete(oldest);
    return header;
  }

  /**
   * The bytes of a picture of a photo: of the first of these formats that it has in this width. Undefined if it has
   * none, or there is no such photo. Rejects with `storage-failed` if the bytes are damaged.
   */
  async picture(id: string, width: number, formats: readonly Picture["format"][]): Promise<Picture | undefined> {
    const known = await this.find(id);
    const found = known && (await this.#readPicture(known, width, formats));
    if (found && found.format === formats[0]) return found;
    // The photo may be put again meanwhile, with its other formats, also between the two reads.
    for (let reads = 0; reads < readsAtMost; reads++) {
      const renewed = await this.reread(id);
      if (!renewed || !entryOf(renewed, width, formats)) return undefined;
      const picture = await this.#readPicture(renewed, width, formats);
      if (picture) return picture;
    }
    throw new Fault("storage-failed", "photos", new Error(`Photo ${id} is damaged.`));
  }

  /** The bytes of all photos together if the one with this id had `bytes`, as counted within the last hour. */
  async sizeWith(id: string, bytes: number): Promise<number> {
    return (await this.size()) + bytes - sizeOf(await this.#findSound(id));
  }

  /** The bytes of all photos together, as counted within the last hour. */
  async size(): Promise<number> {
    if (!this.#size || this.#now() - this.#countedAt > countEveryMs) {
      this.#countedAt = this.#now();
      this.#size = this.#count();
      this.#size.catch(() => (this.#size = undefined));
    }
    return this.#size;
  }

  /** Keeps the file of a photo, in place of the one before. Resolves once it is durable. */
  async put(id: string, file: Uint8Array): Promise<void> {
    const growth = file.byteLength - sizeOf(await this.#findSound(id));
    await this.#blobs.put(this.#prefix + id, file);
    this.#headers.delete(id);
    this.#size = this.#size?.then((size) => size + growth);
  }

  async remove(id: string): Promise<void> {
    const header = await this.#findSound(id);
    await this.#blobs.remove(this.#prefix + id);
    this.#headers.delete(id);
    this.#size = header && this.#size?.then((size) => size - sizeOf(header));
  }

  /** The ids of all photos, with when each was put. */
  async *list(): AsyncGenerator<Readonly<{ id: string }> & BlobEntry> {
    for await (const entry of this.#blobs.list(this.#prefix))
      yield { id: entry.key.slice(this.#prefix.length), ...entry };
  }

  /** The photo with this id, unless it is damaged. The call that follows reports a place that cannot be read. */
  async #findSound(id: string): Promise<PhotoHeader | undefined> {
    return await this.find(id).catch(() => undefined);
  }

  async #readPicture(
    header: PhotoHeader,
    width: number,
    formats: readonly Picture["format"][],
  ): Promise<Picture | undefined> {
    const entry = entryOf(header, width, formats);
    const bytes = entry && (await this.#blobs.read(this.#prefix + header.photo.id, entry));
    if (!bytes || !isSound(entry, bytes)) return undefined;
    return { format: entry.format, width: entry.width, height: entry.height, bytes };
  }

  async #count(): Promise<number> {
    let size = 0;
    for await (const { bytes } of this.#blobs.list(this.#prefix)) size += bytes;
    return size;
  }
}

/** Makes a damaged photo one that is not there. Throws any other error. */
export function ifDamaged(error: unknown): undefined {
  if (!(error instanceof Fault && error.code === "storage-failed")) throw error;
}

function entryOf({ pictures }: PhotoHeader, width: number, formats: readonly Picture["format"][]) {
  const inWidth = pictures.filter((each) => each.width === width);
  return formats.flatMap((format) => inWidth.find((each) => each.format === format) ?? [])[0];
}

function sizeOf(header: PhotoHeader | undefined): number {
  return header ? Math.max(...header.pictures.map(({ end }) => end)) : 0;
}
