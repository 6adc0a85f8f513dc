import { GlobalFonts } from "@napi-rs/canvas";
import { drawPicture } from "./draw-picture.ts";
import type { FaceFile } from "./face-files.ts";
import type { Picture } from "./picture.ts";

/** What this process is told: the faces first, and then one picture after another. */
export type Told = Readonly<{ faces: readonly FaceFile[] } | { picture: Picture }>;

/** What it answers for each picture. */
export type Drawn = Readonly<{ jpeg: Uint8Array } | { failure: string }>;

// Ctrl-C in a terminal is told to every process there; this one ends when the shop lets go of it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

process.on("message", (told: Told) => {
  if ("faces" in told) for (const { family, file } of told.faces) GlobalFonts.registerFromPath(file, family);
  else void answer(told.picture).then((drawn) => process.send?.(drawn));
});

async function answer(picture: Picture): Promise<Drawn> {
  try {
    return { jpeg: await drawPicture(picture) };
  } catch (error) {
    return { failure: String(error) };
  }
}
