import { createCanvas, loadImage } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { drawnSize, drawPhoto, encodePhoto, turnedSize, unedited, type PhotoEdit } from "./draw-photo.ts";

const whole = unedited.crop;

test.for([
  [{ width: 4_000, height: 3_000 }, unedited, { width: 2_000, height: 1_500 }],
  [{ width: 3_000, height: 4_000 }, unedited, { width: 1_500, height: 2_000 }],
  [
    { width: 4_000, height: 3_000 },
    { turns: 1, crop: whole },
    { width: 1_500, height: 2_000 },
  ],
  [{ width: 800, height: 600 }, unedited, { width: 800, height: 600 }],
  [
    { width: 4_000, height: 3_000 },
    { turns: 0, crop: { x: 0.5, y: 0, width: 0.5, height: 0.5 } },
    { width: 2_000, height: 1_500 },
  ],
  [
    { width: 100, height: 80 },
    { turns: 3, crop: { ...whole, width: 0.5 } },
    { width: 40, height: 100 },
  ],
  [{ width: 5_000, height: 1 }, unedited, { width: 2_000, height: 1 }],
] as const)("a photo of %j with %j is drawn as %j", ([size, edit, drawn]) => {
  expect(drawnSize(size, edit)).toEqual(drawn);
});

test("a quarter turn swaps the sides, and half a turn does not", () => {
  const size = { width: 4, height: 3 };
  expect([0, 1, 2, 3].map((turns) => turnedSize(size, turns).width)).toEqual([4, 3, 4, 3]);
});

/** A picture whose quarters are red and green above, blue and white below. */
const quarters = await loadImage(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="#f00" d="M0 0h20v10H0z"/>' +
      '<path fill="#0f0" d="M20 0h20v10H20z"/><path fill="#00f" d="M0 10h20v10H0z"/><path fill="#fff" d="M20 10h20v10H20z"/></svg>',
  ),
);

/** The colours of the quarters of the drawn photo, by rows. */
function drawnQuarters(edit: PhotoEdit): string {
  const size = { width: 40, height: 20 };
  const { width, height } = drawnSize(size, edit);
  const context = createCanvas(width, height).getContext("2d");
  drawPhoto(context, quarters, size, edit);
  const names: Readonly<Record<string, string>> = { "255,0,0": "red", "0,255,0": "green", "0,0,255": "blue" };
  const at = (x: number, y: number) => {
    const [red, green, blue] = context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data;
    return names[`${red},${green},${blue}`] ?? "white";
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join(" ");
}

describe("a drawn photo", () => {
  test.for([
    [unedited, "red green blue white"],
    [{ turns: 1, crop: whole }, "blue red white green"],
    [{ turns: 2, crop: whole }, "white blue green red"],
    [{ turns: 3, crop: whole }, "green white red blue"],
    [{ turns: 0, crop: { x: 0.5, y: 0, width: 0.5, height: 1 } }, "green green white white"],
    [{ turns: 1, crop: { x: 0, y: 0, width: 1, height: 0.5 } }, "blue red blue red"],
  ] as const)("with %j shows %s", ([edit, colours]) => {
    expect(drawnQuarters(edit)).toBe(colours);
  });
});

test("a browser that makes a PNG when it is asked for WebP makes a JPEG, on white", async () => {
  const asked: string[] = [];
  const canvas = createCanvas(1, 1);
  const blob = await encodePhoto(canvas.getContext("2d"), async (type) => {
    asked.push(type);
    return new Blob([], { type: type === "image/webp" ? "image/png" : type });
  });
  expect([asked, blob?.type]).toEqual([["image/webp", "image/jpeg"], "image/jpeg"]);
  expect([...canvas.getContext("2d").getImageData(0, 0, 1, 1).data]).toEqual([255, 255, 255, 255]);
});

test("a browser that makes WebP is asked once", async () => {
  const asked: string[] = [];
  await encodePhoto(createCanvas(1, 1).getContext("2d"), async (type) => {
    asked.push(type);
    return new Blob([], { type });
  });
  expect(asked).toEqual(["image/webp"]);
});
