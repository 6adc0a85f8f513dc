import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "../../catalogue/fault.ts";
import type { KeptPhoto } from "../../catalogue/photo-address.ts";
import type { PhotoBlobs } from "./photo-blobs.ts";
import { photoFile, type PhotoHeader, type Picture } from "./photo-file.ts";
import { PhotoFiles } from "./photo-files.ts";
import { keptPrefix, type ReadReferences } from "./photo-keys.ts";

const dayMs = 24 * 3_600_000;
/** How long a photo is kept that no coffee names, since it was uploaded or a write last named it. */
export const unusedMs = dayMs;
/** A mark of a sweep that is older was left by a process that ended. */
const markMs = 60_000;
/** A sweep gives a photo up if it could not remove it within this time of its mark; well below `markMs`. */
const removalMs = 20_000;
/** A write that names a photo is noted at most this often. */
const touchEveryMs = 3_600_000;
const lookEveryMs = 50;
/** Times of touches in memory. */
const touchesAtMost = 1_000;

/** Holds the time at which a write last named the photo. */
const touchKey = (id: string) => `touched/${id}`;
/** Is there while a sweep removes the photo, and holds the time at which that began. */
const markKey = (id: string) => `swept/${id}`;
/**
 * The beginning of each sweep's own mark of the photo, which goes on with the time at which that began. The end of one
 * process's sweep does not remove another's, as it may with the common mark; but some S3 servers list new blobs late.
 */
