import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openFileBlobs } from "./file-blobs.ts";
import type { PhotoBlobs } from "./photo-blobs.ts";
import { photoFile } from "./photo-file.ts";
import { PhotoStore } from "./photo-store.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

const dayMs = 24 * 3_600_000;
const photo = { id: "ab".repeat(32), width: 400, height: 300, colour: "c8a27f" };
const other = { ...photo, id: "cd".repeat(32) };
const jpeg = { format: "jpg", width: 400, height: 300, bytes: Buffer.from("the JPEG") } as const;
const avif = { format: "avif", width: 400, height: 300, bytes: Buffer.from("the AVIF") } as const;

/** A place for photos, a store over it with a clock that the test sets, and more stores over the same place. */
function newStore(limitBytes = 1_000_000) {
  const directory = mkdtempSync(join(tmpdir(), "niceties-photos-"));
  directories.push(directory);
  const clock = { now: Date.now() };
  const blobs = openFileBlobs(directory);
  const open = (place: PhotoBlobs = openFileBlobs(directory)) => new PhotoStore(place, limitBytes, () => clock.now);
  return { clock, blobs, open, photos: open(blobs) };
}

const textOf = async (picture: ReturnType<PhotoStore["picture"]>) => {
  const found = await picture;
  return found && Buffer.from(found.bytes).toString();
};
const bytesOf = (time: number) => new TextEncoder().encode(new Date(time).toISOString());
const nothing = async () => new Set<string>();
const naming = (id: string) => async () => new Set([`kept/${id}`]);

test("a photo that was added is found, with its pictures, by every process", async () => {
  const { photos, open } = newStore();
  expect(await photos.find(photo.id)).toBeUndefined();
  await photos.add(photo, [jpeg]);
  for (const each of [photos, open()]) {
    expect((await each.find(photo.id))?.photo).toEqual(photo);
    expect(await textOf(each.picture(photo.id, 400, ["jpg"]))).toBe("the JPEG");
    expect(await each.picture(photo.id, 160, ["jpg"])).toBeUndefined();
    expect(await each.picture(other.id, 400, ["jpg"])).toBeUndefined();
  }
});

test("until a photo has a picture in the wanted format, the next format stands in for it, then no more", async () => {
  const { photos, open } = newStore();
  const beside = open();
  await photos.add(photo, [jpeg]);
  expect((await beside.picture(photo.id, 400, ["avif", "jpg"]))?.format).toBe("jpg");
  await photos.add(photo, [jpeg, avif]);
  for (const each of [photos, beside]) {
    expect(await textOf(each.picture(photo.id, 400, ["avif", "jpg"]))).toBe("the AVIF");
    expect(await textOf(each.picture(photo.id, 400, ["jpg"]))).toBe("the JPEG");
  }
});

test("a process that knows a photo as it was reads it as another process has put it since", async () => {
  const { photos, open } = newStore();
  const beside = open();
  await photos.add(photo, [jpeg]);
  await beside.find(photo.id);
  await photos.add(photo, [{ ...jpeg, bytes: Buffer.from("the same JPEG by another encoder") }]);
  expect(await textOf(beside.picture(photo.id, 400, ["jpg"]))).toBe("the same JPEG by another encoder");
});

test("a photo that gets its other formats between the reads of its header and of a picture is sent", async () => {
  const { photos, blobs, open } = newStore();
  await photos.add(photo, [jpeg]);
  let pictures = 0;
  const reader = open({
    put: (key, bytes) => blobs.put(key, bytes),
    async read(key, range) {
      if (range && range.start > 0) pictures += 1;
      // The first read found no AVIF, and the second has just looked for one.
      if (pictures === 2) await open().add(photo, [jpeg, avif]);
      return blobs.read(key, range);
    },
    list: (prefix) => blobs.list(prefix),
    remove: (key) => blobs.remove(key),
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  });
  expect(await textOf(reader.picture(photo.id, 400, ["avif", "jpg"]))).toBe("the AVIF");
});

