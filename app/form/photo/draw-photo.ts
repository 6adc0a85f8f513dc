/** A place in a picture: its left upper corner and its size, as parts of the picture's width and height. */
export type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/** How a photo is turned, in quarter turns clockwise, and which part of the turned photo stays. */
export type PhotoEdit = Readonly<{ turns: number; crop: Box }>;

export type Size = Readonly<{ width: number; height: number }>;

export const unedited: PhotoEdit = { turns: 0, crop: { x: 0, y: 0, width: 1, height: 1 } };

/** The longest side of an uploaded photo in pixels. The shop's own largest picture is 1,600 wide. */
const longestSide = 2_000;

/** The size of a photo after it is turned. */
export function turnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The size in pixels of a photo after an edit, made smaller if a side is longer than 2,000. */
export function drawnSize(size: Size, { turns, crop }: PhotoEdit): Size {
  const turned = turnedSize(size, turns);
  const [width, height] = [turned.width * crop.width, turned.height * crop.height];
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The part of a canvas's context that is used here, of a page, of a worker, or of a test. */
type Context<Photo> = {
  readonly canvas: Size;
  imageSmoothingQuality: "low" | "medium" | "high";
  scale(x: number, y: number): void;
  translate(x: number, y: number): void;
  rotate(angle: number): void;
  drawImage(photo: Photo, x: number, y: number, width: number, height: number): void;
};

/** Draws an edited photo so that it fills a canvas of `drawnSize`. */
export function drawPhoto<Photo>(context: Context<Photo>, photo: Photo, size: Size, { turns, crop }: PhotoEdit): void {
  const turned = turnedSize(size, turns);
  const { width, height } = context.canvas;
  context.imageSmoothingQuality = "high";
  context.scale(width / (crop.width * turned.width), height / (crop.height * turned.height));
  context.translate((0.5 - crop.x) * turned.width, (0.5 - crop.y) * turned.height);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(photo, -size.width / 2, -size.height / 2, size.width, size.height);
}

/** The part of a context that paints white under a picture. */
type Paper = {
  readonly canvas: Size;
  globalCompositeOperation: string;
  fillStyle: unknown;
  resetTransform(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
};
type Encode = (type: string, quality: number) => Promise<Blob | null>;

const quality = 0.85;

/** Encodes a canvas as WebP, or as JPEG on white in browsers that would silently make a PNG instead. */
export async function encodePhoto(context: Paper, encode: Encode): Promise<Blob | null> {
  const webp = await encode("image/webp", quality);
  if (webp?.type === "image/webp") return webp;
  context.resetTransform();
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  return encode("image/jpeg", quality);
}
