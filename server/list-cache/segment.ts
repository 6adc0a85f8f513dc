import { promisify } from "node:util";
import { constants, deflateRaw } from "node:zlib";
import { compressWithZstd } from "../http/reply/encoded-body.ts";
import { checksumOf, type PartChecksum } from "./crc32.ts";
import { sharePromise } from "../http/limits/share-promise.ts";
import type { PreparedCoffee } from "./prepared-coffee.ts";

/** The codings in which a list can be joined from its encoded segments, as RFC 1951 and RFC 8878 §3 allow. */
export type JoinableCoding = "gzip" | "zstd";

/** A segment's position in its list, which decides the brackets and commas around its coffees. */
export type SegmentEnds = Readonly<{ isFirst: boolean; isLast: boolean }>;

/** A part of the list's JSON. Each form is made once, on first use. Compression runs off the event loop. */
export class Segment {
  readonly coffees: readonly PreparedCoffee[];
  readonly ends: SegmentEnds;
  #pieces: readonly Buffer[] | undefined;
  #byteLength: number | undefined;
  #checksum: PartChecksum | undefined;
  readonly #encoded = new Map<JoinableCoding, Promise<Buffer>>();

  constructor(coffees: readonly PreparedCoffee[], ends: SegmentEnds) {
    this.coffees = coffees;
    this.ends = ends;
  }

  /** The segment's JSON. Each large coffee is a piece of its own, so that no second copy of it is kept. */
  get pieces(): readonly Buffer[] {
    this.#pieces ??= piecesOf(this.coffees, this.ends);
    return this.#pieces;
  }

  /** The segment's JSON in one buffer, which may be a copy. */
  get bytes(): Buffer {
    const [only, second] = this.pieces;
    return only && !second ? only : Buffer.concat(this.pieces);
  }

  get byteLength(): number {
    this.#byteLength ??= this.coffees.reduce(
      (sum, { byteLength }) => sum + byteLength + 1, // with the comma or bracket after it
      (this.ends.isFirst ? 1 : 0) + (this.coffees.length === 0 ? 1 : 0),
    );
    return this.#byteLength;
  }

  get checksum(): PartChecksum {
    this.#checksum ??= checksumOf(this.bytes);
    return this.#checksum;
  }

  /** For gzip, deflate blocks that refer to nothing before them and end on a byte boundary; for zstd, a frame. */
  encoded(coding: JoinableCoding): Promise<Buffer> {
    return sharePromise(this.#encoded, coding, () => encoders[coding](this.bytes));
  }
}

const comma = Buffer.from(",");

function piecesOf(coffees: readonly PreparedCoffee[], { isFirst, isLast }: SegmentEnds): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let text = isFirst ? "[" : "";
  for (const { body } of coffees) {
    if (typeof body === "string") text += `${body},`;
    else {
      if (text !== "") pieces.push(text === "," ? comma : Buffer.from(text));
      pieces.push(body);
      text = ",";
    }
  }
  if (isLast) text = `${coffees.length > 0 ? text.slice(0, -1) : text}]`;
  pieces.push(Buffer.from(text));
  return pieces;
}

const encoders: Readonly<Record<JoinableCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(deflateRaw)(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
  zstd: compressWithZstd,
};
