import sharp, { type Sharp } from "sharp";

const plain = (side: number, background: string) =>
  sharp({ create: { width: side, height: side, channels: 3, background }, limitInputPixels: false });

/** Sound photos, as large as the shop takes them, of the kinds that take the most memory. */
const all: Readonly<Record<string, () => Sharp>> = {
  "an interlaced PNG of 64 megapixels, 16 bits each": () =>
    plain(8_192, "#842").toColourspace("rgb16").png({ progressive: true }),
  "a progressive JPEG of 64 megapixels": () =>
    plain(8_192, "#842").jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
  "a lossless WebP of 64 megapixels": () => plain(8_192, "#842").webp({ lossless: true }),
  "an AVIF of 16 megapixels": () => plain(4_096, "#842").avif({ effort: 0 }),
};

/** Makes the photos one after the other. */
export async function largestPhotos(): Promise<{ name: string; bytes: Buffer<ArrayBuffer> }[]> {
  const photos = [];
  for (const [name, make] of Object.entries(all)) photos.push({ name, bytes: Buffer.from(await make().toBuffer()) });
  return photos;
}
