import sharp from "sharp";
import { expect, test } from "vitest";
import { jpegOfManyScans } from "../../../../test/photos/photo-bombs.ts";
import { animation, corners, plain, quarters, samples } from "../../../../test/photos/sample-photos.ts";
import { photoKinds, type PhotoKind } from "../photo-kind.ts";
import { decodePhoto, type DecodedPhoto } from "./encode-photo.ts";

type Colour = readonly [number, number, number];

async function decoded(bytes: Buffer, kind: PhotoKind): Promise<DecodedPhoto> {
  const photo = await decodePhoto(bytes, kind);
  if (typeof photo === "string") throw new Error(`The photo is refused: ${photo}`);
  return photo;
}

/** The colour of the largest picture at a point, which is given as parts of its width and height. */
function colourAt({ largest: { width, height }, pixels }: DecodedPhoto, x: number, y: number): Colour {
  const data = pixels.get(width)?.data;
  expect(data?.length).toBe(width * height * 3);
  const at = 3 * (Math.floor(y * height) * width + Math.floor(x * width));
  return [data?.[at] ?? -1, data?.[at + 1] ?? -1, data?.[at + 2] ?? -1];
}

const cornersOf = (photo: DecodedPhoto) =>
  [colourAt(photo, 0.2, 0.2), colourAt(photo, 0.8, 0.2), colourAt(photo, 0.8, 0.8), colourAt(photo, 0.2, 0.8)] as const;

function expectNear(colours: readonly Colour[], expected: readonly Colour[], distance: number) {
  const far = colours.flat().map((value, at) => Math.abs(value - (expected.flat()[at] ?? -1_000)));
  expect(Math.max(...far), `${colours.join(" | ")} instead of ${expected.join(" | ")}`).toBeLessThanOrEqual(distance);
}

const { upperLeft, upperRight, lowerRight, lowerLeft } = corners;
const upright = [upperLeft, upperRight, lowerRight, lowerLeft] as const;

/** The corners as EXIF's orientations show them, clockwise from the upper left (Exif 2.32 §4.6.5). */
const orientations = [
  [1, [upperLeft, upperRight, lowerRight, lowerLeft]],
  [2, [upperRight, upperLeft, lowerLeft, lowerRight]],
  [3, [lowerRight, lowerLeft, upperLeft, upperRight]],
  [4, [lowerLeft, lowerRight, upperRight, upperLeft]],
  [5, [upperLeft, lowerLeft, lowerRight, upperRight]],
  [6, [lowerLeft, upperLeft, upperRight, lowerRight]],
  [7, [lowerRight, upperRight, upperLeft, lowerLeft]],
  [8, [upperRight, lowerRight, lowerLeft, upperLeft]],
] as const;

test.for(orientations)("a photo of the orientation %i is turned upright", async ([orientation, expected]) => {
  for (const [format, kind] of [
    ["jpeg", "jpeg"],
    ["png", "png"],
    ["webp", "webp"],
  ] as const) {
    const bytes = await quarters(96, 64).withMetadata({ orientation }).toFormat(format).toBuffer();
    const photo = await decoded(bytes, kind);
    expect(photo.largest).toEqual(orientation < 5 ? { width: 96, height: 64 } : { width: 64, height: 96 });
    expectNear(cornersOf(photo), expected, 12);
  }
});

