// A process that sweeps a shop's photos again and again, and can be killed in the middle. The shop itself sweeps each
// hour, with the same code.
import { setTimeout as delay } from "node:timers/promises";
import { joinPlace, type ShopPlace } from "../../../store/open-store.ts";
import { openPhotoBlobs } from "../../../store/photos/open-photos.ts";
import type { PhotoBlobs } from "../../../store/photos/photo-blobs.ts";
import { PhotoReferences } from "../../../store/photos/photo-references.ts";
import { keptPrefix } from "../../../store/photos/photo-keys.ts";
import { PhotoStore, unusedMs } from "../../../store/photos/photo-store.ts";
import { startProcess, tell, workUntilKilled, type KillableProcess, type ProcessMessage } from "./killable-process.ts";

const restMs = 20;
/** Longer than a write waits for the end of a sweep, and much shorter than a sweep may take. */
const slowestRemovalMs = 2_500;

/** Starts the process, and resolves once it sweeps. */
export function startSweeper(place: ShopPlace, onMessage: (message: ProcessMessage) => void): Promise<KillableProcess> {
  return startProcess(import.meta.url, place, onMessage);
}

/**
 * Blobs in which every photo is so old that a sweep looks at its touch. A removal is slow, as on a busy server, and is
 * told before it is made.
 */
function agedBlobs(blobs: PhotoBlobs): PhotoBlobs {
  return {
    put: (key, bytes) => blobs.put(key, bytes),
    read: (key, range) => blobs.read(key, range),
    async *list(prefix) {
      for await (const entry of blobs.list(prefix)) {
        const isPhoto = entry.key.startsWith(keptPrefix);
        yield isPhoto ? { ...entry, changedAt: new Date(entry.changedAt.getTime() - unusedMs) } : entry;
      }
    },
    async remove(key) {
      if (key.startsWith(keptPrefix)) {
        await delay(Math.random() ** 2 * slowestRemovalMs);
        await tell({ kind: "removes", id: key.slice(keptPrefix.length), at: Date.now() });
      }
      await blobs.remove(key);
    },
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  };
}

async function sweepForEver(place: ShopPlace): Promise<never> {
  await using photos = new PhotoStore(agedBlobs(await openPhotoBlobs(place)), Infinity);
  await using store = await joinPlace(place);
  const references = new PhotoReferences(store);
  await tell({ kind: "ready" });
  for (;;) {
    await photos
      .sweep(() => references.current())
      .catch((error: unknown) => tell({ kind: "failed", why: error instanceof Error ? error.message : String(error) }));
    await delay(restMs);
  }
}

if (import.meta.main) await workUntilKilled((place) => sweepForEver(JSON.parse(place)));
