import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { widthsOf } from "../../../catalogue/photo-address.ts";
import { encodeBytes } from "../../../test/photos/encode-bytes.ts";
import { jpegSegment, pngChunk, withChunks, withSegments } from "../../../test/photos/photo-parts.ts";
import { partsOf, plainParts } from "../../../test/photos/picture-contents.ts";
import { animation, quarters, samples, secret, withMetadata } from "../../../test/photos/sample-photos.ts";
import { encodingOptions } from "./encoding-process.ts";
import { PhotoEncoder } from "./photo-encoder.ts";
import { photoKinds, type PhotoKind } from "./photo-kind.ts";

/** Other tests may keep all processors busy, so a photo gets more time here than in a shop. */
const encoder = new PhotoEncoder({ ...encodingOptions, limitMs: 60_000 });
const folder = mkdtempSync(join(tmpdir(), "niceties-encoder-"));
afterAll(() => {
  encoder.close();
  rmSync(folder, { recursive: true });
});

const large = () => withMetadata(quarters(500, 300));

/** A photo of 500 × 300 pixels in each format, with the secret wherever the format has a place for it. */
const secretive: Readonly<Record<PhotoKind, () => Promise<Buffer>>> = {
  jpeg: async () =>
    withSegments(
      await large().jpeg().toBuffer(),
      jpegSegment(0xed, `Photoshop 3.0\0${secret}`),
      jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), await quarters(96, 64).jpeg().toBuffer()])),
      jpegSegment(0xfe, secret),
    ),
  png: async () => withChunks(await large().png().toBuffer(), pngChunk("tEXt", `Comment\0${secret}`)),
  webp: () => large().webp().toBuffer(),
  avif: () => large().avif({ effort: 0 }).toBuffer(),
  gif: async () => {
    const gif = await quarters(500, 300).gif().toBuffer();
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(`${secret}\0`)]);
    return Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
  },
};

test.for(photoKinds)("a %s becomes pictures in three formats, without its metadata", async (kind) => {
  const bytes = await secretive[kind]();
  expect(bytes.includes(secret)).toBe(true);
  const photo = await encodeBytes(encoder, bytes);
  expect(photo).toMatchObject({ width: 500, height: 300, colour: expect.stringMatching(/^7[b-f]7[1-5]5[2-8]$/) });
  expect(photo.pictures.map(({ format, width }) => `${format} ${width}`)).toEqual([
    "jpg 160",
    "jpg 400",
    "jpg 500",
    "webp 160",
    "webp 400",
    "webp 500",
  ]);
  expect(photo.later.map(({ format, width }) => `${format} ${width}`)).toEqual(["avif 160", "avif 400", "avif 500"]);
  for (const { format, width, height, bytes: picture } of [...photo.pictures, ...photo.later]) {
    const metadata = await sharp(picture).metadata();
    expect(metadata).toMatchObject({ width, height, hasAlpha: false, hasProfile: false });
    expect(metadata.exif ?? metadata.xmp ?? metadata.iptc ?? metadata.icc).toBeUndefined();
    expect(Buffer.from(picture).includes(secret)).toBe(false);
    expect(new Set(partsOf(format, Buffer.from(picture))).difference(new Set(plainParts[format]))).toEqual(new Set());
  }
});

test("the JPEGs and WebPs come before the AVIFs", async () => {
  const file = join(folder, "order");
  writeFileSync(file, await samples.png());
  await using handle = await open(file);
  const { first, later } = encoder.encode(handle, "client");
  expect(await Promise.race([first.then(() => "first"), later.then(() => "later")])).toBe("first");
  expect(await later).toHaveLength(widthsOf(96).length);
});

test("several photos are encoded one after another, each with its own pictures", async () => {
  const photos = await Promise.all([
    encodeBytes(encoder, await samples.gif(), "one"),
    encodeBytes(encoder, await animation("webp", ["#28a03c", "#c82828"]), "two"),
    encodeBytes(encoder, Buffer.from("no photo"), "two").catch(({ code }: { code: string }) => code),
  ]);
  expect(photos).toMatchObject([{ width: 96, height: 64 }, { width: 64, colour: "28a03c" }, "unsupported-photo"]);
});

test("a file of more than 15 MB is refused before it is read", async () => {
  const file = join(folder, "large");
  writeFileSync(file, await samples.jpeg());
  truncateSync(file, 15_000_001);
  await using handle = await open(file);
  const { first, later } = encoder.encode(handle, "client");
  for (const refused of [first, later])
    await expect(refused).rejects.toMatchObject({
      code: "photo-too-large",
      detail: { en: expect.stringContaining("15 MB") },
    });
});

test("a refusal says what the shop takes instead", async () => {
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  await expect(encodeBytes(encoder, heic)).rejects.toThrow(/HEIC.*JPEG/);
  await expect(encodeBytes(encoder, Buffer.from("<svg/>"))).rejects.toThrow("JPEG, PNG, WebP, AVIF or GIF");
  const wide = await quarters(16_386, 2).png().toBuffer();
  await expect(encodeBytes(encoder, wide)).rejects.toThrow(/64 megapixels.*16,384 pixels/);
  const jpeg = await samples.jpeg();
  await expect(encodeBytes(encoder, jpeg.subarray(0, jpeg.length / 2))).rejects.toMatchObject({
    code: "unreadable-photo",
    data: "damaged",
  });
});
