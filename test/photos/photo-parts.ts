import { crc32, deflateSync } from "node:zlib";

/** A segment of a JPEG: its marker's second byte, and what follows the length (ITU T.81, B.1.1.4). */
export function jpegSegment(marker: number, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from([0xff, marker]), uint16(bytes.length + 2), bytes]);
}

/** A JPEG with further segments right after its beginning. */
export function withSegments(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** A chunk of a PNG (PNG specification §5.3). */
export function pngChunk(type: string, body: Buffer | string): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), Buffer.from(body)]);
  return Buffer.concat([uint32(typed.length - 4), typed, uint32(crc32(typed))]);
}

const pngBeginning = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** A PNG of grey pixels of one bit, with `data` as its pixels, compressed. Further chunks stand before it. */
export function greyPng(width: number, height: number, data: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])]);
  const end = [pngChunk("IDAT", data), pngChunk("IEND", "")];
  return Buffer.concat([pngBeginning, pngChunk("IHDR", header), ...chunks, ...end]);
}

/** The pixels of a PNG of one bit that is black throughout. */
export function blackPixels(width: number, height: number): Buffer {
  return deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 });
}

/** A PNG with further chunks right after its header. */
export function withChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const afterHeader = pngBeginning.length + 25;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

/** `bytes` with others at the place where `before` is found, or some bytes after it. Throws if it is not found. */
export function overwritten(bytes: Buffer, before: string, skip: number, others: Buffer | string): Buffer {
  const at = bytes.indexOf(before, 0, "latin1");
  if (at === -1) throw new Error(`There is no ${before} in these bytes.`);
  const copy = Buffer.from(bytes);
  Buffer.from(others).copy(copy, at + skip);
  return copy;
}

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function uint16LE(value: number): Buffer {
  return uint16(value).swap16();
}
