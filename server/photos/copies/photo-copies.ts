import { Fault, type FaultCode } from "../../../catalogue/fault.ts";
import { widthsOf, type KeptPhoto, type PhotoFormat } from "../../../catalogue/photo-address.ts";
import type { CopyRecord } from "../../../store/photos/copy-record.ts";
import type { CopyStore } from "../../../store/photos/copy-store.ts";
import type { Picture } from "../../../store/photos/photo-file.ts";
import { ifDamaged } from "../../../store/photos/photo-files.ts";
import { copiesPrefix, copyId, type ReadReferences } from "../../../store/photos/photo-keys.ts";
import { LimitedWork } from "../../http/limits/limited-work.ts";
import { ShopClosed, type Encoding, type PhotoEncoder } from "../encoder/photo-encoder.ts";
import { MissingAvifs } from "../missing-avifs.ts";
import { FetchOnce } from "../mirror/fetch-once.ts";
import { fetchPhoto, photoUserAgent, type FetchedPhoto } from "../mirror/fetch-photo.ts";
import { openNetwork, type Network } from "../mirror/network.ts";
import { PhotoFetchFailure } from "../mirror/photo-fetch-failure.ts";
import { parsePhotoUrl } from "../mirror/photo-url.ts";
import { RobotsFiles } from "../mirror/robots-files.ts";
import { photoRefusal } from "../photo-refusal.ts";
import { retryAfterMs } from "./retry-after.ts";

export type PhotoCopiesParts = Readonly<{
  copies: CopyStore;
  encoder: PhotoEncoder;
  /** Undefined when `PRODUCT_SERVER_URL` is set. */
  references: ReadReferences | undefined;
  /** `PUBLIC_URL`; empty if not set. */
  publicUrl: string;
  now: () => Date;
  report: (error: unknown) => void;
  /** The internet if left out. */
  network?: Network | undefined;
}>;

/** A picture of a copy, and when its host is asked again, in milliseconds since 1970. */
export type CopiedPicture = Readonly<{ picture: Picture; freshUntil: number }>;

/** Who waits for a copy, and how it pays for one that no coffee names. */
export type Requester = Readonly<{ client: string; pay: () => Promise<unknown> }>;

/**
 * How long a request waits for a first copy. Over HTTP/1.1 a browser has six connections to the shop, so photos that
 * wait longer would keep it from saving a coffee. Pages ask again.
 */
const waitMs = 2_000;
/** Photos that are fetched or encoded at once, so uploads never wait behind more than these. */
const limits = { atOnce: 4, waiting: 400 };
/** The client of copies that are refreshed while the ones before are shown. */
const refreshing = "";
const failuresInMemory = 5_000;

type Failure = Readonly<{ until: number; times: number }>;

/**
 * Copies of the photos of other hosts. A photo is fetched through the wall of server/photos/mirror when it is first
 * needed, encoded as an upload is, and kept. When its host says that it may have changed, the copy is shown and
 * refreshed meanwhile. A copy stays when its host fails.
 */
export class PhotoCopies {
  readonly #parts: PhotoCopiesParts;
  readonly #userAgent: string;
  readonly #robots: RobotsFiles;
  readonly #work = new LimitedWork<void>(limits);
  readonly #once = new FetchOnce<void>();
  readonly #closing = new AbortController();
  readonly #missingAvifs: MissingAvifs;
  /** The newest encoding of each copy whose AVIFs are not kept yet. */
  readonly #encodings = new Map<string, Encoding>();
  /** Addresses that gave no photo, in the order in which they failed. */
  readonly #failures = new Map<string, Failure>();

  constructor(parts: PhotoCopiesParts) {
    this.#parts = parts;
    this.#userAgent = photoUserAgent(parts.publicUrl || undefined);
    const { copies, references } = parts;
    const photos = {
      find: copies.find.bind(copies),
      picture: copies.picture.bind(copies),
      add: (photo: KeptPhoto, pictures: readonly Picture[]) => copies.keepFile(photo, pictures, references),
    };
    this.#missingAvifs = new MissingAvifs({ ...parts, photos });
    this.#robots = new RobotsFiles(parts.network ?? openNetwork, this.#userAgent);
  }

