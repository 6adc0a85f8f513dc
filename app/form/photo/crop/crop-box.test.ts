import { expect, test } from "vitest";
import { unedited, type Box } from "../draw-photo.ts";
import { fitBox, moveBox, resizeBox, shapeRatio, shapes, turn, type Corner } from "./crop-box.ts";

const middle: Box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const corners: readonly Corner[] = [
  { x: 1, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: 1 },
  { x: -1, y: -1 },
];

function expectBox(box: Box, ...wanted: readonly number[]): void {
  [box.x, box.y, box.width, box.height].forEach((part, at) => expect(part).toBeCloseTo(wanted[at] ?? Number.NaN));
}

test("the frame moves, and stops at the edges of the photo", () => {
  expectBox(moveBox(middle, 0.1, -0.1), 0.35, 0.15, 0.5, 0.5);
  expectBox(moveBox(middle, 2, 0), 0.5, 0.25, 0.5, 0.5);
  expectBox(moveBox(middle, -2, -2), 0, 0, 0.5, 0.5);
});

test("a moved corner resizes the frame, and the opposite corner stays", () => {
  expectBox(resizeBox(middle, { x: 1, y: 1 }, 0.1, 0.2, undefined), 0.25, 0.25, 0.6, 0.7);
  expectBox(resizeBox(middle, { x: -1, y: -1 }, 0.1, -0.1, undefined), 0.35, 0.15, 0.4, 0.6);
  expectBox(resizeBox(middle, { x: -1, y: 1 }, -9, 9, undefined), 0, 0.25, 0.75, 0.75);
});

test.for(corners)("however far corner %j is moved, the frame is within the photo and not too small", (corner) => {
  for (const ratio of [undefined, 1, 0.4, 3]) {
    for (const [x, y] of [
      [3, 3],
      [-3, -3],
      [3, -3],
      [-3, 0],
      [3, 0],
      [0, -3],
      [0.2, 0],
      [0, 0.2],
      [-0.2, 0.1],
    ] as const) {
      const box = resizeBox(fitBox(middle, ratio), corner, x, y, ratio);
      expect(Math.min(box.x, box.y)).toBeGreaterThan(-1e-9);
      expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThan(1 + 1e-9);
      expect(Math.min(box.width, box.height)).toBeGreaterThan(0.1 - 1e-9);
      if (ratio) expect(box.width / box.height).toBeCloseTo(ratio);
    }
  }
});

test("a square of a wide photo is as high as the photo, and 4:3 stands upright for an upright one", () => {
  const wide = { width: 4_000, height: 2_000 };
  expectBox(fitBox(unedited.crop, shapeRatio("square", wide)), 0.25, 0, 0.5, 1);
  const upright = { width: 3_000, height: 4_000 };
  expectBox(fitBox(unedited.crop, shapeRatio("fourToThree", upright)), 0, 0, 1, 1);
  expect(fitBox(middle, shapeRatio("free", wide))).toEqual(middle);
});

test.for(shapes)("after four quarter turns a %s frame is where it was", (shape) => {
  const size = { width: 4_000, height: 3_000 };
  let edit = { turns: 0, crop: fitBox({ x: 0.1, y: 0.2, width: 0.3, height: 0.4 }, shapeRatio(shape, size)) };
  const { x, y, width, height } = edit.crop;
  for (let at = 0; at < 4; at++) edit = turn(edit, shape, size);
  expect(edit.turns).toBe(0);
  expectBox(edit.crop, x, y, width, height);
});

test("a quarter turn takes the upper left corner to the upper right", () => {
  const { turns, crop } = turn({ turns: 0, crop: { x: 0, y: 0, width: 0.2, height: 0.3 } }, "free", {
    width: 40,
    height: 30,
  });
  expect(turns).toBe(1);
  expectBox(crop, 0.7, 0, 0.3, 0.2);
});
