import { createHash } from "node:crypto";
import { globSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { picturePath, widthsOf, type KeptPhoto } from "../../../catalogue/photo-address.ts";
import { joinPlace, type ShopPlace } from "../../../store/open-store.ts";
import { openFileBlobs } from "../../../store/photos/file-blobs.ts";
import { openPhotoBlobs, photosFolder } from "../../../store/photos/open-photos.ts";
import type { PhotoBlobs } from "../../../store/photos/photo-blobs.ts";
import { faultIn, readHeader } from "../../../store/photos/photo-file.ts";
import { PhotoReferences } from "../../../store/photos/photo-references.ts";
import { addressesPrefix, copiesPrefix, keptPrefix } from "../../../store/photos/photo-keys.ts";
import { PhotoStore, unusedMs } from "../../../store/photos/photo-store.ts";
import { photosNamedIn } from "../../../store/sqlite/photos-named-in.ts";
import type { PhotoLedger } from "./photo-ledger.ts";

const hourMs = 3_600_000;
const aDayLater = () => Date.now() + unusedMs + hourMs;
const firstFormats = ["jpg", "webp"] as const;

/** The sizes of all photos in bytes, by their ids. */
async function sizesOf(blobs: PhotoBlobs): Promise<Map<string, number>> {
  const all = await Array.fromAsync(blobs.list(keptPrefix));
  return new Map(all.map(({ key, bytes }) => [key.slice(keptPrefix.length), bytes]));
}

/** The ids of the uploaded photos among these keys. */
function idsOf(keys: ReadonlySet<string>): Set<string> {
  const kept = [...keys].filter((key) => key.startsWith(keptPrefix));
  return new Set(kept.map((key) => key.slice(keptPrefix.length)));
}

/** What is wrong with the blob of a photo, which must have each first picture whole. */
async function faultOfBlob(blobs: PhotoBlobs, id: string): Promise<string | undefined> {
  const blob = await blobs.read(keptPrefix + id);
  if (!blob) return `${id} was listed, and is gone.`;
  const fault = faultIn(id, blob);
  if (fault !== undefined) return `${id} is half kept: ${fault}.`;
  const { photo, pictures } = readHeader(id, blob) ?? {};
  const missing = firstFormats.flatMap((format) =>
    widthsOf(photo?.width ?? 0)
      .filter((width) => !pictures?.some((each) => each.format === format && each.width === width))
      .map((width) => `${width} pixels as ${format}`),
  );
  return missing.length === 0 ? undefined : `${id} lacks its pictures of ${missing.join(", ")}.`;
}

/** Compares what a shop keeps, and nobody changes meanwhile, with what it promised. */
export class PhotoJudge {
  readonly #ledger: PhotoLedger;
  readonly #place: ShopPlace;
  /** The blobs that were found whole, by id and size: one that gets its AVIFs has another size. */
  readonly #whole = new Set<string>();
  readonly #missed = new Set<string>();

  constructor(ledger: PhotoLedger, place: ShopPlace) {
    this.#ledger = ledger;
    this.#place = place;
  }

  /** Looks for photos that are lost or half kept, and reads pictures of the new ones from the shop. */
  async judge(url: string): Promise<void> {
    await using blobs = await openPhotoBlobs(this.#place);
    const sizes = await sizesOf(blobs);
    for (const sent of this.#ledger.photos.values()) {
      const { id } = sent.photo;
      if (!this.#ledger.isPromised(sent) || sizes.has(id) || this.#missed.has(id)) continue;
      this.#missed.add(id);
      this.#fault(`${id} is lost. It was ${sent.namedAt ? "saved in a coffee" : "uploaded within a day"}.`);
    }
    for (const [id, bytes] of sizes) {
      const blob = `${id} ${bytes}`;
      if (this.#whole.has(blob)) continue;
      const fault = await faultOfBlob(blobs, id);
      if (fault === undefined) this.#whole.add(blob);
      else this.#fault(fault);
      const { photo } = this.#ledger.photos.get(id) ?? {};
      if (photo) await this.#judgePicture(url, blobs, photo);
    }
  }

  /** The shop must send the pictures that the blob has. */
  async #judgePicture(url: string, blobs: PhotoBlobs, photo: KeptPhoto): Promise<void> {
    const blob = (await blobs.read(keptPrefix + photo.id)) ?? new Uint8Array();
    const { pictures = [] } = readHeader(photo.id, blob) ?? {};
    for (const { format, width, sha256 } of pictures.filter((each) => each.format !== "avif")) {
      const reply = await fetch(url + picturePath(photo, format, width));
      const sent = createHash("sha256")
        .update(Buffer.from(await reply.arrayBuffer()))
        .digest("hex");
      if (reply.status !== 200 || sent !== sha256)
        this.#fault(`${photo.id} of ${width} pixels as ${format} was answered ${reply.status}, with other bytes.`);
    }
  }

  /** A backup must have every photo that it names and that the shop had promised when the backup began. */
  async judgeBackup(file: string, folder: string, begunAt: number): Promise<void> {
    await using blobs = openFileBlobs(photosFolder(folder));
    const there = await sizesOf(blobs);
    for (const id of idsOf(photosNamedIn(file))) {
      const sent = this.#ledger.photos.get(id);
      const isPromised = sent !== undefined && this.#ledger.isPromised(sent, begunAt);
      const fault = there.has(id) ? await faultOfBlob(blobs, id) : isPromised ? `${id} is missing.` : undefined;
      if (fault !== undefined) this.#fault(`In the backup ${file}: ${fault}`);
    }
  }

  /**
   * Sweeps as a day later, twice: the second sweep removes what is left of the first. Then there must be exactly the
   * photos that coffees and the log name, and nothing else. Resolves to how many photos were removed.
   */
  async judgeAfterADay(): Promise<number> {
    await using blobs = await openPhotoBlobs(this.#place);
    await using store = await joinPlace(this.#place);
    const references = new PhotoReferences(store);
    ageTemporaryFiles(photosFolder(this.#place.directory));
    let removed = 0;
    for (let sweep = 0; sweep < 2; sweep++) {
      const photos = new PhotoStore(blobs, Infinity, aDayLater);
      removed += await photos.sweep(() => references.current());
    }
    const kept = await sizesOf(blobs);
    const named = idsOf(await references.current());
    for (const id of kept.keys()) if (!named.has(id)) this.#fault(`${id} is kept, and nothing names it.`);
    for (const [id, { namedAt }] of this.#ledger.photos)
      if (namedAt !== undefined && !kept.has(id))
        this.#fault(`${id} was saved in a coffee, and is gone after a sweep.`);
    for await (const { key } of blobs.list("")) {
      const id = key.slice(key.indexOf("/") + 1);
      if (key.startsWith(copiesPrefix) || key.startsWith(addressesPrefix)) continue;
      if (!kept.has(id) || key.startsWith("swept/")) this.#fault(`${key} is left of a sweep.`);
    }
    return removed;
  }

  /** Judges the folders of photos in files: a killed process must leave nothing that the next list does not remove. */
  judgeTemporaryFiles(folder: string): void {
    for (const file of temporaryFiles(folder)) this.#fault(`${file} is left of a process that was killed.`);
  }

  #fault(fault: string): void {
    this.#ledger.faults.push(fault);
  }
}

/** The temporary files of puts. The directories of blobs begin with the same character. */
function temporaryFiles(folder: string): string[] {
  return globSync("**/~*-*", { cwd: folder }).map((name) => join(folder, name));
}

/** Makes temporary files as old as those that no process writes any more. Returns how many there are. */
export function ageTemporaryFiles(folder: string): number {
  const files = temporaryFiles(folder).filter((file) => statSync(file).isFile());
  const before = new Date(Date.now() - 2 * hourMs);
  for (const file of files) utimesSync(file, before, before);
  return files.length;
}
