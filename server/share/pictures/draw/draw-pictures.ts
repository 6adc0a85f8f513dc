import { GlobalFonts } from "@napi-rs/canvas";
import { drawPicture } from "./draw-picture.ts";
import type { FaceFile } from "../face-files.ts";
import type { Picture } from "../picture.ts";

/** A message to this process: first the font files, then one picture after another. */
export type DrawingMessage = Readonly<{ faces: readonly FaceFile[] } | { picture: Picture }>;

/** This process's reply to a picture. */
export type DrawingResult = Readonly<{ jpeg: Uint8Array } | { failure: string }>;

// A terminal sends Ctrl-C to all of its processes; this one ends when the shop disconnects.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

process.on("message", (message: DrawingMessage) => {
  if ("faces" in message) for (const { family, file } of message.faces) GlobalFonts.registerFromPath(file, family);
  else void answer(message.picture).then((drawn) => process.send?.(drawn));
});

async function answer(picture: Picture): Promise<DrawingResult> {
  try {
    return { jpeg: await drawPicture(picture) };
  } catch (error) {
    return { failure: String(error) };
  }
}
