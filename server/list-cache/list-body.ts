import { pipeline } from "node:stream/promises";
import { brotliEncoder, type Coding } from "../http/reply/encoded-body.ts";
import { joinedCrc } from "./crc32.ts";
import type { JoinableCoding, Segment } from "./segment.ts";

/** A list in one coding, undefined for none. The parts are to be sent in this order. */
export type ListBody = Readonly<{ coding: Coding | undefined; parts: readonly Uint8Array[]; byteLength: number }>;

/** Up to this size, one buffer is cheaper to send than many, and costs next to nothing to make. */
const onePieceBytes = 1_000_000;

/** Segments compressed at once. Syncs of writes need threads of the same pool, which has four. */
const encodersAtOnce = 2;

export function identityBody(segments: readonly Segment[]): ListBody {
  return bodyOf(
    undefined,
    segments.flatMap(({ pieces }) => pieces),
  );
}

/** Joins the compressed segments. Each is compressed once, so only segments that changed cost anything. */
export async function joinedBody(segments: readonly Segment[], coding: JoinableCoding): Promise<ListBody> {
  const parts: Buffer[] = [];
  const waiting = segments.entries();
  const encodeNext = async () => {
    for (const [at, segment] of waiting) parts[at] = await segment.encoded(coding);
  };
  await Promise.all(Array.from({ length: encodersAtOnce }, encodeNext));
  return bodyOf(coding, coding === "gzip" ? [gzipHeader, ...parts, gzipTrailer(segments)] : parts);
}

/** Compresses the list as one stream, since brotli streams can't be joined. Makes no uncompressed copy of the list. */
export async function brotliBody(segments: readonly Segment[]): Promise<ListBody> {
  const byteLength = segments.reduce((sum, segment) => sum + segment.byteLength, 0);
  const parts: Buffer[] = [];
  await pipeline(
    segments.values().flatMap(({ pieces }) => pieces),
    brotliEncoder(byteLength),
    async (encoded: AsyncIterable<Buffer>) => {
      for await (const part of encoded) parts.push(part);
    },
  );
  return bodyOf("br", parts);
}

function bodyOf(coding: Coding | undefined, parts: readonly Uint8Array[]): ListBody {
  const byteLength = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const isOnePiece = parts.length > 1 && byteLength <= onePieceBytes;
  return { coding, parts: isOnePiece ? [Buffer.concat(parts)] : parts, byteLength };
}

/** The header (RFC 1952 §2.3): deflate, no file name, no time, unknown operating system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final deflate block with the fixed Huffman codes (RFC 1951 §3.2.3). */
const lastBlock = [0x03, 0x00];

function gzipTrailer(segments: readonly Segment[]): Buffer {
  const trailer = Buffer.from([...lastBlock, 0, 0, 0, 0, 0, 0, 0, 0]);
  const length = segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
  trailer.writeUInt32LE(joinedCrc(segments.map(({ checksum }) => checksum)), lastBlock.length);
  trailer.writeUInt32LE(length % 2 ** 32, lastBlock.length + 4);
  return trailer;
}