  /**
   * A picture of the copy of the photo at an address: at least this wide if there is one, in the first of these formats
   * that it has. Fetches the photo if there is no copy yet. Rejects with `photo-not-copied` if it cannot be fetched, with
   * `too-busy`, and as `pay` does for an address that no coffee names.
   */
  async picture(
    address: string,
    width: number,
    formats: readonly PhotoFormat[],
    requester: Requester,
  ): Promise<CopiedPicture> {
    const id = copyId(address);
    if (id === undefined) throw new Fault("photo-not-copied", {});
    const known = await this.#find(id, width, formats).catch(ifDamaged); // a damaged copy is fetched again
    if (known) {
      this.#keepUp(id, known.record);
      return { picture: known.picture, freshUntil: known.record.freshUntil };
    }
    await this.#fetchNew(id, address, requester);
    const copied = await this.#find(id, width, formats);
    if (!copied) throw new Fault("photo-not-copied", {});
    return { picture: copied.picture, freshUntil: copied.record.freshUntil };
  }

  /** A picture of a copy that is there, or undefined. Fetches nothing. */
  async kept(address: string, width: number, formats: readonly PhotoFormat[]): Promise<Picture | undefined> {
    const id = copyId(address);
    return id === undefined ? undefined : (await this.#find(id, width, formats))?.picture;
  }

  /** Drops all that is known of addresses in memory. */
  forget(): void {
    this.#failures.clear();
    this.#parts.copies.forget();
  }

  /** Ends the fetches. */
  close(): void {
    this.#closing.abort(new ShopClosed());
  }

  async #find(id: string, atLeast: number, formats: readonly PhotoFormat[]) {
    const { copies } = this.#parts;
    const [header, record] = await Promise.all([copies.find(id), copies.record(id)]);
    if (!header || !record) return undefined;
    const { width: largest } = header.photo;
    const width = widthsOf(largest).find((each) => each >= atLeast) ?? largest;
    const picture = await copies.picture(id, width, formats);
    if (formats[0] === "avif" && picture && picture.format !== "avif") this.#missingAvifs.notice(header.photo);
    return picture && { picture, record };
  }

  /** Notes that a copy is shown, and refreshes it if its time is over. Nobody waits for either. */
  #keepUp(id: string, record: CopyRecord): void {
    const { copies, now, report } = this.#parts;
    const isFresh = record.freshUntil > now().getTime();
    if (!isFresh && this.#isLeftAlone(id)) return;
    const task = isFresh ? copies.use(id) : this.#share(id, record.address, refreshing, () => this.#refresh(id));
    task.catch((error: unknown) => {
      if (!isExpected(error)) report(error);
    });
  }

