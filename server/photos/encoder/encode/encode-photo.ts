import sharp, { type Metadata, type SharpOptions } from "sharp";
import { pictureSize } from "../../../share/pictures/picture-size.ts";
import type { Refusal } from "../encoding-reply.ts";
import type { PhotoKind } from "../photo-kind.ts";
import { isDecodable } from "../photo-limits.ts";
import { largestPicture, sizesOf, type PlannedPicture, type Size } from "../picture-plan.ts";
import { jpegScans } from "./jpeg-scans.ts";

/** The pixels of a photo in the size of each of its pictures, and its average colour as rrggbb. */
export type DecodedPhoto = Readonly<{ largest: Size; colour: string; pixels: ReadonlyMap<number, Pixels> }>;

/** Red, green and blue of each pixel, in sRGB. */
type Pixels = Size & Readonly<{ data: Buffer }>;

/** The paper of the shop's pages in their light colours: it shows where a photo is transparent. */
const paper = "#faf6ef";

/** Progressive JPEGs of cameras and of editors have about ten scans. */
const scansAtMost = 50;

/** Operations of libvips: one loader for each kind of photo. */
const loaders: Readonly<Record<PhotoKind, string>> = {
  jpeg: "VipsForeignLoadJpegBuffer",
  png: "VipsForeignLoadPngBuffer",
  webp: "VipsForeignLoadWebpBuffer",
  gif: "VipsForeignLoadNsgifBuffer",
  avif: "VipsForeignLoadHeifBuffer",
};

/** From now on, this process decodes only photos of one kind. */
export function allowOnly(kind: PhotoKind): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [loaders[kind]] });
  sharp.cache(false);
  sharp.concurrency(1);
}

/** Decodes a photo once, upright, without transparency and in sRGB. Returns why if it cannot. */
export async function decodePhoto(bytes: Buffer, kind: PhotoKind): Promise<DecodedPhoto | Refusal> {
  if (kind === "jpeg" && jpegScans(bytes) > scansAtMost) return "unreadable";
  // The library fails on the largest sizes before it tells them.
  const size = pictureSize(bytes);
  if (size && !isDecodable(kind, size)) return "too large";
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false, failOn: "warning" }).metadata();
    if (!isDecodable(kind, metadata)) return "too large";
    return await decode(bytes, metadata);
  } catch {
    return "unreadable";
  }
}

async function decode(bytes: Buffer, metadata: Metadata): Promise<DecodedPhoto> {
  const options: SharpOptions = {
    failOn: "warning",
    limitInputPixels: metadata.width * metadata.height,
    pages: 1,
    sequentialRead: true,
  };
  const largest = largestPicture(metadata.autoOrient);
  const upright = sharp(bytes, options)
    .autoOrient()
    .resize({ ...largest, fit: "fill" })
    .flatten({ background: paper });
  // sharp leaves pixels of 16 bits with a profile in Display P3, and would also convert those without one.
  if (metadata.space === "rgb16" && metadata.hasProfile) upright.withIccProfile("srgb");
  const pixels = new Map<number, Pixels>();
  const whole = { ...largest, data: await upright.toColourspace("srgb").raw({ depth: "uchar" }).toBuffer() };
  for (const size of sizesOf(largest)) pixels.set(size.width, await resized(whole, size));
  return { largest, colour: await averageColour(whole), pixels };
}

async function resized(pixels: Pixels, size: Size): Promise<Pixels> {
  if (size.width === pixels.width) return pixels;
  return {
    ...size,
    data: await opened(pixels)
      .resize({ ...size, fit: "fill" })
      .raw()
      .toBuffer(),
  };
}

function opened({ data, width, height }: Pixels) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function averageColour(pixels: Pixels): Promise<string> {
  const { channels } = await opened(pixels).stats();
  return channels.map(({ mean }) => Math.round(mean).toString(16).padStart(2, "0")).join("");
}

/** Encodes one picture. The result has no metadata: sharp writes none unless it is told to. */
export async function encodePicture({ pixels }: DecodedPhoto, { format, width }: PlannedPicture): Promise<Buffer> {
  const ofWidth = pixels.get(width);
  if (!ofWidth) throw new RangeError(`No picture is ${width} pixels wide.`);
  const picture = opened(ofWidth);
  if (format === "jpg") return picture.jpeg({ quality: 84, mozjpeg: true, optimiseScans: false }).toBuffer();
  if (format === "webp") return picture.webp({ quality: 82 }).toBuffer();
  return picture.avif({ quality: 57, effort: 2, chromaSubsampling: "4:2:0" }).toBuffer();
}
