import { drawnSize, drawPhoto, encodePhoto, unedited, type PhotoEdit } from "./draw-photo.ts";

/**
 * Turns, crops and shrinks a photo for its upload, in a worker where the browser has what that needs. Resolves to the
 * photo as it was chosen if it is smaller, or if the browser cannot read it.
 */
export async function shrinkPhoto(photo: Blob, edit: PhotoEdit | undefined, signal: AbortSignal): Promise<Blob> {
  const small =
    (await shrinkInWorker(photo, edit ?? unedited, signal)) ??
    (signal.aborted ? undefined : await shrinkHere(photo, edit ?? unedited));
  return small && (edit || small.size < photo.size) ? small : photo;
}

/** Resolves to undefined if the worker fails, as in browsers without OffscreenCanvas. */
function shrinkInWorker(photo: Blob, edit: PhotoEdit, signal: AbortSignal): Promise<Blob | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./shrink-worker.ts", import.meta.url), { type: "module" });
    const end = (small?: unknown) => {
      worker.terminate();
      resolve(small instanceof Blob ? small : undefined);
    };
    worker.addEventListener("message", ({ data }) => end(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      end();
    });
    signal.addEventListener("abort", () => end());
    worker.postMessage({ photo, edit }, { transfer: [] });
  });
}

/** An image element applies the orientation in the file in every browser, also where `createImageBitmap` does not. */
async function shrinkHere(photo: Blob, edit: PhotoEdit): Promise<Blob | undefined> {
  const image = new Image();
  image.src = URL.createObjectURL(photo);
  try {
    await image.decode();
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    const canvas = Object.assign(document.createElement("canvas"), drawnSize(size, edit));
    const context = canvas.getContext("2d");
    if (!context) return undefined;
    drawPhoto(context, image, size, edit);
    const encode = (type: string, quality: number) =>
      new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    return (await encodePhoto(context, encode)) ?? undefined;
  } catch {
    return undefined; // not a picture that this browser can read
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
