import { Fault } from "../../catalogue/fault.ts";
import type { KeptPhoto } from "../../catalogue/photo-address.ts";
import { copyRecordBytes, isSourceGone, parseCopyRecord, type CopyRecord } from "./copy-record.ts";
import type { BlobEntry, PhotoBlobs } from "./photo-blobs.ts";
import { photoFile, type PhotoHeader, type Picture } from "./photo-file.ts";
import { PhotoFiles } from "./photo-files.ts";
import { addressesPrefix, copiesPrefix, type ReadReferences } from "./photo-keys.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** That a copy is shown is noted at most this often. */
const useEveryMs = dayMs / 2;
/** A file without its record, or the reverse, is left alone for this long: a process may be about to write the other. */
const halfKeptMs = hourMs;
/** Copies are removed until they take this part of their limit, so that not each new copy has to look for old ones. */
const partAfterEviction = 0.9;
const recordsInMemory = 2_000;

/** A copy with what is known of its address. `changedAt` is when it was last shown, to within half a day. */
export type ListedCopy = Readonly<{ id: string; record: CopyRecord; changedAt: Date }>;

/**
 * Copies of the photos of other hosts, by the SHA-256 of their URLs. Each has two blobs: the photo's file, and a record
 * of its address, whose time is that of its last use. The file is written first and removed last, so a record without a
 * file is nothing. Several processes can share the same blobs: the last one to write wins, and each wrote a whole copy.
 *
 * Every call may reject as `PhotoBlobs` does.
 */
export class CopyStore {
  readonly #blobs: PhotoBlobs;
  readonly #files: PhotoFiles;
  readonly #limitBytes: number;
  readonly #now: () => number;
  readonly #records = new Map<string, CopyRecord>();
  /** When each copy was last noted as shown by this process. */
  readonly #usedAt = new Map<string, number>();

  /** `limitBytes` is for all copies together; `now` in milliseconds since 1970. */
  constructor(blobs: PhotoBlobs, limitBytes: number, now: () => number = Date.now) {
    this.#blobs = blobs;
    this.#files = new PhotoFiles(blobs, copiesPrefix, now);
    this.#limitBytes = limitBytes;
    this.#now = now;
  }

  /** The copied photo with this id. Undefined if there is none. */
  find(id: string): Promise<PhotoHeader | undefined> {
    return this.#files.find(id);
  }

  /** As `PhotoFiles.reread`. */
  reread(id: string): Promise<PhotoHeader | undefined> {
    return this.#files.reread(id);
  }

  /** As `PhotoFiles.picture`. */
  picture(id: string, width: number, formats: readonly Picture["format"][]): Promise<Picture | undefined> {
    return this.#files.picture(id, width, formats);
  }

  /** What is known of a copy's address. Undefined if there is no copy, or nothing that this version can read. */
  async record(id: string): Promise<CopyRecord | undefined> {
    const known = this.#records.get(id);
    if (known) return known;
    const bytes = await this.#blobs.read(addressesPrefix + id);
    const record = bytes && parseCopyRecord(bytes);
    if (record) this.#remember(id, record);
    return record;
  }

  /**
   * Keeps a copy, in place of the one before. If there is no room, those that were not shown for the longest time are
   * removed: first copies that nothing names, and never one whose source is gone. Rejects with `photos-full` if there is
   * still no room. `references` is undefined if nobody knows what the log names.
   */
  async keep(
    photo: KeptPhoto,
    pictures: readonly Picture[],
    record: CopyRecord,
    references: ReadReferences | undefined,
  ): Promise<void> {
    await this.keepFile(photo, pictures, references);
    await this.note(photo.id, record);
  }

