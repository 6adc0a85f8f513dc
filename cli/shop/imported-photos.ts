import type { Readable } from "node:stream";
import type { IncomingCoffee } from "../../catalogue/coffee-store.ts";
import { coffeeText, fieldsOf } from "../../catalogue/coffee-text.ts";
import { Fault } from "../../catalogue/fault.ts";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import {
  parsePhotoAddress,
  parsePhotoOfAnyShop,
  photosPath,
  pictureName,
  picturePath,
  type KeptPhoto,
} from "../../catalogue/photo-address.ts";
import { PhotoEncoder } from "../../server/photos/encoder/photo-encoder.ts";
import { photoRefusal } from "../../server/photos/photo-refusal.ts";
import { receiveFile, type Upload } from "../../server/photos/receive-upload.ts";
import { ifDamaged } from "../../store/photos/photo-files.ts";
import type { PhotoStore } from "../../store/photos/photo-store.ts";
import { withProgress } from "../terminal/progress.ts";

/** Opens an exported photo by the name with which its address ends. Undefined if the export does not have it. */
export type OpenPhoto = (name: string) => Readable | undefined;

/** How many of the photos that imported coffees name are added, are in the shop already, or are left out, and why. */
export type PhotoCounts = Readonly<{
  added: number;
  present: number;
  missing: number;
  unreadable: number;
  full: number;
}>;

/** The photos of imported coffees: for each that the shop has, its photo there, by the name in the import. */
type Found = Readonly<{ photos: ReadonlyMap<string, KeptPhoto>; counts: PhotoCounts }>;

/** What an import that brings photos needs: the coffees, their photos, and the place for photos in the shop. */
export type PhotoImportParts = Readonly<{
  coffees: readonly IncomingCoffee[];
  open: OpenPhoto;
  photos: PhotoStore;
  /** The address of the shop that imports; empty if not set. */
  publicUrl: string;
}>;

/**
 * The photos that come with imported coffees. They are encoded as uploads are, so a photo has another address than in
 * the shop that exported it, and the coffees' addresses are replaced. A photo that is left out leaves its coffee's
 * address as it was.
 */
export class PhotoImport {
  readonly #parts: PhotoImportParts;
  /** The photos that the coffees name, each once, with one of the addresses that name it, by name. */
  readonly #named = new Map<string, Readonly<{ photo: KeptPhoto; address: string }>>();

  constructor(parts: PhotoImportParts) {
    this.#parts = parts;
    for (const { text } of parts.coffees) {
      const { photo: address } = fieldsOf(text);
      const { photo } = parsePhotoOfAnyShop(address) ?? {};
      if (photo) this.#named.set(pictureName(photo, "jpg"), { photo, address });
    }
  }

