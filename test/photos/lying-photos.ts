import { deflateSync } from "node:zlib";
import type { HostilePhoto } from "./hostile-photo.ts";
import { gifOfFrames, jpegOfManyScans } from "./photo-bombs.ts";
import {
  blackPixels,
  greyPng,
  jpegSegment,
  overwritten,
  pngChunk,
  uint16,
  uint32,
  withChunks,
  withSegments,
} from "./photo-parts.ts";
import { samples, secret } from "./sample-photos.ts";

const tiny = blackPixels(8, 8);
const square16 = (side: number) => Buffer.concat([uint16(side), uint16(side)]);
const square32 = (side: number) => Buffer.concat([uint32(side), uint32(side)]);
const frameHeader = "\xff\xc0";

/** The size in a lossless WebP: 14 bits for each side, less one (RFC 9649 §3.4). */
function webpSize(side: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE((side - 1) | ((side - 1) << 14));
  return bytes;
}

/** Small files with many pixels, or that tell of many. */
const manyPixels: readonly HostilePhoto[] = [
  {
    name: "JPEG that tells of 65,535 × 65,535 pixels",
    bytes: async () => overwritten(await samples.jpeg(), frameHeader, 5, square16(65_535)),
    expected: "too-many-pixels",
  },
  {
    name: "PNG that tells of 100,000 × 100,000 pixels",
    bytes: async () => greyPng(100_000, 100_000, tiny),
    expected: "too-many-pixels",
  },
  {
    name: "PNG of 30,000 × 30,000 black pixels",
    bytes: async () => greyPng(30_000, 30_000, blackPixels(30_000, 30_000)),
    expected: "too-many-pixels",
  },
  {
    name: "PNG with a side of 16,385 pixels",
    bytes: async () => greyPng(16_385, 1, blackPixels(16_385, 1)),
    expected: "too-many-pixels",
  },
  {
    name: "PNG with a side of more than a signed number of 32 bits",
    bytes: async () => greyPng(0xffff_ffff, 1, tiny),
    expected: "too-many-pixels",
  },
  { name: "PNG without pixels", bytes: async () => greyPng(0, 0, tiny), expected: "unreadable-photo" },
  {
    name: "WebP that tells of 16,383 × 16,383 pixels",
    bytes: async () => overwritten(await samples.webp(), "VP8L", 9, webpSize(16_383)),
    expected: "too-many-pixels",
  },
  {
    name: "GIF with a frame of 10,000 × 10,000 pixels",
    bytes: async () => overwritten(gifOfFrames(1, 8, 8), "\x2c\0\0\0\0", 5, Buffer.from([0x10, 0x27, 0x10, 0x27])),
    expected: "too-many-pixels",
  },
  {
    name: "GIF that tells of 65,535 × 65,535 pixels, of which the decoder takes only the frame's",
    bytes: async () => gifOfFrames(1, 65_535, 65_535),
    expected: "cleaned",
  },
  {
    name: "AVIF that tells of 5,000 × 5,000 pixels",
    bytes: async () => overwritten(await samples.avif(), "ispe", 8, square32(5_000)),
    expected: "too-many-pixels",
  },
  {
    name: "AVIF that tells of 1,000,000 × 1,000,000 pixels",
    bytes: async () => overwritten(await samples.avif(), "ispe", 8, square32(1_000_000)),
    expected: "too-many-pixels",
  },
];

