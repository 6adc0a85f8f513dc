import { expect, test } from "vitest";
import type { Answer } from "../../calls/product-server.ts";
import { unedited } from "./draw-photo.ts";
import { PhotoUpload } from "./photo-upload.ts";

const cup = new Blob(["cup"], { type: "image/jpeg" });
const spoon = new Blob(["spoon"], { type: "image/png" });
const refused: Answer<string> = { ok: false, failure: { status: 413, words: "Too large." } };

/** An upload whose sending ends when the test says so, and the steps that it told. */
function watchedUpload(canStore = true) {
  const sent: Blob[] = [];
  const stored: (readonly [string, Blob])[] = [];
  const endings: ((answer: Answer<string>) => void)[] = [];
  const progress: ((part: number) => void)[] = [];
  const upload = new PhotoUpload({
    shrink: async (photo) => photo,
    store: async (...photo) => {
      stored.push(photo);
      return canStore;
    },
    send: (photo, _signal, onProgress) => {
      sent.push(photo);
      progress.push(onProgress);
      return new Promise((resolve) => endings.push(resolve));
    },
  });
  const steps: string[] = [];
  upload.watch((chosen) => {
    const { stage } = chosen ?? {};
    steps.push(stage?.kind === "sending" ? `sending ${stage.part}` : (stage?.kind ?? "none"));
  });
  const sending = async (count: number) => expect.poll(() => endings.length).toBe(count);
  return { upload, sent, stored, endings, progress, steps, sending };
}

test("a chosen photo is made ready and sent at once, with its progress", async () => {
  const { upload, sent, endings, progress, steps, sending } = watchedUpload();
  upload.choose(cup);
  await sending(1);
  progress[0]?.(0.5);
  endings[0]?.({ ok: true, value: "/a.jpg" });
  expect(await upload.whenEnded()).toBe("done");
  expect(steps).toEqual(["preparing", "sending 0", "sending 0.5", "done"]);
  expect(sent).toEqual([cup]);
});

test("a photo that was refused can be sent again", async () => {
  const { upload, sent, endings, steps, sending } = watchedUpload();
  upload.choose(cup);
  await sending(1);
  endings[0]?.(refused);
  expect(await upload.whenEnded()).toBe("failed");
  upload.retry();
  await sending(2);
  endings[1]?.({ ok: true, value: "/a.jpg" });
  expect(await upload.whenEnded()).toBe("done");
  expect(sent).toEqual([cup, cup]);
  expect(steps.filter((step) => step === "failed" || step === "done")).toEqual(["failed", "done"]);
});

test("another photo replaces one on its way, whose end is no longer told", async () => {
  const { upload, sent, endings, progress, steps, sending } = watchedUpload();
  upload.choose(cup);
  await sending(1);
  upload.choose(spoon);
  await sending(2);
  const ended = upload.whenEnded();
  progress[0]?.(0.9);
  endings[0]?.({ ok: true, value: "/cup.jpg" });
  endings[1]?.({ ok: true, value: "/spoon.jpg" });
  expect(await ended).toBe("done");
  expect(sent).toEqual([cup, spoon]);
  expect(steps).toEqual(["preparing", "sending 0", "preparing", "sending 0", "done"]);
});

test("who waits for a photo that is replaced waits for the other one", async () => {
  const { upload, endings, sending } = watchedUpload();
  upload.choose(cup);
  await sending(1);
  const ended = upload.whenEnded();
  upload.edit(unedited);
  endings[0]?.({ ok: true, value: "/cup.jpg" });
  await sending(2);
  endings[1]?.(refused);
  expect(await ended).toBe("failed");
});

test("a dropped photo is not sent any further, and is nobody's any more", async () => {
  const { upload, endings, steps, sending } = watchedUpload();
  upload.choose(cup);
  await sending(1);
  const ended = upload.whenEnded();
  upload.drop();
  endings[0]?.({ ok: true, value: "/a.jpg" });
  expect(await ended).toBe("dropped");
  upload.retry();
  upload.edit(unedited);
  expect(steps).toEqual(["preparing", "sending 0", "none"]);
});

test("each picture that was shown is given back when another one takes its place", async () => {
  const { upload, endings, sending } = watchedUpload();
  const shown = new Set<string>();
  upload.watch((chosen) => chosen && shown.add(chosen.picture));
  upload.choose(cup);
  upload.edit(unedited);
  await sending(1);
  endings[0]?.({ ok: true, value: "/a.jpg" });
  await upload.whenEnded();
  expect(shown.size).toBe(2);
  upload.drop();
  for (const url of shown) await expect(fetch(url)).rejects.toThrow();
});

test("a photo that is ready is stored under one name, also when it is sent again, and under another once it is edited", async () => {
  const { upload, stored, endings, sending } = watchedUpload();
  const names = new Set<string | undefined>();
  upload.watch((chosen) => chosen?.ready && names.add(chosen.storedAs));
  upload.choose(cup);
  await sending(1);
  endings[0]?.(refused);
  await upload.whenEnded();
  upload.retry();
  await sending(2);
  expect(await upload.storeAgain()).toBe(true);
  expect(stored.map(([name]) => name)).toEqual([...names, ...names]);
  expect(names.size).toBe(1);
  upload.edit(unedited);
  await sending(3);
  expect(names.size).toBe(2);
  expect(stored.map(([, photo]) => photo)).toEqual([cup, cup, cup]);
});

test("a photo that the browser does not store has no name there", async () => {
  const { upload, sending } = watchedUpload(false);
  upload.choose(cup);
  await sending(1);
  await expect.poll(() => upload.chosen?.storedAs).toBeUndefined();
  expect(await upload.storeAgain()).toBe(false);
});

test("an upload without a reply ends once the browser has stored the photo, or has not", async () => {
  for (const isStored of [true, false]) {
    const disk = Promise.withResolvers<boolean>();
    const sent = Promise.withResolvers<Answer<string>>();
    const upload = new PhotoUpload({
      shrink: async (photo) => photo,
      store: () => disk.promise,
      send: () => sent.promise,
    });
    upload.choose(cup);
    sent.resolve({ ok: false, failure: { words: "Nobody answers." } });
    await new Promise(setImmediate);
    expect(upload.chosen?.stage.kind).toBe("sending");
    disk.resolve(isStored);
    expect(await upload.whenEnded()).toBe("failed");
    expect(upload.chosen?.storedAs !== undefined).toBe(isStored);
  }
});

test("a photo of an earlier visit is sent as it was stored, byte by byte, and not stored again", async () => {
  const { upload, sent, stored, endings, sending } = watchedUpload();
  upload.resume(spoon, { id: "earlier", alt: "A spoon" });
  await sending(1);
  expect(upload.chosen).toMatchObject({ storedAs: "earlier", alt: "A spoon" });
  endings[0]?.({ ok: true, value: "/a.jpg" });
  expect(await upload.whenEnded()).toBe("done");
  expect([sent, stored]).toEqual([[spoon], []]);
});
