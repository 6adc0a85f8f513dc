import { Fault } from "../../catalogue/fault.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { KeptPhoto } from "../../catalogue/photo-address.ts";
import type { PhotoBlobs } from "./photo-blobs.ts";
import { headerBytes, isSound, photoFile, readHeader, type PhotoHeader, type Picture } from "./photo-file.ts";

const dayMs = 24 * 3_600_000;
/** How long a photo is kept that no coffee names, since it was uploaded or a write last named it. */
export const unusedMs = dayMs;
/** A mark of a sweep that is older was left by a process that ended. */
const markMs = 60_000;
/** A sweep gives a photo up if it could not remove it within this time of its mark; well below `markMs`. */
const removalMs = 20_000;
/** A write that names a photo is noted at most this often. */
const touchEveryMs = 3_600_000;
/** How often the size of all photos is counted anew, because other processes add and remove some. */
const countEveryMs = 3_600_000;
const lookEveryMs = 50;
/** A picture that does not fit its header after so many reads of both is damaged. */
const readsAtMost = 3;
/** Headers in memory, about 2 KB each. */
const headersAtMost = 1_000;

/** The beginning of the keys of photos; their ids follow. */
export const keptPrefix = "kept/";
const photoKey = (id: string) => keptPrefix + id;
/** Holds the time at which a write last named the photo. */
const touchKey = (id: string) => `touched/${id}`;
/** Is there while a sweep removes the photo, and holds the time at which that began. */
const markKey = (id: string) => `swept/${id}`;

/** Returns the ids of all photos that a coffee or the log names. */
export type ReadReferences = () => Promise<ReadonlySet<string>>;

/**
 * The photos that the shop keeps, by the SHA-256 of what was uploaded. A photo that nothing names is removed by `sweep`
 * after a day; `touch` protects one that a write is about to name.
 *
 * Several processes can share the same blobs. A sweep writes its mark and then looks for a touch; a write touches and
 * then looks for a mark: so at least one of them sees the other.
 *
 * Every call may reject as `PhotoBlobs` does.
 */
export class PhotoStore implements AsyncDisposable {
  readonly #blobs: PhotoBlobs;
  readonly #limitBytes: number;
  readonly #now: () => number;
  readonly #headers = new Map<string, PhotoHeader>();
  readonly #touchedAt = new Map<string, number>();
  #size: Promise<number> | undefined;
  #countedAt = 0;

  /** `limitBytes` is for all photos together; `now` in milliseconds since 1970. */
  constructor(blobs: PhotoBlobs, limitBytes: number, now: () => number = Date.now) {
    this.#blobs = blobs;
    this.#limitBytes = limitBytes;
    this.#now = now;
  }

