import { createCanvas, Image, type Canvas } from "@napi-rs/canvas";
import { Brush } from "./brush.ts";
import { drawCoffee } from "./draw-coffee.ts";
import { drawHome } from "./draw-home.ts";
import { pictureHeight, pictureWidth, type Picture } from "../picture.ts";

/** Not every service that shows previews of links accepts a larger picture. */
const bytesAtMost = 300_000;
const qualities = [88, 78, 66, 52, 38, 20, 5] as const;

/** Draws a picture as a JPEG of at most 300,000 bytes. */
export async function drawPicture(picture: Picture): Promise<Buffer> {
  const canvas = createCanvas(pictureWidth, pictureHeight);
  const photo = picture.photo && (await readPhoto(picture.photo));
  const brush = new Brush(canvas.getContext("2d"));
  const { words } = picture;
  if (words.kind === "home") drawHome(brush, picture, words, photo);
  else drawCoffee(brush, picture, words, photo);
  return encode(canvas);
}

async function readPhoto(bytes: Uint8Array): Promise<Image | undefined> {
  const image = new Image();
  image.src = Buffer.from(bytes);
  try {
    await image.decode();
  } catch {
    return undefined; // a visitor's photo that can't be decoded is left out
  }
  return image.width > 0 && image.height > 0 ? image : undefined;
}

async function encode(canvas: Canvas): Promise<Buffer> {
  let jpeg: Buffer = Buffer.alloc(0);
  for (const quality of qualities) {
    jpeg = await canvas.encode("jpeg", quality);
    if (jpeg.byteLength < bytesAtMost) break;
  }
  return jpeg;
}
