import type { FileHandle } from "node:fs/promises";
import { Fault } from "../../../catalogue/fault.ts";
import { LimitedWork } from "../../http/limits/limited-work.ts";
import { isPlannedPicture } from "./check-picture.ts";
import { EncodingProcess, encodingOptions, type EncodingOptions, type PhotoFile } from "./encoding-process.ts";
import { parseEncodingReply, replyBytesAtMost, type Refusal } from "./encoding-reply.ts";
import { kindBytes, photoKind, type PhotoKind } from "./photo-kind.ts";
import { megapixelsAtMost, photoBytesAtMost, photoSideAtMost } from "./photo-limits.ts";
import { plannedPictures, type PlannedPicture } from "./picture-plan.ts";

/** A picture of a photo. */
export type EncodedPicture = PlannedPicture & Readonly<{ bytes: Uint8Array }>;

/** A photo with some of its pictures. The size is that of the largest picture; the colour is its average, as rrggbb. */
export type EncodedPhoto = Readonly<{
  width: number;
  height: number;
  colour: string;
  pictures: readonly EncodedPicture[];
}>;

/** A photo that is being encoded. Both reject alike until `first` has resolved. */
export type Encoding = Readonly<{
  /** The photo with the pictures in JPEG and WebP, of all widths. */
  first: Promise<EncodedPhoto>;
  /** The AVIFs, about as much later again. */
  later: Promise<readonly EncodedPicture[]>;
}>;

/** Why photos are not encoded while the shop closes. */
export class ShopClosed extends Error {
  override readonly name = "ShopClosed";

  constructor() {
    super("The shop is closed.");
  }
}

type Deliver = (photo: EncodedPhoto) => void;

const limits = { atOnce: 1, waiting: 16 };
/** More than noise takes, the worst of all pictures. */
const pictureBytesAtMost = 8_000_000;

/** Encodes photos that anybody may send, one at a time. Each has a process of its own, which ends with it. */
export class PhotoEncoder {
  readonly #options: EncodingOptions;
  readonly #work = new LimitedWork<readonly EncodedPicture[]>(limits);
  readonly #closing = new AbortController();
  #photos = 0;

  constructor(options: EncodingOptions = encodingOptions) {
    this.#options = options;
  }

  /**
   * Encodes the photo in a file whose position is at its start, and which must stay open until `first` settles. Rejects with `unsupported-photo`,
   * `photo-too-large`, `too-many-pixels` or `unreadable-photo`, with `too-busy` if too many photos wait, and with
   * another error if the file cannot be read or no process can start.
   */
  encode(file: FileHandle, client: string): Encoding {
    const { promise: first, resolve, reject } = Promise.withResolvers<EncodedPhoto>();
    const later = this.#encode(file, client, resolve);
    later.catch(reject);
    first.catch(() => {}); // a caller who waits only for `later` learns of it there
    return { first, later };
  }

  /** Kills the process. Photos that are being encoded or wait reject. */
  close(): void {
    this.#closing.abort(new ShopClosed());
  }

  async #encode(file: FileHandle, client: string, deliver: Deliver): Promise<readonly EncodedPicture[]> {
    const kind = await kindOf(file);
    this.#photos += 1;
    return await this.#work.run(client, String(this.#photos), () =>
      encodeInProcess({ kind, fd: file.fd }, this.#options, this.#closing.signal, deliver),
    );
  }
}

async function kindOf(file: FileHandle): Promise<PhotoKind> {
  const { size } = await file.stat();
  if (size > photoBytesAtMost) throw new Fault("photo-too-large", { limitBytes: photoBytesAtMost });
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(kindBytes), position: 0 });
  const kind = photoKind(buffer.subarray(0, bytesRead));
  if (kind === undefined || kind === "heic") throw new Fault("unsupported-photo", kind ?? "another type");
  return kind;
}

async function encodeInProcess(
  photo: PhotoFile,
  options: EncodingOptions,
  closing: AbortSignal,
  deliver: Deliver,
): Promise<readonly EncodedPicture[]> {
  closing.throwIfAborted();
  await using child = new EncodingProcess(photo, options, closing);
  try {
    await child.ready();
    return await readPictures(child, photo.kind, deliver);
  } catch (error) {
    closing.throwIfAborted();
    throw error;
  }
}

/** After it has read a hostile photo, the process is not trusted: what it sends must be what it should send. */
async function readPictures(child: EncodingProcess, kind: PhotoKind, deliver: Deliver) {
  try {
    const reply = parseEncodingReply(await child.read(replyBytesAtMost));
    if ("refusal" in reply) throw refuse(reply.refusal, kind);
    const { first, later } = plannedPictures(reply);
    deliver({ ...reply, pictures: await Array.fromAsync(first, (planned) => readPicture(child, planned)) });
    return await Array.fromAsync(later, (planned) => readPicture(child, planned));
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault("unreadable-photo", (await child.end()) ? "too slow" : "damaged", error);
  }
}

async function readPicture(child: EncodingProcess, planned: PlannedPicture): Promise<EncodedPicture> {
  const bytes = await child.read(pictureBytesAtMost);
  if (!isPlannedPicture(planned, bytes)) throw new TypeError("The process sent something else than the next picture.");
  return { ...planned, bytes };
}

function refuse(refusal: Refusal, kind: PhotoKind): Fault {
  if (refusal === "unreadable") return new Fault("unreadable-photo", "damaged");
  return new Fault("too-many-pixels", { megapixels: megapixelsAtMost[kind], side: photoSideAtMost });
}
