import type { Image } from "@napi-rs/canvas";
import type { Brush } from "./brush.ts";

/** Fills a place with a photo, whose margins are cut off where it is of another shape. */
export function drawPhoto({ context }: Brush, photo: Image, x: number, y: number, width: number, height: number): void {
  const scale = Math.max(width / photo.width, height / photo.height);
  const [shownWidth, shownHeight] = [width / scale, height / scale];
  const [cutLeft, cutTop] = [(photo.width - shownWidth) / 2, (photo.height - shownHeight) / 2];
  context.imageSmoothingQuality = "high";
  // A photo may be clear in places.
  context.fillStyle = "#ffffff";
  context.fillRect(x, y, width, height);
  context.drawImage(photo, cutLeft, cutTop, shownWidth, shownHeight, x, y, width, height);
}
