import { largestWidth, tallest, widthsOf, type PhotoFormat } from "../../../catalogue/photo-address.ts";

export type Size = Readonly<{ width: number; height: number }>;

/** A picture that is to be made of a photo, without its bytes. */
export type PlannedPicture = Size & Readonly<{ format: PhotoFormat }>;

const largestHeight = tallest * largestWidth;

/** The size of the largest picture of a photo: the photo's own, or what fits into 1,600 × 3,200 pixels. */
export function largestPicture({ width, height }: Size): Size {
  const scale = Math.min(1, largestWidth / width, largestHeight / height);
  return { width: scaled(width, scale), height: scaled(height, scale) };
}

/** Whether a photo can have a largest picture of this size. */
export function isLargestPicture({ width, height }: Size): boolean {
  return width <= largestWidth && height <= largestHeight;
}

/** All pictures of a photo whose largest picture has this size: first those that every browser can show, then AVIFs. */
export function plannedPictures(largest: Size): Readonly<{ first: PlannedPicture[]; later: PlannedPicture[] }> {
  const inFormat = (format: PhotoFormat) => sizesOf(largest).map((size) => ({ ...size, format }));
  return { first: [...inFormat("jpg"), ...inFormat("webp")], later: inFormat("avif") };
}

/** The sizes of a photo's pictures, the smallest first. */
export function sizesOf({ width, height }: Size): Size[] {
  return widthsOf(width).map((each) => ({ width: each, height: scaled(height, each / width) }));
}

function scaled(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale));
}