  /** Keeps the file of a copy that has its record already, as `keep` does. */
  async keepFile(
    photo: KeptPhoto,
    pictures: readonly Picture[],
    references: ReadReferences | undefined,
  ): Promise<void> {
    const file = photoFile(photo, pictures);
    if ((await this.#files.sizeWith(photo.id, file.byteLength)) > this.#limitBytes) {
      await this.#evict(photo.id, file.byteLength, references);
      if ((await this.#files.sizeWith(photo.id, file.byteLength)) > this.#limitBytes)
        throw new Fault("photos-full", { limitBytes: this.#limitBytes });
    }
    await this.#files.put(photo.id, file);
  }

  /** Replaces what is known of a copy's address. */
  async note(id: string, record: CopyRecord): Promise<void> {
    await this.#blobs.put(addressesPrefix + id, copyRecordBytes(record));
    this.#remember(id, record);
    this.#usedAt.delete(id);
    this.#usedAt.set(id, this.#now());
    const [oldest] = this.#usedAt.keys();
    if (this.#usedAt.size > recordsInMemory && oldest !== undefined) this.#usedAt.delete(oldest);
  }

  /** Notes that a copy is shown, so that it is not among the first to go. */
  async use(id: string): Promise<void> {
    if (this.#now() - (this.#usedAt.get(id) ?? -Infinity) < useEveryMs) return;
    const record = await this.record(id);
    if (record) await this.note(id, record);
  }

  /** Removes a copy at once. */
  async remove(id: string): Promise<void> {
    this.#records.delete(id);
    this.#usedAt.delete(id);
    await this.#blobs.remove(addressesPrefix + id);
    await this.#files.remove(id);
  }

  /**
   * Removes the copies that nothing names and that were not shown for a day, or for `unusedMs`, and those of which a
   * half is left. Resolves to how many it removed.
   */
  async sweep(references: ReadReferences, unusedMs = dayMs): Promise<number> {
    const [files, records] = await Promise.all([byId(this.#files.list()), byId(this.#listRecords())]);
    const named = files.size + records.size > 0 ? await references() : new Set();
    let removed = 0;
    for (const id of new Set([...files.keys(), ...records.keys()])) {
      const isWhole = files.has(id) && records.has(id);
      const changedAt = (records.get(id) ?? files.get(id))?.changedAt.getTime() ?? 0;
      const isOld = this.#now() - changedAt > (isWhole ? unusedMs : halfKeptMs);
      if (!isOld || (isWhole && named.has(copiesPrefix + id))) continue;
      await this.remove(id);
      removed += 1;
    }
    return removed;
  }

  /** All copies whose records can be read, those first that were not shown for the longest time. */
  async *list(): AsyncGenerator<ListedCopy> {
    const entries = [...(await byId(this.#listRecords())).values()];
    for (const { id, changedAt } of entries.toSorted((one, other) => +one.changedAt - +other.changedAt)) {
      const bytes = await this.#blobs.read(addressesPrefix + id);
      const record = bytes && parseCopyRecord(bytes);
      if (record) yield { id, record, changedAt };
    }
  }

  async #evict(id: string, bytes: number, references: ReadReferences | undefined): Promise<void> {
    const named = (await references?.()) ?? new Set();
    const room = async () => (await this.#files.sizeWith(id, bytes)) <= this.#limitBytes * partAfterEviction;
    for (const isForNamed of [false, true]) {
      for await (const { id: other, record } of this.list()) {
        if (await room()) return;
        if (other === id || named.has(copiesPrefix + other) !== isForNamed) continue;
        if (!isSourceGone(record, this.#now())) await this.remove(other);
      }
    }
  }

  /** Drops what is cached in memory. */
  forget(): void {
    this.#records.clear();
    this.#usedAt.clear();
  }

  async *#listRecords(): AsyncGenerator<Readonly<{ id: string }> & BlobEntry> {
    for await (const entry of this.#blobs.list(addressesPrefix))
      yield { id: entry.key.slice(addressesPrefix.length), ...entry };
  }

  #remember(id: string, record: CopyRecord): void {
    this.#records.delete(id);
    this.#records.set(id, record);
    const [oldest] = this.#records.keys();
    if (this.#records.size > recordsInMemory && oldest !== undefined) this.#records.delete(oldest);
  }
}

async function byId<Listed extends { id: string }>(list: AsyncIterable<Listed>): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  for await (const each of list) found.set(each.id, each);
  return found;
}
