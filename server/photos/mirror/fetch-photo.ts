import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { openNameless, writeHashed, type WrittenBytes } from "../nameless-file.ts";
import { followRedirects, type FinalReply } from "./follow-redirects.ts";
import { freshForMs, validatorsOf, type Validators } from "./freshness.ts";
import { openNetwork, type Network } from "./network.ts";
import { failureOf, PhotoFetchFailure, shownAddress } from "./photo-fetch-failure.ts";
import { parsePhotoUrl } from "./photo-url.ts";
import type { RobotsFiles } from "./robots-files.ts";
import { statusFailure } from "./status-failure.ts";
import { resolveTarget } from "./target.ts";
import { withTimeLimit } from "./time-limit.ts";

/** The most bytes of a photo from another host. */
export const photoLimitBytes = 10_000_000;

/** Pictures, and hosts that do not know the types of their files. The bytes decide later what it is. */
const types = /^(?:image\/[\w.+-]+|(?:application|binary)\/octet-stream)?$/;

/** Where a photo came from, and when to ask for it again. */
export type PhotoSource = Validators &
  Readonly<{
    /** The address that gave the photo, after redirects. The validators belong to it. */
    from: string;
    /** When to check whether the photo has changed: an hour to 30 days from now, as its host says. */
    freshUntil: Date;
  }>;

/**
 * The answer of a host: that the photo is unchanged, or the photo, which has arrived whole. Its `id` is the SHA-256 of
 * its bytes in hex; its file is closed with the answer.
 */
export type FetchedPhoto = AsyncDisposable &
  PhotoSource &
  Readonly<{ unchanged: true } | (WrittenBytes & { unchanged: false; file: FileHandle })>;

/** The photo that the shop has from this address, so that the host can say that it is unchanged. */
export type KnownPhoto = Validators & Readonly<{ from: string }>;

export type FetchPhotoOptions = Readonly<{
  /** As `photoUserAgent` makes it. */
  userAgent: string;
  /** Shared by all fetches. */
  robots: Pick<RobotsFiles, "check">;
  known?: KnownPhoto | undefined;
  signal?: AbortSignal | undefined;
  network?: Network;
}>;

/** How the shop calls itself when it fetches a photo: with its address, if the operator has set one. */
export function photoUserAgent(publicUrl: string | undefined): string {
  return `Niceties/1.0 (${publicUrl === undefined ? "copies the photos that a coffee shop shows" : `+${publicUrl}`})`;
}

/**
 * Fetches a photo from another host into a file without a name, through the wall that `parsePhotoUrl`, `resolveTarget`
 * and `requestPinned` make, so that nothing that a visitor writes makes the server reach its own network. Sends no
 * cookies, no referrer, no credentials. Rejects with a `PhotoFetchFailure`, with the reason of `signal`, or, if the file
 * cannot be written, with the error of the disk. Ends after 10 s at most.
 */
export function fetchPhoto(address: string, options: FetchPhotoOptions): Promise<FetchedPhoto> {
  const { userAgent, robots, known, signal: outer, network = openNetwork } = options;
  return withTimeLimit(network.totalMs, outer, async (signal) => {
    const start = await resolveTarget(parsePhotoUrl(address), network, signal);
    const final = await followRedirects(start, {
      network,
      signal,
      headersFor: (url) => ({ ...usualHeaders, "user-agent": userAgent, ...conditionsFor(url, known) }),
      check: (target) => robots.check(target, signal),
    });
    try {
      return await receivePhoto(final, known, network.now(), signal);
    } finally {
      final.reply.destroy();
    }
  });
}

const usualHeaders = {
  accept: "image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,image/*;q=0.5",
  // A compressed reply can be a thousand times as large as it says.
  "accept-encoding": "identity",
};

/** The validators go only to the address that gave them: to others they would tell what the shop has. */
function conditionsFor({ href }: URL, known: KnownPhoto | undefined): OutgoingHttpHeaders {
  if (known?.from !== href) return {};
  const { etag, lastModified } = known;
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

async function receivePhoto(
  { reply, url }: FinalReply,
  known: KnownPhoto | undefined,
  now: number,
  signal: AbortSignal,
): Promise<FetchedPhoto> {
  const { headers, statusCode } = reply;
  const validators = validatorsOf(headers);
  const freshUntil = new Date(now + freshForMs(headers, now));
  if (statusCode === 304 && Object.keys(conditionsFor(url, known)).length > 0) {
    const etag = validators.etag ?? known?.etag;
    const lastModified = validators.lastModified ?? known?.lastModified;
    return { unchanged: true, from: url.href, etag, lastModified, freshUntil, async [Symbol.asyncDispose]() {} };
  }
  if (statusCode !== 200) throw statusFailure(reply, url, now);
  checkHeaders(reply, url);
  const file = await openNameless();
  try {
    const written = await writeHashed(file, bodyOf(reply, url, signal), photoLimitBytes, () => tooLarge(url));
    if (written.bytes === 0) throw notAPicture(url, "it is empty");
    const dispose = () => file.close();
    return {
      unchanged: false,
      from: url.href,
      ...validators,
      freshUntil,
      ...written,
      file,
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function checkHeaders({ headers }: IncomingMessage, url: URL): void {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (!types.test(type.trim().toLowerCase())) throw notAPicture(url, `it has the type ${type.trim().slice(0, 100)}`);
  const encoding = headers["content-encoding"] ?? "";
  if (!["", "identity"].includes(encoding.trim().toLowerCase())) throw notAPicture(url, "it is compressed");
  if (Number(headers["content-length"]) > photoLimitBytes) throw tooLarge(url);
}

/** The body's chunks. A body that breaks off throws `later`, which tells it from an error of the disk. */
async function* bodyOf(reply: IncomingMessage, url: URL, signal: AbortSignal): AsyncGenerator {
  try {
    yield* reply;
  } catch (error) {
    throw failureOf(error, signal, url);
  }
}

function tooLarge(url: URL): PhotoFetchFailure {
  const limit = `${photoLimitBytes / 1_000_000} MB`;
  return new PhotoFetchFailure("too-large", `The photo at ${shownAddress(url)} has more than ${limit}.`);
}

function notAPicture(url: URL, why: string): PhotoFetchFailure {
  return new PhotoFetchFailure("not-a-picture", `The reply of ${shownAddress(url)} is no photo: ${why}.`);
}
