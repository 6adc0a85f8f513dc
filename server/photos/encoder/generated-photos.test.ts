import { afterAll, expect, test } from "vitest";
import { Fault } from "../../../catalogue/fault.ts";
import { encodeBytes } from "../../../test/photos/encode-bytes.ts";
import { generatedPhotos, mutationNames } from "../../../test/photos/generated-photos.ts";
import { metadataIn } from "../../../test/photos/picture-contents.ts";
import { encodingOptions } from "./encoding-process.ts";
import { PhotoEncoder } from "./photo-encoder.ts";
import { photoKinds } from "./photo-kind.ts";

/** Of each kind and each mistake: 510 in all. */
const count = 17;
/** Other tests may keep all processors busy, so a photo gets more time here than in a shop. */
const encoders = Array.from({ length: 2 }, () => new PhotoEncoder({ ...encodingOptions, limitMs: 90_000 }));
afterAll(() => encoders.forEach((each) => each.close()));

/** A mistake that decoders must not mind in every file. */
const harmless = "random metadata";
const cases = photoKinds.flatMap((kind) => mutationNames.map((mutation) => [kind, mutation] as const));

test.for(cases)("each generated %s with %s is refused as the sender's fault, or cleaned", async ([kind, mutation]) => {
  const photos = (await generatedPhotos(kind, mutation, count, 1)).values();
  let cleaned = 0;
  const outcomes = encoders.map(async (encoder) => {
    for (const { name, bytes } of photos) {
      try {
        const { pictures, later } = await encodeBytes(encoder, bytes);
        for (const { format, bytes: picture } of [...pictures, ...later])
          expect(metadataIn(format, Buffer.from(picture)), name).toEqual([]);
        cleaned += 1;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        expect(["unreadable-photo", "unsupported-photo", "too-many-pixels"], name).toContain(error.code);
      }
    }
  });
  await Promise.all(outcomes);
  expect(cleaned).toBeGreaterThanOrEqual(mutation === harmless ? 1 : 0);
});

async function filesOf(seed: number): Promise<string[]> {
  return (await generatedPhotos("png", "flipped bits", 3, seed)).map(({ bytes }) => bytes.toString("base64"));
}

test("the same seed makes the same files, and another seed makes others", async () => {
  expect(await filesOf(1)).toEqual(await filesOf(1));
  expect(new Set([...(await filesOf(1)), ...(await filesOf(2))]).size).toBe(6);
});
