import { hash } from "node:crypto";
import { z } from "zod";
import {
  largestWidth,
  photoFormats,
  tallest,
  type KeptPhoto,
  type PhotoFormat,
} from "../../catalogue/photo-address.ts";
import type { ByteRange } from "./photo-blobs.ts";

/*
 * All pictures of a photo are in one blob, so that a photo is there whole or not at all. The blob begins with a line,
 * `niceties-photo 1 <length> <SHA-256 of the header>`; then comes the header as JSON, and then the pictures' bytes.
 * docs/decisions/0039-photos.md
 */

/** A picture of a photo: one format and width. */
export type Picture = Readonly<{ format: PhotoFormat; width: number; height: number; bytes: Uint8Array }>;

/** A photo in the shop, without the bytes of its pictures. */
export type PhotoHeader = Readonly<{
  photo: KeptPhoto;
  pictures: readonly PictureEntry[];
}>;

/** Where a picture is in the blob, and the SHA-256 of its bytes in hex. */
type PictureEntry = Readonly<{ format: PhotoFormat; width: number; height: number; sha256: string }> & ByteRange;

const size = z.int().min(1);
const sha256 = z.string().regex(/^[\da-f]{64}$/);
const headerSchema: z.ZodType<PhotoHeader> = z.strictObject({
  photo: z.strictObject({
    id: sha256,
    width: size.max(largestWidth),
    height: size.max(largestWidth * tallest),
    colour: z.string().regex(/^[\da-f]{6}$/),
  }),
  pictures: z
    .array(
      z.strictObject({
        format: z.enum(photoFormats),
        width: size,
        height: size,
        start: z.int().min(0),
        end: z.int().min(0),
        sha256,
      }),
    )
    .max(24),
});

/** A header is found within this many bytes from the start of its blob. */
export const headerBytes = 8_192;
const firstLine = /^niceties-photo 1 (\d{1,5}) ([\da-f]{64})\n/;

/** The blob of a photo. */
export function photoFile(photo: KeptPhoto, pictures: readonly Picture[]): Uint8Array {
  let end = 0;
  const entries = pictures.map(({ bytes, ...picture }): PictureEntry => {
    const start = end;
    end += bytes.byteLength;
    return { ...picture, start, end, sha256: hash("sha256", bytes) };
  });
  const header = JSON.stringify({ photo, pictures: entries } satisfies PhotoHeader);
  const line = `niceties-photo 1 ${header.length} ${hash("sha256", header)}\n`;
  return Buffer.concat([Buffer.from(line + header), ...pictures.map(({ bytes }) => bytes)]);
}

/**
 * Reads the header from the first bytes of a blob; the ranges of its pictures are those in the blob. Undefined if the
 * bytes do not begin with a whole and sound header of the photo with this id.
 */
export function readHeader(id: string, start: Uint8Array): PhotoHeader | undefined {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, headerBytes)).toString("latin1");
  const [line = "", length, digest] = firstLine.exec(text) ?? [];
  const header = text.slice(line.length, line.length + Number(length));
  if (hash("sha256", header) !== digest) return undefined;
  const { photo, pictures } = headerSchema.parse(JSON.parse(header));
  if (photo.id !== id) return undefined;
  const before = line.length + header.length;
  const inBlob = (at: number) => at + before;
  return { photo, pictures: pictures.map((each) => ({ ...each, start: inBlob(each.start), end: inBlob(each.end) })) };
}

/** Whether these are the bytes of a picture. */
export function isSound(picture: PictureEntry, bytes: Uint8Array): boolean {
  return hash("sha256", bytes) === picture.sha256;
}

/** What is wrong with the blob of the photo with this id; undefined if it is whole and sound. */
export function faultIn(id: string, blob: Uint8Array): string | undefined {
  const header = readHeader(id, blob);
  if (!header) return "its header is damaged";
  const damaged = header.pictures.find((each) => !isSound(each, blob.subarray(each.start, each.end)));
  if (damaged) return `its picture of ${damaged.width} pixels as ${damaged.format} is damaged`;
  const end = Math.max(...header.pictures.map((each) => each.end));
  return blob.byteLength === end ? undefined : "it has bytes after its pictures";
}