  async #fetchNew(id: string, address: string, { client, pay }: Requester): Promise<void> {
    const { references, report } = this.#parts;
    if (this.#isLeftAlone(id)) throw new Fault("photo-not-copied", {});
    try {
      const { href } = parsePhotoUrl(address);
      // Anyone can ask for any address: one that no coffee names costs what a write does, once.
      const payUnlessNamed = async () => {
        if (references && !(await references()).has(copiesPrefix + id)) await pay();
      };
      await withinTime(this.#share(id, href, client, () => this.#copy(id, href), payUnlessNamed));
    } catch (error) {
      if (isOfRequest(error)) throw error;
      if (!isExpected(error)) report(error);
      throw new Fault("photo-not-copied", {}, error);
    }
  }

  /**
   * Runs a task for an address: one at a time, after `begin`, when it is the client's turn. A failure of the photo is
   * noted.
   */
  #share(
    id: string,
    address: string,
    client: string,
    task: () => Promise<void>,
    begin = async () => {},
  ): Promise<void> {
    return this.#once.run(address, async () => {
      try {
        await begin();
        await this.#work.run(client, id, task);
        this.#failures.delete(id);
      } catch (error) {
        if (!isOfRequest(error)) this.#noteFailure(id, error);
        throw error;
      }
    });
  }

  #isLeftAlone(id: string): boolean {
    return (this.#failures.get(id)?.until ?? 0) > this.#parts.now().getTime();
  }

  #noteFailure(id: string, error: unknown): void {
    const times = (this.#failures.get(id)?.times ?? 0) + 1;
    this.#failures.delete(id);
    this.#failures.set(id, { times, until: this.#parts.now().getTime() + retryAfterMs(error, times) });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > failuresInMemory && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Fetches a photo that is not there yet, and keeps it. */
  async #copy(id: string, address: string): Promise<void> {
    await using fetched = await this.#fetch(address, undefined);
    if (fetched.unchanged) throw new TypeError("A host said that a photo is unchanged that the shop does not have.");
    await this.#keep(id, address, fetched);
  }

  /** Asks the host of a copy whether the photo has changed. If the host fails, that is noted, and the copy stays. */
  async #refresh(id: string): Promise<void> {
    const { copies } = this.#parts;
    const record = await copies.record(id);
    // Another task may have refreshed it since this one was asked for.
    if (!record || record.freshUntil > this.#parts.now().getTime()) return;
    try {
      await using fetched = await this.#fetch(record.address, record);
      if (fetched.unchanged) await copies.note(id, recordOf(record.address, fetched));
      else await this.#keep(id, record.address, fetched);
    } catch (error) {
      const reason = failureReason(error);
      if (reason === undefined) throw error;
      const now = this.#parts.now().getTime();
      const { since, times } = record.failure ?? { since: now, times: 0 };
      const failure = { since, times: times + 1, reason };
      await copies.note(id, { ...record, freshUntil: now + retryAfterMs(error, failure.times), failure });
    }
  }

  #fetch(address: string, known: CopyRecord | undefined): Promise<FetchedPhoto> {
    const { network = openNetwork } = this.#parts;
    return fetchPhoto(address, {
      userAgent: this.#userAgent,
      robots: this.#robots,
      known: known && { from: known.from, etag: known.etag, lastModified: known.lastModified },
      signal: this.#closing.signal,
      network,
    });
  }

  /** Encodes a fetched photo and keeps it. Resolves once it is durable with its JPEGs and WebPs; the AVIFs follow. */
  async #keep(id: string, address: string, fetched: FetchedPhoto & { unchanged: false }): Promise<void> {
    const { copies, encoder, references, report } = this.#parts;
    const encoding = encoder.encode(fetched.file, "copies", { yieldsToOthers: true });
    const { width, height, colour, pictures } = await encoding.first;
    const photo = { id, width, height, colour };
    await copies.keep(photo, pictures, recordOf(address, fetched), references);
    this.#encodings.set(id, encoding);
    encoding.later
      .then(async (others) => {
        // The host's photo may have changed meanwhile, or an operator may have erased the copy.
        const isCurrent = this.#encodings.get(id) === encoding && (await copies.reread(id)) !== undefined;
        if (isCurrent && others.length > 0) await copies.keepFile(photo, [...pictures, ...others], references);
      })
      .catch((error: unknown) => {
        if (!isExpected(error)) report(error); // without its AVIFs, the copy is whole too
      })
      .finally(() => this.#encodings.get(id) === encoding && this.#encodings.delete(id));
  }
}

/** Rejects with `too-busy` if the copying takes longer than a request waits. The copying goes on. */
async function withinTime(copying: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Fault("too-busy", "requests")), waitMs);
  await Promise.race([copying, late]).finally(() => clearTimeout(timer));
}

function recordOf(address: string, { from, etag, lastModified, freshUntil }: FetchedPhoto): CopyRecord {
  return { address, from, etag, lastModified, freshUntil: freshUntil.getTime(), failure: undefined };
}

/** Why the host's reply is no photo for the shop. Undefined for a failure inside the shop. */
function failureReason(error: unknown): string | undefined {
  return error instanceof PhotoFetchFailure ? error.reason : photoRefusal(error);
}

/** Whether the operator need not know of a failure. */
function isExpected(error: unknown): boolean {
  const isFull = error instanceof Fault && error.code === "photos-full";
  return failureReason(error) !== undefined || isFull || isOfRequest(error) || error instanceof ShopClosed;
}

/** Whether a failure says nothing about the photo. */
function isOfRequest(error: unknown): boolean {
  return error instanceof Fault && requestFaults.has(error.code);
}

const requestFaults: ReadonlySet<FaultCode> = new Set(["too-busy", "too-many-writes", "unknown-client"]);
