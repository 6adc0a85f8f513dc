import { readdirSync, readFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeBytes, type WholePhoto } from "../../../test/photos/encode-bytes.ts";
import { hostilePhotos } from "../../../test/photos/hostile-photos.ts";
import { metadataIn } from "../../../test/photos/picture-contents.ts";
import { encodingOptions } from "./encoding-process.ts";
import { PhotoEncoder } from "./photo-encoder.ts";

/** Other tests may keep all processors busy, so a photo gets more time here than in a shop. */
const encoder = new PhotoEncoder({ ...encodingOptions, processorSeconds: 60, limitMs: 90_000 });
afterAll(() => encoder.close());

function expectClean({ pictures, later }: WholePhoto) {
  for (const { format, bytes } of [...pictures, ...later]) expect(metadataIn(format, Buffer.from(bytes))).toEqual([]);
}

test.for(hostilePhotos)("$name: $expected", async ({ bytes, expected }) => {
  const sent = await bytes();
  if (expected === "cleaned") expectClean(await encodeBytes(encoder, sent));
  else await expect(encodeBytes(encoder, sent)).rejects.toMatchObject({ code: expected });
});

/** The most memory that any child of this process has had, in bytes. `/proc` tells it only while the child is there. */
let peakBytes = 0;
const watch = setInterval(() => {
  if (process.platform !== "linux") return;
  for (const task of readdirSync("/proc/self/task"))
    for (const child of contentOf(`/proc/self/task/${task}/children`).split(" ").filter(Boolean))
      peakBytes = Math.max(peakBytes, peakOf(child));
}, 10);
afterAll(() => clearInterval(watch));

function peakOf(child: string): number {
  return 1_024 * Number(/^VmHWM:\s+(\d+)/m.exec(contentOf(`/proc/${child}/status`))?.[1] ?? 0);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // the thread or process has ended
  }
}

const side = 8_192;
const clear = { r: 200, g: 60, b: 30, alpha: 0.5 };
const flat = () => sharp({ create: { width: side, height: side, channels: 4, background: clear } });
let detailed: () => Sharp;
beforeAll(async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const small = await sharp({ create: { width: 512, height: 512, channels: 3, background: "#000000", noise } })
    .png()
    .toBuffer();
  detailed = () => sharp(small).resize(side, side, { fit: "fill", kernel: "cubic" });
});

/** The photos that take the most memory: 64 megapixels, and 16 in AVIF. */
const largest = [
  ["JPEG", () => detailed().jpeg({ quality: 50 })],
  [
    "progressive JPEG without subsampling",
    () => detailed().jpeg({ quality: 40, chromaSubsampling: "4:4:4", progressive: true }),
  ],
  ["PNG", () => flat().flatten().png()],
  ["interlaced and transparent PNG", () => flat().png({ progressive: true })],
  ["PNG with 16 bits", () => flat().toColourspace("rgb16").png()],
  ["WebP", () => detailed().resize(16_383, 4_096, { fit: "fill" }).webp({ quality: 40, effort: 0 })],
  [
    "lossless and transparent WebP",
    () => flat().resize(16_383, 4_096, { fit: "fill" }).webp({ lossless: true, effort: 0 }),
  ],
  ["GIF", () => flat().flatten().gif({ effort: 1 })],
  ["AVIF", () => detailed().resize(4_096, 4_096).avif({ quality: 40, effort: 0 })],
  [
    "AVIF with 12 bits, without subsampling",
    () =>
      detailed()
        .resize(4_096, 4_096)
        .toColourspace("rgb16")
        .avif({ quality: 60, effort: 0, bitdepth: 12, chromaSubsampling: "4:4:4" }),
  ],
] as const;

test.for(largest)("the largest %s is encoded in less than 700 MB", async ([name, made]) => {
  const bytes = await made().toBuffer();
  peakBytes = 0;
  const photo = await encodeBytes(encoder, bytes);
  expect(photo.width, name).toBe(1_600);
  expectClean(photo);
  if (process.platform === "linux") expect(peakBytes).toBeGreaterThan(50_000_000);
  expect(peakBytes).toBeLessThan(700_000_000);
});

test("noise, which compresses worst, is taken with all of its pictures", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
  const create = { width: 1_600, height: 3_200, channels: 3, background: "#000000", noise } as const;
  const { data, info } = await sharp({ create }).raw().toBuffer({ resolveWithObject: true });
  const bytes = await sharp(data, { raw: { width: 1_600, height: 3_200, channels: info.channels } })
    .jpeg({ quality: 80 })
    .toBuffer();
  expect(await encodeBytes(encoder, bytes)).toMatchObject({ width: 1_600, height: 3_200 });
});
