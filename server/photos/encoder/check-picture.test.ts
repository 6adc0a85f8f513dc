import { expect, test } from "vitest";
import { photoFormats, type PhotoFormat } from "../../../catalogue/photo-address.ts";
import { quarters } from "../../../test/photos/sample-photos.ts";
import { isPlannedPicture } from "./check-picture.ts";

const encode: Readonly<Record<PhotoFormat, () => Promise<Buffer>>> = {
  jpg: () => quarters(96, 64).jpeg().toBuffer(),
  webp: () => quarters(96, 64).webp().toBuffer(),
  avif: () => quarters(96, 64).avif({ effort: 0 }).toBuffer(),
};

test.for(photoFormats)("a picture in %s must have its format and both lengths", async (format) => {
  const bytes = await encode[format]();
  const isTaken = (as: PhotoFormat, width: number, height: number) =>
    isPlannedPicture({ format: as, width, height }, bytes);
  for (const as of photoFormats) expect(isTaken(as, 96, 64)).toBe(as === format);
  expect(isTaken(format, 95, 64)).toBe(false);
  expect(isTaken(format, 96, 65)).toBe(false);
});

test.for(photoFormats)("a beginning of a picture in %s that does not tell its size is none", async (format) => {
  const bytes = await encode[format]();
  for (const length of [0, 1, 4, 12, 29])
    expect(isPlannedPicture({ format, width: 96, height: 64 }, bytes.subarray(0, length))).toBe(false);
});
