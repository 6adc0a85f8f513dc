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

/** Why `encodeIfIdle` rejects: an upload came. */
export class UploadCame extends Error {
  override readonly name = "UploadCame";

  constructor() {
    super("An upload came, and is encoded first.");
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
  #pending = 0;
  #idleWork: AbortController | undefined;

  constructor(options: EncodingOptions = encodingOptions) {
    this.#options = options;
  }

  /**
   * Encodes the photo in a file whose position is at its start, and which must stay open until `first` settles. Rejects
   * with `unsupported-photo`, `photo-too-large`, `too-many-pixels` or `unreadable-photo`, with `too-busy` if too many
   * photos wait, and with another error if the file cannot be read or no process can start. With `yieldsToOthers`,
   * `later` resolves to no AVIFs if other photos wait when `first` resolves.
   */
  encode(file: FileHandle, client: string, { yieldsToOthers = false } = {}): Encoding {
    this.#idleWork?.abort(new UploadCame());
    const skipsLater = () => yieldsToOthers && this.#pending > 1;
    return this.#begin((deliver) => this.#encode(file, client, deliver, skipsLater));
  }

  /** Whether no photo is being encoded, and none waits. */
  get isIdle(): boolean {
    return this.#pending === 0 && !this.#idleWork;
  }

  /**
   * Encodes a photo as `encode` does, but rejects with `UploadCame` if other photos are being encoded, and as soon as
   * `encode` is called.
   */
  encodeIfIdle(file: FileHandle): Encoding {
    return this.#begin((deliver) => this.#encodeIfIdle(file, deliver));
  }

  /** Kills the process. Photos that are being encoded or wait reject. */
  close(): void {
    this.#closing.abort(new ShopClosed());
  }

  #begin(encode: (deliver: Deliver) => Promise<readonly EncodedPicture[]>): Encoding {
    const { signal: closing } = this.#closing;
    const { promise: first, resolve, reject } = Promise.withResolvers<EncodedPhoto>();
    // Once the shop closes, nobody keeps what was encoded.
    const later = encode((photo) => closing.aborted || resolve(photo)).then((pictures) => {
      closing.throwIfAborted();
      return pictures;
    });
    later.catch(reject);
    first.catch(() => {}); // a caller who waits only for `later` learns of it there
    return { first, later };
  }

  async #encode(
    file: FileHandle,
    client: string,
    deliver: Deliver,
    skipsLater: () => boolean,
  ): Promise<readonly EncodedPicture[]> {
    this.#pending += 1;
    try {
      const kind = await kindOf(file);
      this.#photos += 1;
      return await this.#work.run(client, String(this.#photos), () =>
        encodeInProcess({ kind, fd: file.fd }, this.#options, this.#closing.signal, deliver, skipsLater),
      );
    } finally {
      this.#pending -= 1;
    }
  }

  async #encodeIfIdle(file: FileHandle, deliver: Deliver): Promise<readonly EncodedPicture[]> {
    if (!this.isIdle) throw new UploadCame();
    const idleWork = new AbortController();
    this.#idleWork = idleWork;
    try {
      const kind = await kindOf(file);
      const signal = AbortSignal.any([this.#closing.signal, idleWork.signal]);
      return await encodeInProcess({ kind, fd: file.fd }, this.#options, signal, deliver);
    } finally {
      this.#idleWork = undefined;
    }
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
  signal: AbortSignal,
  deliver: Deliver,
  skipsLater = () => false,
): Promise<readonly EncodedPicture[]> {
  signal.throwIfAborted();
  await using child = new EncodingProcess(photo, options, signal);
  try {
    await child.ready();
    return await readPictures(child, photo.kind, deliver, skipsLater);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** After it has read a hostile photo, the process is not trusted: what it sends must be what it should send. */
async function readPictures(child: EncodingProcess, kind: PhotoKind, deliver: Deliver, skipsLater: () => boolean) {
  try {
    const reply = parseEncodingReply(await child.read(replyBytesAtMost));
    if ("refusal" in reply) throw refuse(reply.refusal, kind);
    const { first, later } = plannedPictures(reply);
    deliver({ ...reply, pictures: await Array.fromAsync(first, (planned) => readPicture(child, planned)) });
    if (skipsLater()) return [];
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
