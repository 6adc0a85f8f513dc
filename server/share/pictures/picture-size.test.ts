import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { pictureSize } from "./picture-size.ts";

const canvas = createCanvas(320, 200);
const jpeg = canvas.toBuffer("image/jpeg");

test.for([
  ["PNG", canvas.toBuffer("image/png")],
  ["JPEG", jpeg],
  ["lossy WebP", canvas.toBuffer("image/webp", 50)],
  ["lossless WebP", canvas.toBuffer("image/webp", 100)],
] as const)("the size of a %s is read from its header", ([, bytes]) => {
  expect(pictureSize(bytes)).toEqual({ width: 320, height: 200 });
});

const startOfScan = Buffer.from([0xff, 0xda, 0, 12, 3]);

test.for([
  ["nothing", Buffer.alloc(0)],
  ["a word", Buffer.from("a photo, really, of some forty bytes in all")],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["a GIF, whose frames may be larger than it says", canvas.toBuffer("image/gif")],
  ["a JPEG that is cut off", jpeg.subarray(0, 40)],
  ["a JPEG of very many scans", Buffer.concat([jpeg, ...Array.from({ length: 21 }, () => startOfScan)])],
  ["a JPEG whose segments lead nowhere", Buffer.from(`ffd8ffe00000${"00".repeat(40)}`, "hex")],
  ["a PNG without its header chunk", Buffer.from(`89504e470d0a1a0a${"00".repeat(40)}`, "hex")],
] as const)("no size is read from %s", ([, bytes]) => {
  expect(pictureSize(bytes)).toBeUndefined();
});
