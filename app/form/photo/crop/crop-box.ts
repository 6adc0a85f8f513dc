import { turnedSize, type Box, type PhotoEdit, type Size } from "../draw-photo.ts";

/** The shapes that the frame can have; "free" is any. */
export const shapes = ["free", "square", "fourToThree"] as const;
export type Shape = (typeof shapes)[number];

/** A corner of the frame: 1 is the right or lower side, -1 the left or upper one. */
export type Corner = Readonly<{ x: 1 | -1; y: 1 | -1 }>;

/** The least width and height of a frame, as a part of the photo's. */
const least = 0.1;

const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to);

/**
 * The width of a shape over its height, both as parts of a turned photo of this size. A photo that is higher than wide
 * gets 3:4 in place of 4:3. Undefined if the shape is free.
 */
export function shapeRatio(shape: Shape, { width, height }: Size): number | undefined {
  if (shape === "free") return undefined;
  const ratio = shape === "square" ? 1 : width < height ? 3 / 4 : 4 / 3;
  return (ratio * height) / width;
}

/** The frame moved by parts of the photo, as far as the photo goes. */
export function moveBox(box: Box, x: number, y: number): Box {
  return { ...box, x: clamp(box.x + x, 0, 1 - box.width), y: clamp(box.y + y, 0, 1 - box.height) };
}

/** The frame after one corner is moved by parts of the photo. The opposite corner stays. */
export function resizeBox(box: Box, corner: Corner, x: number, y: number, ratio: number | undefined): Box {
  const room = {
    width: corner.x === 1 ? 1 - box.x : box.x + box.width,
    height: corner.y === 1 ? 1 - box.y : box.y + box.height,
  };
  let width = clamp(box.width + corner.x * x, least, room.width);
  let height = clamp(box.height + corner.y * y, least, room.height);
  if (ratio !== undefined) {
    // The side that was moved further decides.
    if (Math.abs(y) * ratio > Math.abs(x)) width = height * ratio;
    width = clamp(width, least * Math.max(1, ratio), Math.min(room.width, room.height * ratio));
    height = width / ratio;
  }
  return {
    x: corner.x === 1 ? box.x : box.x + box.width - width,
    y: corner.y === 1 ? box.y : box.y + box.height - height,
    width,
    height,
  };
}

/** The largest frame of a ratio around the middle of another one; the same one without a ratio. */
export function fitBox(box: Box, ratio: number | undefined): Box {
  if (ratio === undefined) return box;
  const width = Math.min(1, ratio);
  const height = width / ratio;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return moveBox({ x: middle.x - width / 2, y: middle.y - height / 2, width, height }, 0, 0);
}

/** An edit after a quarter turn clockwise: the frame turns with the photo, and keeps its shape. */
export function turn({ turns, crop }: PhotoEdit, shape: Shape, size: Size): PhotoEdit {
  const next = (turns + 1) % 4;
  const turned = { x: 1 - crop.y - crop.height, y: crop.x, width: crop.height, height: crop.width };
  // A square stays one, and 4:3 becomes 3:4 like the photo.
  const ratio = shapeRatio(shape, turnedSize(size, next));
  const isKept = ratio === undefined || Math.abs(turned.width / turned.height / ratio - 1) < 0.001;
  return { turns: next, crop: isKept ? turned : fitBox(turned, ratio) };
}
