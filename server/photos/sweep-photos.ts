import type { PhotoReferences } from "../../store/photos/photo-references.ts";
import type { PhotoStore } from "../../store/photos/photo-store.ts";

const everyMs = 3_600_000;

/** Removes unused photos each hour until `closing` aborts. A sweep that fails is reported; the next one tries again. */
export function sweepPhotos(
  photos: PhotoStore,
  references: PhotoReferences,
  closing: AbortSignal | undefined,
  report: (error: unknown) => void,
): void {
  const sweep = () => void photos.sweep(() => references.current()).catch(report);
  const timer = setInterval(sweep, everyMs).unref();
  closing?.addEventListener("abort", () => clearInterval(timer));
}
