import type { CopyStore } from "../../store/photos/copy-store.ts";
import type { ReadReferences } from "../../store/photos/photo-keys.ts";
import type { PhotoStore } from "../../store/photos/photo-store.ts";

const everyMs = 3_600_000;

/** Removes unused photos each hour until `closing` aborts. A sweep that fails is reported; the next one tries again. */
export function sweepPhotos(
  stores: readonly (Pick<PhotoStore | CopyStore, "sweep"> | undefined)[],
  references: ReadReferences,
  closing: AbortSignal | undefined,
  report: (error: unknown) => void,
): void {
  const sweep = async () => {
    for (const each of stores) await each?.sweep(references).catch(report);
  };
  const timer = setInterval(() => void sweep(), everyMs).unref();
  closing?.addEventListener("abort", () => clearInterval(timer));
}