  /** The photo with this id. Undefined if there is none. */
  async find(id: string): Promise<PhotoHeader | undefined> {
    return this.#headers.get(id) ?? this.#readHeader(id);
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
      const renewed = await this.#readHeader(id);
      if (!renewed || !entryOf(renewed, width, formats)) return undefined;
      const picture = await this.#readPicture(renewed, width, formats);
      if (picture) return picture;
    }
    throw new Fault("storage-failed", "photos", new Error(`Photo ${id} is damaged.`));
  }

  /**
   * Keeps a photo. Resolves once it is durable, and then no sweep removes it within a day. Rejects with `photos-full`
   * if all photos would take more than the limit, and with `too-busy` while a sweep removes the same photo.
   */
  async add(photo: KeptPhoto, pictures: readonly Picture[]): Promise<void> {
    const bytes = photoFile(photo, pictures);
    const former = await this.find(photo.id);
    const growth = bytes.byteLength - (former ? sizeOf(former) : 0);
    if ((await this.size()) + growth > this.#limitBytes)
      throw new Fault("photos-full", { limitBytes: this.#limitBytes });
    if (!(await this.touch([photo.id]))) throw new Fault("too-busy", "requests");
    await this.#blobs.put(photoKey(photo.id), bytes);
    this.#headers.delete(photo.id);
    this.#size = this.#size?.then((size) => size + growth);
  }

  /**
   * Protects photos from sweeps for a day, before a write names them. Resolves to false if a sweep is removing one of
   * them; then they may be gone.
   */
  async touch(ids: readonly string[]): Promise<boolean> {
    const all = await Promise.all([...new Set(ids)].map((id) => this.#touch(id)));
    return all.every((isProtected) => isProtected);
  }

  /**
   * Removes the photos that nothing names and nothing has touched for a day, and what is left of sweeps that were cut
   * short. Resolves to how many photos it removed. `references` is called again before each removal.
   */
  async sweep(references: ReadReferences): Promise<number> {
    const old: string[] = [];
    for await (const { key, changedAt } of this.#blobs.list(keptPrefix))
      if (this.#now() - changedAt.getTime() > unusedMs) old.push(key.slice(keptPrefix.length));
    let removed = 0;
    const named = old.length > 0 ? await references() : new Set();
    for (const id of old) if (!named.has(id) && (await this.#sweepOne(id, references))) removed += 1;
    await this.#removeLeftovers();
    return removed;
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#blobs[Symbol.asyncDispose]();
  }

  async #readHeader(id: string): Promise<PhotoHeader | undefined> {
    const start = await this.#blobs.read(photoKey(id), { start: 0, end: headerBytes });
    const header = start && readHeader(id, start);
    if (start && !header) throw new Fault("storage-failed", "photos", new Error(`Photo ${id} is damaged.`));
    this.#headers.delete(id);
    if (!header) return undefined;
    this.#headers.set(id, header);
    const [oldest] = this.#headers.keys();
    if (this.#headers.size > headersAtMost && oldest !== undefined) this.#headers.delete(oldest);
    return header;
  }

  async #readPicture(
    header: PhotoHeader,
    width: number,
    formats: readonly Picture["format"][],
  ): Promise<Picture | undefined> {
    const entry = entryOf(header, width, formats);
    const bytes = entry && (await this.#blobs.read(photoKey(header.photo.id), entry));
    if (!bytes || !isSound(entry, bytes)) return undefined;
    return { format: entry.format, width: entry.width, height: entry.height, bytes };
  }

  async #touch(id: string): Promise<boolean> {
    const now = this.#now();
    if (now - (this.#touchedAt.get(id) ?? -Infinity) < touchEveryMs) return true;
    await this.#blobs.put(touchKey(id), Buffer.from(new Date(now).toISOString()));
    if (await this.#isMarked(id)) return false;
    this.#touchedAt.set(id, now);
    const [oldest] = this.#touchedAt.keys();
    if (this.#touchedAt.size > headersAtMost && oldest !== undefined) this.#touchedAt.delete(oldest);
    return true;
  }

  /** Whether a sweep is removing a photo; waits a little for its end. */
  async #isMarked(id: string): Promise<boolean> {
    for (let looks = 0; looks < 20; looks++) {
      const marked = await this.#timeIn(markKey(id));
      if (marked === undefined || this.#now() - marked > markMs) return false;
      await delay(lookEveryMs);
    }
    return true;
  }

  async #sweepOne(id: string, references: ReadReferences): Promise<boolean> {
    const began = this.#now();
    await this.#blobs.put(markKey(id), Buffer.from(new Date(began).toISOString()));
    try {
      const touched = (await this.#timeIn(touchKey(id))) ?? -Infinity;
      if (began - touched <= unusedMs || (await references()).has(id)) return false;
      if (this.#now() - began > removalMs) return false;
      await this.remove(id);
      return true;
    } finally {
      await this.#blobs.remove(markKey(id));
    }
  }

  /** Removes a photo at once, whoever names it. */
  async remove(id: string): Promise<void> {
    await this.#blobs.remove(photoKey(id));
    await this.#blobs.remove(touchKey(id));
    this.#headers.delete(id);
    this.#touchedAt.delete(id);
    this.#size = undefined;
  }

  /** Removes marks of sweeps that were cut short, and touches of photos that are gone. */
  async #removeLeftovers(): Promise<void> {
    for (const keyOf of [markKey, touchKey]) {
      for await (const { key, changedAt } of this.#blobs.list(keyOf(""))) {
        const id = key.slice(keyOf("").length);
        if (this.#now() - changedAt.getTime() <= unusedMs) continue;
        if (keyOf === markKey || !(await this.find(id))) await this.#blobs.remove(key);
      }
    }
  }

  async #timeIn(key: string): Promise<number | undefined> {
    const bytes = await this.#blobs.read(key);
    return bytes && Date.parse(Buffer.from(bytes).toString());
  }

  async #count(): Promise<number> {
    let size = 0;
    for await (const { bytes } of this.#blobs.list(keptPrefix)) size += bytes;
    return size;
  }
}

function entryOf({ pictures }: PhotoHeader, width: number, formats: readonly Picture["format"][]) {
  const inWidth = pictures.filter((each) => each.width === width);
  return formats.flatMap((format) => inWidth.find((each) => each.format === format) ?? [])[0];
}

function sizeOf({ pictures }: PhotoHeader): number {
  return Math.max(...pictures.map(({ end }) => end));
}
