import type { PhotoKind } from "./photo-kind.ts";
import type { Size } from "./picture-plan.ts";

/** The size of an upload, in bytes. */
export const photoBytesAtMost = 15_000_000;

/** A side of a photo, in pixels. */
export const photoSideAtMost = 16_384;

/** The pixels of a photo, in units of 1,024 × 1,024. AVIF takes the most memory and time for each. */
export const megapixelsAtMost: Readonly<Record<PhotoKind, number>> = { jpeg: 64, png: 64, webp: 64, gif: 64, avif: 16 };

/** Whether the shop decodes a photo of this size: more would take too much memory or time. */
export function isDecodable(kind: PhotoKind, { width, height }: Size): boolean {
  return Math.max(width, height) <= photoSideAtMost && width * height <= megapixelsAtMost[kind] * 1_024 ** 2;
}