const ownMarkPrefix = (id: string) => `${markKey(id)}-`;

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
  readonly #files: PhotoFiles;
  readonly #limitBytes: number;
  readonly #now: () => number;
  readonly #touchedAt = new Map<string, number>();

  /** `limitBytes` is for all photos together; `now` in milliseconds since 1970. */
  constructor(blobs: PhotoBlobs, limitBytes: number, now: () => number = Date.now) {
    this.#blobs = blobs;
    this.#files = new PhotoFiles(blobs, keptPrefix, now);
    this.#limitBytes = limitBytes;
    this.#now = now;
  }

  /** As `PhotoFiles.find`. */
  find(id: string): Promise<PhotoHeader | undefined> {
    return this.#files.find(id);
  }

  /** As `PhotoFiles.picture`. */
  picture(id: string, width: number, formats: readonly Picture["format"][]): Promise<Picture | undefined> {
    return this.#files.picture(id, width, formats);
  }

  /**
   * Keeps a photo. Resolves once it is durable, and then no sweep removes it within a day. Rejects with `photos-full`
   * if all photos would take more than the limit, and with `too-busy` while a sweep removes the same photo.
   */
  async add(photo: KeptPhoto, pictures: readonly Picture[]): Promise<void> {
    const file = photoFile(photo, pictures);
    if ((await this.#files.sizeWith(photo.id, file.byteLength)) > this.#limitBytes)
      throw new Fault("photos-full", { limitBytes: this.#limitBytes });
    if (!(await this.touch([photo.id]))) throw new Fault("too-busy", "requests");
    await this.#files.put(photo.id, file);
  }

  /**
   * The photo with this id, protected from sweeps for a day because it was uploaded again. Undefined if there is none,
   * or if a sweep is removing it.
   */
  async renew(id: string): Promise<PhotoHeader | undefined> {
    if (!(await this.find(id)) || !(await this.touch([id]))) return undefined;
    // A sweep, perhaps of another process, may have removed it after it was found and before it was touched.
    return this.#files.reread(id);
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
    for await (const { id, changedAt } of this.#files.list())
      if (this.#now() - changedAt.getTime() > unusedMs) old.push(id);
    let removed = 0;
    const named = old.length > 0 ? await references() : new Set();
    for (const id of old) if (!named.has(keptPrefix + id) && (await this.#sweepOne(id, references))) removed += 1;
    await this.#removeLeftovers();
    return removed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#blobs[Symbol.asyncDispose]();
  }

  async #touch(id: string): Promise<boolean> {
    const now = this.#now();
    if (now - (this.#touchedAt.get(id) ?? -Infinity) < touchEveryMs) return true;
    const note = () => this.#blobs.put(touchKey(id), Buffer.from(new Date(now).toISOString()));
    await note();
    if (await this.#hasFreshMark(id)) {
      if (!(await this.#areMarksGone(id))) return false;
      // A sweep that removed the photo has removed this touch as well.
      await note();
      if (await this.#hasFreshMark(id)) return false;
    } else if ((await this.#timeIn(touchKey(id))) === undefined) await note(); // so has one that has ended meanwhile
    this.#touchedAt.set(id, now);
    const [oldest] = this.#touchedAt.keys();
    if (this.#touchedAt.size > touchesAtMost && oldest !== undefined) this.#touchedAt.delete(oldest);
    return true;
  }

  /** Waits a little for the end of sweeps that are removing a photo. */
  async #areMarksGone(id: string): Promise<boolean> {
    for (let looks = 0; looks < 20; looks++) {
      await delay(lookEveryMs);
      if (!(await this.#hasFreshMark(id))) return true;
    }
    return false;
  }

  /** Whether a sweep is removing a photo. */
  async #hasFreshMark(id: string): Promise<boolean> {
    const isFresh = (time: number | undefined) => time !== undefined && this.#now() - time <= markMs;
    if (isFresh(await this.#timeIn(markKey(id)))) return true;
    const marks = await Array.fromAsync(this.#blobs.list(ownMarkPrefix(id)));
    return marks.some(({ key }) => isFresh(timeOfMark(key)));
  }

  async #sweepOne(id: string, references: ReadReferences): Promise<boolean> {
    const began = this.#now();
    const ownMark = `${ownMarkPrefix(id)}${began}-${randomUUID()}`;
    for (const key of [ownMark, markKey(id)]) await this.#blobs.put(key, Buffer.from(new Date(began).toISOString()));
    const touched = (await this.#timeIn(touchKey(id))) ?? -Infinity;
    const isUnused = began - touched > unusedMs && !(await references()).has(keptPrefix + id);
    const isRemoved = isUnused && this.#now() - began <= removalMs;
    if (isRemoved) await this.remove(id);
    // If the removal fails, the marks stay, because a place for blobs may still carry it out.
    for (const key of [markKey(id), ownMark]) await this.#blobs.remove(key);
    return isRemoved;
  }

  /** Removes a photo at once, even if a coffee names it. */
  async remove(id: string): Promise<void> {
    await this.#files.remove(id);
    await this.#blobs.remove(touchKey(id));
    this.#touchedAt.delete(id);
  }

  /** Removes marks of sweeps that were cut short, and touches of photos that are gone. */
  async #removeLeftovers(): Promise<void> {
    for await (const { key, changedAt } of this.#blobs.list(markKey("")))
      if (this.#now() - (timeOfMark(key) ?? changedAt.getTime()) > unusedMs) await this.#blobs.remove(key);
    for await (const { key, changedAt } of this.#blobs.list(touchKey(""))) {
      const id = key.slice(touchKey("").length);
      const isOld = (time: number) => this.#now() - time > unusedMs;
      if (!isOld(changedAt.getTime()) || (await this.find(id))) continue;
      if (isOld((await this.#timeIn(key)) ?? -Infinity)) await this.#blobs.remove(key);
    }
  }

  async #timeIn(key: string): Promise<number | undefined> {
    const bytes = await this.#blobs.read(key);
    return bytes && Date.parse(Buffer.from(bytes).toString());
  }
}

/** When the sweep began that this is the own mark of; undefined for a common mark. */
function timeOfMark(key: string): number | undefined {
  const [, time] = /-(\d+)-/.exec(key) ?? [];
  return time === undefined ? undefined : Number(time);
}