  /**
   * The coffees as they would be, and the counts, without adding a photo. The addresses of photos that would be added
   * differ from all that are in the shop, but are not the ones that they will get.
   */
  async preview(): Promise<Readonly<{ coffees: readonly IncomingCoffee[]; counts: PhotoCounts }>> {
    const found = await this.#find(({ id }) => ({ id, width: 1, height: 1, colour: "000000" }), false);
    return { coffees: this.#withAddresses(found.photos), counts: found.counts };
  }

  /** Adds the photos, under a progress bar. Resolves to the coffees with their addresses in this shop. */
  async add(): Promise<Readonly<{ coffees: readonly IncomingCoffee[]; counts: PhotoCounts }>> {
    const encoder = new PhotoEncoder();
    try {
      const found = await withProgress("Adding photos", async ({ signal, onProgress }) => {
        signal.addEventListener("abort", () => encoder.close());
        return await this.#find(
          (upload) => encodeAndKeep(this.#parts.photos, encoder, upload),
          true,
          (done) => {
            signal.throwIfAborted();
            onProgress(done, this.#named.size);
          },
        );
      });
      return { coffees: this.#withAddresses(found.photos), counts: found.counts };
    } finally {
      encoder.close();
    }
  }

  async #find(
    add: (upload: Upload) => KeptPhoto | Promise<KeptPhoto>,
    touches: boolean,
    onProgress: (done: number) => void = () => {},
  ): Promise<Found> {
    const photos = new Map<string, KeptPhoto>();
    const counts = { added: 0, present: 0, missing: 0, unreadable: 0, full: 0 };
    const addIfRoom = async (upload: Upload) => {
      if (counts.full > 0) throw new Fault("photos-full", { limitBytes: 0 });
      return await add(upload);
    };
    let done = 0;
    for (const [name, { photo: named, address }] of this.#named) {
      onProgress(done);
      done += 1;
      const { outcome, photo } = await this.#findOne(named, addIfRoom, touches).catch(leftOut);
      if (photo) photos.set(name, photo);
      // A photo on another host that did not come with the coffees is none of the export's.
      if (outcome !== "missing" || this.#ownPhoto(address)) counts[outcome] += 1;
    }
    return { photos, counts };
  }

  /** Looks for a photo in the shop under its own id, then under that of the exported picture, and else adds that. */
  async #findOne(named: KeptPhoto, add: (upload: Upload) => Promise<KeptPhoto>, touches: boolean): Promise<Outcome> {
    const { photos, open } = this.#parts;
    const present = async (id: string): Promise<Outcome | undefined> => {
      const photo = (await photos.find(id).catch(ifDamaged))?.photo;
      const isKept = photo !== undefined && (!touches || (await photos.touch([id])));
      return isKept ? { outcome: "present", photo } : undefined;
    };
    const known = await present(named.id);
    if (known) return known;
    const source = open(pictureName(named, "jpg"));
    if (!source) return { outcome: "missing" };
    try {
      await using upload = await receiveFile(source);
      return (await present(upload.id)) ?? { outcome: "added", photo: await add(upload) };
    } finally {
      source.destroy();
    }
  }

  #withAddresses(photos: ReadonlyMap<string, KeptPhoto>): readonly IncomingCoffee[] {
    return this.#parts.coffees.map((coffee) => {
      const fields = fieldsOf(coffee.text);
      const named = parsePhotoOfAnyShop(fields.photo)?.photo;
      const photo = named && photos.get(pictureName(named, "jpg"));
      if (!photo) return coffee;
      return { ...coffee, text: coffeeText({ ...fields, photo: this.#addressOf(fields.photo, photo) }) };
    });
  }

  /** The address of a photo in this shop, with the fragment of the former address; the former one if it is right. */
  #addressOf(former: string, photo: KeptPhoto): string {
    const path = picturePath(photo, "jpg");
    const own = this.#ownPhoto(former);
    if (own && picturePath(own, "jpg") === path) return former;
    const fragment = former.indexOf("#", former.indexOf(photosPath));
    return this.#parts.publicUrl + path + (fragment === -1 ? "" : former.slice(fragment));
  }

  /** The photo of this shop that an address is for; also for a path, which is one of any shop. */
  #ownPhoto(address: string): KeptPhoto | undefined {
    return parsePhotoAddress(withoutOwnAddress(address, this.#parts.publicUrl))?.photo;
  }
}

type Outcome = Readonly<{ outcome: keyof PhotoCounts; photo?: KeptPhoto }>;

/** The refusal of one photo. Throws any other error, such as one of the place for photos. */
function leftOut(error: unknown): Outcome {
  if (error instanceof Fault && error.code === "photos-full") return { outcome: "full" };
  if (photoRefusal(error) === undefined) throw error;
  return { outcome: "unreadable" };
}

/** Keeps a photo with all of its pictures; without AVIFs if they take too long. */
async function encodeAndKeep(photos: PhotoStore, encoder: PhotoEncoder, { id, file }: Upload): Promise<KeptPhoto> {
  const { first, later } = encoder.encode(file, "import");
  const { width, height, colour, pictures } = await first;
  const photo = { id, width, height, colour };
  const avifs = await later.catch((error: unknown) => {
    if (error instanceof Fault) return [];
    throw error;
  });
  await photos.add(photo, [...pictures, ...avifs]);
  return photo;
}
