import { promisify } from "node:util";
import { sharePromise } from "../limits/share-promise.ts";
import { memoise } from "../limits/memoise.ts";
import type { Reply } from "./reply.ts";
import { brotliCompress, constants, createBrotliCompress, gzip, zstdCompress, type BrotliCompress } from "node:zlib";

/** The content codings that the server offers, best first. */
export const codings = ["br", "zstd", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** The smallest body worth compressing: below this size, compression saves less than a packet. */
export const worthEncodingBytes = 1_024;
const brotliQuality = 5;
const brotliChunkBytes = 65_536;

/** Brotli's window is as large as the body. With the default of 4 MB, a page of 60 KB takes a third longer. */
function ofBrotli(byteLength: number): Record<number, number> {
  const bits = Math.max(Math.ceil(Math.log2(byteLength)), constants.BROTLI_MIN_WINDOW_BITS);
  return {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(bits, constants.BROTLI_DEFAULT_WINDOW),
    [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
  };
}

function compressWithBrotli(bytes: Uint8Array): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, { params: ofBrotli(bytes.byteLength) });
}

/** A Brotli stream for a body of `byteLength` bytes that is written in pieces. */
export function brotliEncoder(byteLength: number): BrotliCompress {
  return createBrotliCompress({ params: ofBrotli(byteLength), chunkSize: brotliChunkBytes });
}

const ofZstd: Readonly<Record<number, number>> = {
  [constants.ZSTD_c_strategy]: constants.ZSTD_lazy,
  [constants.ZSTD_c_hashLog]: 16,
  [constants.ZSTD_c_chainLog]: 16,
  [constants.ZSTD_c_searchLog]: 6,
  [constants.ZSTD_c_minMatch]: 4,
};

/**
 * Compresses into one frame. Hash tables of 65,536 entries suit a page or a segment of the list: the frame is smaller
 * than gzip's, and takes as long. Without the size, zstd allocates tables for megabytes, which takes longer than
 * compressing.
 */
export function compressWithZstd(bytes: Uint8Array): Promise<Buffer> {
  return promisify(zstdCompress)(bytes, { params: ofZstd, pledgedSrcSize: bytes.byteLength });
}

const encoders: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  br: compressWithBrotli,
  zstd: compressWithZstd,
  gzip: promisify(gzip),
};

const encoder = new TextEncoder();

/** Encodes a text in pieces, without joining it first: joining a megabyte makes another megabyte of garbage. */
function encoded(pieces: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let at = 0;
  for (const piece of pieces) at += encoder.encodeInto(piece, bytes.subarray(at)).written;
  return bytes;
}

/** Bytes that are sent many times: each coding is made once, off the event loop, when the first client asks for it. */
export class EncodedBody {
  readonly identity: Uint8Array<ArrayBuffer>;
  readonly #encoded = new Map<Coding, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(text: string | readonly string[]) {
    this.identity = typeof text === "string" ? encoder.encode(text) : encoded(text);
  }

  /** The bytes in the client's preferred coding, and that coding; undefined if the bytes are not compressed. */
  async for(
    acceptEncoding: string | undefined,
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; coding: Coding | undefined }> {
    const coding = this.identity.byteLength < worthEncodingBytes ? undefined : preferredCoding(acceptEncoding);
    if (!coding) return { bytes: this.identity, coding };
    const encode = async () => new Uint8Array(await encoders[coding](this.identity));
    return { bytes: await sharePromise(this.#encoded, coding, encode), coding };
  }
}

/**
 * The `content-encoding` and `content-length` of a body, names and values in turn; without a coding only the length.
 */
export function encodingHeaders(coding: Coding | undefined, byteLength: number): string[] {
  const length = ["content-length", String(byteLength)];
  return coding ? ["content-encoding", coding, ...length] : length;
}

/** A `Response` of the Fetch standard, read whole, to send to every client that may have it. */
export class EncodedReply {
  readonly #status: number;
  readonly #headers: readonly string[];
  readonly #body: EncodedBody;

  private constructor({ status, headers }: Response, text: string) {
    const vary = headers.get("vary");
    headers.set("vary", vary === null ? "Accept-Encoding" : `${vary}, Accept-Encoding`);
    this.#status = status;
    this.#headers = [...headers].flat();
    this.#body = new EncodedBody(text);
  }

  static async read(reply: Response): Promise<EncodedReply> {
    return new EncodedReply(reply, await reply.text());
  }

  /** The reply in the coding that the client prefers. */
  async for(acceptEncoding: string | undefined): Promise<Reply<readonly Uint8Array[]>> {
    const { bytes, coding } = await this.#body.for(acceptEncoding);
    const headers = [...this.#headers, ...encodingHeaders(coding, bytes.byteLength)];
    return { status: this.#status, headers, body: [bytes] };
  }
}

/**
 * The offered coding with the greatest weight (RFC 9110 §12.5.3); of equals, the one offered first. Undefined if the
 * body should not be compressed.
 */
export function preferredCoding(acceptEncoding: string | undefined): Coding | undefined {
  return rankedCodings(acceptEncoding)[0];
}

/** The offered codings that the client accepts and weighs at least as high as `identity`, best first. */
export const rankedCodings = memoise((acceptEncoding: string | undefined): readonly Coding[] => {
  if (!acceptEncoding) return [];
  const weights = new Map(acceptEncoding.split(",").map(weightedCoding));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const identityWeight = weights.get("identity") ?? 0;
  return codings
    .filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= identityWeight)
    .toSorted((one, other) => weightOf(other) - weightOf(one));
});

function weightedCoding(item: string): [string, number] {
  const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  const parsed = weight === undefined ? 1 : Number(weight);
  return [name === "x-gzip" ? "gzip" : name, Number.isNaN(parsed) ? 0 : parsed];
}