test("a large photo is turned upright before it is made smaller", async () => {
  const bytes = await quarters(4_000, 1_000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const photo = await decoded(bytes, "jpeg");
  expect(photo.largest).toEqual({ width: 800, height: 3_200 });
  expectNear(cornersOf(photo), orientations[5][1], 12);
});

test("a photo in Display P3 has the same colours in sRGB, with 8 bits and with 16", async () => {
  const eight = await quarters(96, 64).withIccProfile("p3").png().toBuffer();
  expectNear(cornersOf(await decoded(eight, "png")), upright, 2);
  const sixteen = await quarters(96, 64).toColourspace("rgb16").withIccProfile("p3").png().toBuffer();
  expect((await sharp(sixteen).metadata()).depth).toBe("ushort");
  expectNear(cornersOf(await decoded(sixteen, "png")), upright, 2);
});

test("a photo with 16 bits and no profile is taken as sRGB", async () => {
  const bytes = await quarters(96, 64).toColourspace("rgb16").png().toBuffer();
  expectNear(cornersOf(await decoded(bytes, "png")), upright, 2);
});

test("AVIF with 10 bits and a profile keeps its colours", async () => {
  const bytes = await quarters(96, 64).withIccProfile("p3").avif({ quality: 90, effort: 0, bitdepth: 10 }).toBuffer();
  expectNear(cornersOf(await decoded(bytes, "avif")), upright, 8);
});

test("a photo in CMYK looks about the same", async () => {
  const bytes = await quarters(96, 64).toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer();
  expect((await sharp(bytes).metadata()).space).toBe("cmyk");
  expectNear(cornersOf(await decoded(bytes, "jpeg")), upright, 70);
});

test("greys and palettes become red, green and blue", async () => {
  const grey: Colour = [90, 90, 90];
  for (const space of ["b-w", "grey16"]) {
    const bytes = await plain(96, 64, "rgb(90,90,90)").toColourspace(space).png().toBuffer();
    expectNear(cornersOf(await decoded(bytes, "png")), [grey, grey, grey, grey], 2);
  }
  const palette = await quarters(96, 64).png({ palette: true }).toBuffer();
  expectNear(cornersOf(await decoded(palette, "png")), upright, 4);
});

test("a transparent photo stands on the paper of the shop's pages", async () => {
  const paper: Colour = [0xfa, 0xf6, 0xef];
  const half: Colour = [(0xfa + 200) / 2, (0xf6 + 40) / 2, (0xef + 40) / 2];
  for (const kind of ["png", "webp"] as const) {
    const clear = await plain(96, 64, "#00000000", 4).toFormat(kind).toBuffer();
    expectNear(cornersOf(await decoded(clear, kind)), [paper, paper, paper, paper], 2);
    const bytes = await plain(96, 64, "rgba(200,40,40,0.5)", 4).toFormat(kind).toBuffer();
    expectNear(cornersOf(await decoded(bytes, kind)), [half, half, half, half], 3);
  }
});

test("of an animation, the first frame is taken", async () => {
  const red: Colour = [200, 40, 40];
  for (const kind of ["gif", "webp"] as const) {
    const photo = await decoded(await animation(kind, ["#c82828", "#28a03c", "#283cc8"]), kind);
    expect(photo.largest).toEqual({ width: 64, height: 48 });
    expectNear(cornersOf(photo), [red, red, red, red], 4);
  }
});

test("a photo is never enlarged, down to one pixel", async () => {
  const photo = await decoded(await plain(1, 1, "#c82828").png().toBuffer(), "png");
  expect([...photo.pixels.keys()]).toEqual([1]);
  expect(photo.largest).toEqual({ width: 1, height: 1 });
  expect(photo.colour).toBe("c82828");
});

test("a photo with the longest side that is allowed is taken", async () => {
  const tall = await decoded(await plain(1, 16_384, "#c82828").png().toBuffer(), "png");
  expect(tall.largest).toEqual({ width: 1, height: 3_200 });
  const flat = await decoded(await plain(16_384, 1, "#c82828").png().toBuffer(), "png");
  expect([...flat.pixels.keys()]).toEqual([160, 400, 800, 1_600]);
  expect(await decodePhoto(await plain(16_385, 1, "#c82828").png().toBuffer(), "png")).toBe("too large");
});

test.for(photoKinds)("a %s without its last pixels is not taken", async (kind) => {
  const whole = await samples[kind]();
  expect(await decodePhoto(whole.subarray(0, Math.floor(whole.length * 0.93)), kind)).toBe("unreadable");
});

test("a JPEG of hundreds of scans is not decoded", async () => {
  expect(await decodePhoto(jpegOfManyScans(64, 64), "jpeg")).toBe("unreadable");
});

test("the average colour is that of all pixels, in two digits each", async () => {
  expect((await decoded(await plain(500, 300, "#04c80a").png().toBuffer(), "png")).colour).toBe("04c80a");
  const average = [0, 1, 2].map((at) => upright.reduce((sum, colour) => sum + (colour[at] ?? 0), 0) / 4);
  const { colour } = await decoded(await quarters(500, 300).png().toBuffer(), "png");
  expectNear(
    [[parseInt(colour.slice(0, 2), 16), parseInt(colour.slice(2, 4), 16), parseInt(colour.slice(4), 16)]],
    [[average[0] ?? 0, average[1] ?? 0, average[2] ?? 0]],
    1,
  );
});