test("damaged bytes are never sent: the call rejects", async () => {
  const { photos, blobs } = newStore();
  await photos.add(photo, [jpeg]);
  const file = Buffer.from(photoFile(photo, [jpeg]));
  file.write("x", file.byteLength - 1);
  await blobs.put(`kept/${photo.id}`, file);
  await expect(photos.picture(photo.id, 400, ["jpg"])).rejects.toMatchObject({ code: "storage-failed" });
  file.write("x", 40);
  await blobs.put(`kept/${other.id}`, file);
  await expect(photos.find(other.id)).rejects.toMatchObject({ code: "storage-failed" });
});

test("a photo that would exceed the limit of all photos is refused, and what was there stays", async () => {
  const { photos } = newStore(photoFile(photo, [jpeg]).byteLength + 100);
  await photos.add(photo, [jpeg]);
  await expect(photos.add(other, [jpeg])).rejects.toMatchObject({ code: "photos-full" });
  expect(await photos.find(other.id)).toBeUndefined();
  await photos.add(photo, [jpeg]);
  expect(await textOf(photos.picture(photo.id, 400, ["jpg"]))).toBe("the JPEG");
});

test("a removed photo makes room for another", async () => {
  const { photos, clock } = newStore(photoFile(photo, [jpeg]).byteLength + 100);
  await photos.add(photo, [jpeg]);
  clock.now += dayMs + 60_000;
  expect(await photos.sweep(nothing)).toBe(1);
  await photos.add(other, [jpeg]);
  expect((await photos.find(other.id))?.photo).toEqual(other);
});

test("a photo that nothing names is removed after a day, and not before", async () => {
  const { photos, open, clock } = newStore();
  await photos.add(photo, [jpeg]);
  clock.now += dayMs - 60_000;
  expect(await photos.sweep(nothing)).toBe(0);
  clock.now += 120_000;
  expect(await photos.sweep(nothing)).toBe(1);
  for (const each of [photos, open()]) expect(await each.find(photo.id)).toBeUndefined();
});

test("a photo that a coffee or the log names stays, however old it is", async () => {
  const { photos, clock } = newStore();
  await photos.add(photo, [jpeg]);
  await photos.add(other, [jpeg]);
  clock.now += 400 * dayMs;
  expect(await photos.sweep(naming(photo.id))).toBe(1);
  expect(await photos.find(photo.id)).toBeDefined();
  expect(await photos.find(other.id)).toBeUndefined();
});

test("a photo that a write is about to name stays for another day", async () => {
  const { photos, open, clock } = newStore();
  await photos.add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  expect(await open().touch([photo.id])).toBe(true);
  expect(await photos.sweep(nothing)).toBe(0);
  clock.now += dayMs + 60_000;
  expect(await photos.sweep(nothing)).toBe(1);
});

/** Blobs that call `act` once, right before the first call of `method` with a key that begins with `prefix`. */
function interrupted(
  blobs: PhotoBlobs,
  method: "put" | "read" | "remove",
  prefix: string,
  act: () => Promise<unknown>,
): PhotoBlobs {
  let isDone = false;
  const before = async (name: string, key: string) => {
    if (isDone || name !== method || !key.startsWith(prefix)) return;
    isDone = true;
    await act();
  };
  return {
    put: (key, bytes) => before("put", key).then(() => blobs.put(key, bytes)),
    read: (key, range) => before("read", key).then(() => blobs.read(key, range)),
    remove: (key) => before("remove", key).then(() => blobs.remove(key)),
    list: (prefixOfKeys) => blobs.list(prefixOfKeys),
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  };
}

test.for([
  ["put", "swept/"],
  ["read", "touched/"],
] as const)("a write that touches a photo before a sweep's %s of %s saves it", async ([method, prefix]) => {
  const { blobs, open, clock } = newStore();
  await open().add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  let isProtected: Promise<boolean> | undefined;
  const sweeper = open(
    interrupted(blobs, method, prefix, async () => {
      isProtected = open().touch([photo.id]);
      // With the mark there, the touch waits for the end of the sweep.
      await expect.poll(() => blobs.read(`touched/${photo.id}`)).toEqual(bytesOf(clock.now));
    }),
  );
  expect(await sweeper.sweep(nothing)).toBe(0);
  expect(await isProtected).toBe(true);
  expect(await open().find(photo.id)).toBeDefined();
});

test("a write that touches a photo while a sweep removes it learns that it may be gone", async () => {
  const { blobs, open, clock } = newStore();
  await open().add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  let touched: boolean | undefined;
  const sweeper = open(
    interrupted(blobs, "remove", "kept/", async () => {
      touched = await open().touch([photo.id]);
    }),
  );
  expect(await sweeper.sweep(nothing)).toBe(1);
  expect(touched).toBe(false);
});

