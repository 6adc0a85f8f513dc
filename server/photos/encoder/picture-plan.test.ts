import { expect, test } from "vitest";
import { largestPicture, plannedPictures } from "./picture-plan.ts";

const planned = (width: number, height: number) => plannedPictures(largestPicture({ width, height }));

test("a photo has pictures of four widths, those in AVIF later", () => {
  const { first, later } = planned(4_000, 3_000);
  const sizes = later.map(({ width, height }) => `${width}x${height}`);
  expect(sizes).toEqual(["160x120", "400x300", "800x600", "1600x1200"]);
  expect(first.map(({ format, width }) => `${format} ${width}`)).toEqual([
    "jpg 160",
    "jpg 400",
    "jpg 800",
    "jpg 1600",
    "webp 160",
    "webp 400",
    "webp 800",
    "webp 1600",
  ]);
});

test.for([
  ["a smaller photo keeps its width", 500, 301, ["160x96", "400x241", "500x301"]],
  ["a photo of a usual width has each width once", 400, 400, ["160x160", "400x400"]],
  ["one pixel stays one pixel", 1, 1, ["1x1"]],
  ["a tall photo fits into 1,600 × 3,200 pixels", 3_000, 9_000, ["160x480", "400x1200", "800x2399", "1067x3200"]],
  ["a thin photo is at least one pixel wide", 1, 16_384, ["1x3200"]],
  ["a flat photo is at least one pixel high", 16_384, 1, ["160x1", "400x1", "800x1", "1600x1"]],
] as const)("%s", ([, width, height, sizes]) => {
  expect(planned(width, height).later.map((each) => `${each.width}x${each.height}`)).toEqual(sizes);
});
