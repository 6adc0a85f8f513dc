import { drawnSize, drawPhoto, encodePhoto, type PhotoEdit } from "./draw-photo.ts";

/* Runs in a worker: shrinks one photo, and posts the smaller one, or undefined if the browser cannot do it here. */

async function shrink(photo: Blob, edit: PhotoEdit): Promise<Blob | null> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: "from-image" });
  const { width, height } = drawnSize(bitmap, edit);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) return null;
  drawPhoto(context, bitmap, bitmap, edit);
  bitmap.close();
  return encodePhoto(context, (type, quality) => canvas.convertToBlob({ type, quality }));
}

addEventListener("message", ({ data }: MessageEvent<Readonly<{ photo: Blob; edit: PhotoEdit }>>) => {
  shrink(data.photo, data.edit).then(
    (small) => postMessage(small ?? undefined),
    () => postMessage(undefined), // shrink-photo.ts then tries without a worker
  );
});