test("a photo that is uploaded again while a sweep removes it is not acknowledged and then lost", async () => {
  const { blobs, open, clock } = newStore();
  await open().add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  let refusal: unknown;
  const sweeper = open(
    interrupted(blobs, "remove", "kept/", () =>
      open()
        .add(photo, [jpeg])
        .catch((error: unknown) => (refusal = error)),
    ),
  );
  await sweeper.sweep(nothing);
  expect(refusal).toMatchObject({ code: "too-busy" });
  await open().add(photo, [jpeg]);
  expect(await open().find(photo.id)).toBeDefined();
});

test("a photo that is uploaded again after another process removed it is not taken for one that is there", async () => {
  const { photos, open, clock } = newStore();
  await photos.add(photo, [jpeg]);
  expect((await photos.renew(photo.id))?.photo).toEqual(photo);
  clock.now += 2 * dayMs;
  expect(await open().sweep(nothing)).toBe(1);
  expect(await photos.renew(photo.id)).toBeUndefined();
});

test("a photo that a sweep removes while it is uploaded again is not taken for one that is there", async () => {
  const { blobs, open, clock } = newStore();
  const photos = open();
  await photos.add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  let renewed: ReturnType<PhotoStore["renew"]> | undefined;
  const sweeper = open(
    interrupted(blobs, "remove", "kept/", async () => {
      renewed = photos.renew(photo.id);
      await expect.poll(() => blobs.read(`touched/${photo.id}`)).toEqual(bytesOf(clock.now));
    }),
  );
  expect(await sweeper.sweep(nothing)).toBe(1);
  expect(await renewed).toBeUndefined();
  // The sweep has removed the first touch, but what is put now is protected.
  expect(await blobs.read(`touched/${photo.id}`)).toEqual(bytesOf(clock.now));
});

test("while one of two processes removes a photo, the end of the other's sweep lets no write go on", async () => {
  const { blobs, open, clock } = newStore();
  await open().add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  let isProtected: boolean | undefined;
  const sweeper = open(
    interrupted(blobs, "remove", "kept/", async () => {
      await open().sweep(naming(photo.id));
      await open().sweep(nothing);
      isProtected = await open().touch([photo.id]);
    }),
  );
  await sweeper.sweep(nothing);
  expect(isProtected).toBe(false);
});

test("if a removal fails, writes are held up by its mark, since it may still be carried out", async () => {
  const { blobs, open, clock } = newStore();
  await open().add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  const failing = interrupted(blobs, "remove", "kept/", () => Promise.reject(new Error("no answer")));
  await expect(open(failing).sweep(nothing)).rejects.toThrow("no answer");
  expect(await open().touch([photo.id])).toBe(false);
  clock.now += 61_000;
  expect(await open().touch([photo.id])).toBe(true);
});

test("a coffee that is saved between a sweep's two looks at the log keeps its photo", async () => {
  const { photos, clock } = newStore();
  await photos.add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  let looks = 0;
  const references = async () => new Set(++looks === 1 ? [] : [`kept/${photo.id}`]);
  expect(await photos.sweep(references)).toBe(0);
  expect(await photos.find(photo.id)).toBeDefined();
});

test("the mark of a sweep that was cut short holds nobody up for longer than a minute, and is removed", async () => {
  const { blobs, open, clock } = newStore();
  await open().add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  const mark = `swept/${photo.id}-${clock.now - 61_000}-a`;
  await blobs.put(mark, new Uint8Array());
  expect(await open().touch([photo.id])).toBe(true);
  clock.now += 2 * dayMs;
  expect(await open().sweep(naming(photo.id))).toBe(0);
  expect(await blobs.read(mark)).toBeUndefined();
});

test("a sweep that takes too long removes nothing", async () => {
  const { blobs, open, clock } = newStore();
  await open().add(photo, [jpeg]);
  clock.now += 2 * dayMs;
  const sweeper = open(interrupted(blobs, "read", "touched/", async () => (clock.now += 25_000)));
  expect(await sweeper.sweep(nothing)).toBe(0);
  expect(await open().find(photo.id)).toBeDefined();
});