/** Files whose parts contradict each other. */
const contradictions: readonly HostilePhoto[] = [
  {
    name: "JPEG with fewer pixels than it tells of",
    bytes: async () => overwritten(await samples.jpeg(), frameHeader, 5, square16(4_000)),
    expected: "unreadable-photo",
  },
  {
    name: "PNG with fewer pixels than it tells of",
    bytes: async () => greyPng(4_000, 4_000, tiny),
    expected: "unreadable-photo",
  },
  {
    name: "PNG with more pixels than it tells of",
    bytes: async () => greyPng(8, 8, blackPixels(20_000, 20_000)),
    expected: "cleaned",
  },
  {
    name: "PNG with a wrong checksum",
    bytes: async () => overwritten(await samples.png(), "IDAT", 8, "wrong"),
    expected: "unreadable-photo",
  },
  {
    name: "WebP with fewer pixels than it tells of",
    bytes: async () => overwritten(await samples.webp(), "VP8L", 9, webpSize(4_000)),
    expected: "unreadable-photo",
  },
  {
    name: "WebP that tells of a longer file",
    bytes: async () => overwritten(await samples.webp(), "RIFF", 4, Buffer.from([0xff, 0xff, 0xff, 0x7f])),
    expected: "unreadable-photo",
  },
  {
    name: "GIF with pixels that are no codes",
    bytes: async () => overwritten(gifOfFrames(1, 8, 8), "\x02\x02\x44", 0, "\x02\x02\x7f"),
    expected: "unreadable-photo",
  },
  {
    name: "AVIF with fewer pixels than it tells of",
    bytes: async () => overwritten(await samples.avif(), "ispe", 8, square32(2_000)),
    expected: "unreadable-photo",
  },
  {
    name: "HEVC in a file with the brand of AVIF",
    bytes: async () => overwritten(overwritten(await samples.avif(), "av01", 0, "hvc1"), "av1C", 0, "hvcC"),
    expected: "unreadable-photo",
  },
];

const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 9 });
/** EXIF whose first directory says that it is also the next one (TIFF 6.0, section 2). */
const endlessExif = Buffer.concat([
  Buffer.from("Exif\0\0MM\0*"),
  uint32(8),
  uint16(1),
  Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]),
  uint32(8),
]);

/** Files that take much more memory or time than a photo of their size. */
const slowOrLarge: readonly HostilePhoto[] = [
  {
    name: "JPEG of 883 scans and 64 megapixels",
    bytes: async () => jpegOfManyScans(8_192, 8_192),
    expected: "unreadable-photo",
  },
  { name: "GIF of 20,000 frames", bytes: async () => gifOfFrames(20_000, 64, 48), expected: "cleaned" },
  {
    name: "PNG with 200 MB in a compressed text",
    bytes: async () =>
      withChunks(await samples.png(), pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), zeros(200)]))),
    expected: "cleaned",
  },
  {
    name: "PNG with 200 MB in a compressed international text",
    bytes: async () =>
      withChunks(
        await samples.png(),
        pngChunk("iTXt", Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\x01\0\0\0"), zeros(200)])),
      ),
    expected: "cleaned",
  },
  {
    name: "PNG with a profile of 200 MB",
    bytes: async () =>
      withChunks(await samples.png(), pngChunk("iCCP", Buffer.concat([Buffer.from("P3\0\0"), zeros(200)]))),
    expected: "cleaned",
  },
  {
    name: "PNG with 50,000 texts",
    bytes: async () =>
      withChunks(await samples.png(), ...Array.from({ length: 50_000 }, () => pngChunk("tEXt", `Comment\0${secret}`))),
    expected: "cleaned",
  },
  {
    name: "JPEG with 13 MB of comments",
    bytes: async () =>
      withSegments(
        await samples.jpeg(),
        ...Array.from({ length: 200 }, () => jpegSegment(0xfe, Buffer.alloc(65_000, secret))),
      ),
    expected: "cleaned",
  },
  {
    name: "JPEG with a profile in 255 parts that is none",
    bytes: async () =>
      withSegments(
        await samples.jpeg(),
        ...Array.from({ length: 255 }, (_, at) =>
          jpegSegment(
            0xe2,
            Buffer.concat([Buffer.from("ICC_PROFILE\0"), Buffer.from([at + 1, 255]), Buffer.alloc(40_000, secret)]),
          ),
        ),
      ),
    expected: "cleaned",
  },
  {
    name: "JPEG with EXIF that refers to itself",
    bytes: async () => withSegments(await samples.jpeg(), jpegSegment(0xe1, endlessExif)),
    expected: "cleaned",
  },
];

/** Files that tell of more than they have, or make more work than they seem to. */
export const lyingPhotos: readonly HostilePhoto[] = [...manyPixels, ...contradictions, ...slowOrLarge];
