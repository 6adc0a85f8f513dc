/**
 * The size in a picture's header, in pixels. Undefined if the bytes are not a PNG, JPEG or WebP, or cannot be drawn in
 * bounded time.
 */
export function pictureSize(bytes: Buffer): Readonly<{ width: number; height: number }> | undefined {
  if (bytes.length < shortest) return undefined;
  if (bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n") return sizeOfPng(bytes);
  if (bytes.readUInt16BE(0) === startOfJpeg) return sizeOfJpeg(bytes);
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return sizeOfWebp(bytes);
  return undefined;
}

const shortest = 30;
const startOfJpeg = 0xffd8;
const startOfScan = Buffer.from([0xff, 0xda]);
/** A progressive JPEG can have any number of scans, and the decoder visits every pixel for each. */
const scansAtMost = 20;

function sizeOfPng(bytes: Buffer) {
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** ITU T.81, B.1.1 and B.2.2: skips segments, each of which has its length, up to the frame header. */
function sizeOfJpeg(bytes: Buffer) {
  if (countOf(startOfScan, bytes) > scansAtMost) return undefined;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    const isBeforeFrame = marker === 0xffc4 || (marker >= 0xffdb && marker < 0xffff);
    if (!isBeforeFrame) return undefined;
  }
  return undefined;
}

function countOf(sought: Buffer, bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(sought); at !== -1; at = bytes.indexOf(sought, at + 1)) count += 1;
  return count;
}

/** The size in a WebP's header: RFC 9649 §2.5 to §2.7. */
function sizeOfWebp(bytes: Buffer) {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind !== "VP8L") return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}
