import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { coffeeText } from "../catalogue/coffee-text.ts";
import { photoAddress } from "../catalogue/photo-address.ts";
import { joinShop, openShop, shopFile, type ShopPlace } from "../store/open-store.ts";
import { openFileBlobs } from "../store/photos/file-blobs.ts";
import { openPhotoBlobs, photosFolder } from "../store/photos/open-photos.ts";
import { photoFile } from "../store/photos/photo-file.ts";
import { photosNamedIn } from "../store/sqlite/photos-named-in.ts";
import { backUpShop, restoreShop } from "./backups.ts";
import { eraseSelected, previewSelectedErasure, rewriteBackups } from "./erase/erase-selected.ts";
import { photosFinding, touchPhotos } from "./photos.ts";

const at = new Date("2026-11-29T12:00:00.000Z");
const jpeg = { format: "jpg", width: 400, height: 300, bytes: Buffer.from("the JPEG") } as const;
const photoOf = (letter: string) => ({ id: letter.repeat(64), width: 400, height: 300, colour: "c8a27f" });
const [first, second, unnamed] = [photoOf("a"), photoOf("b"), photoOf("c")];
const agree = async () => {};

let folder: string;
let place: ShopPlace;
let backups: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "niceties-photos-"));
  place = { directory: join(folder, "shop"), databaseUrl: "" };
  backups = join(folder, "backups");
  await (await openShop(place, [first, second].map(withPhoto), at)).close();
  await keep(place, first, second, unnamed);
});
afterEach(() => rm(folder, { recursive: true }));

function withPhoto(photo: typeof first) {
  return { ...emptyFields, name: photo.id.slice(0, 1), photo: photoAddress(photo, "A cup") };
}

async function keep(where: ShopPlace, ...photos: (typeof first)[]): Promise<void> {
  await using blobs = await openPhotoBlobs(where);
  for (const photo of photos) await blobs.put(`kept/${photo.id}`, photoFile(photo, [jpeg]));
}

/** The first letters of the photos in a place. */
async function photosIn(where: ShopPlace | string): Promise<string> {
  await using blobs = typeof where === "string" ? openFileBlobs(photosFolder(where)) : await openPhotoBlobs(where);
  const keys: string[] = [];
  for await (const { key } of blobs.list("kept/")) keys.push(key.slice("kept/".length, "kept/".length + 1));
  return keys.join("");
}

test("the photos that a shop's file names are found, those of deleted coffees too", async () => {
  await using store = await joinShop(place);
  const [coffee] = (await store.list()).coffees;
  await store.remove(coffee?.id ?? "", { visitor: null, at });
  expect([...photosNamedIn(shopFile(place.directory))].map((id) => id.slice(0, 1))).toEqual(["a", "b"]);
});

test("a backup has the photos that it names beside it, each once for all backups", async () => {
  await backUpShop(place, backups, at);
  expect(await photosIn(backups)).toBe("ab");
  await backUpShop(place, backups, new Date(at.getTime() + 60_000));
  expect(await photosIn(backups)).toBe("ab");
});

test("a restore brings back the photos that the shop lacks, into an empty place too", async () => {
  const { file } = await backUpShop(place, backups, at);
  await rm(photosFolder(place.directory), { recursive: true });
  await restoreShop(file, place, at, { agree });
  expect(await photosIn(place)).toBe("ab");
  const elsewhere = { directory: join(folder, "elsewhere"), databaseUrl: "" };
  await restoreShop(file, elsewhere, at, { agree });
  expect(await photosIn(elsewhere)).toBe("ab");
});

test("a restore keeps the photos that only the replaced shop names beside it, to go back", async () => {
  const { file } = await backUpShop(place, backups, at);
  {
    await using store = await joinShop(place);
    await store.add(coffeeText(withPhoto(unnamed)), { visitor: null, at });
  }
  const { before = "" } = await restoreShop(file, place, at, { agree });
  expect(await photosIn(dirname(before))).toBe("c");
  await using blobs = await openPhotoBlobs(place);
  await blobs.remove(`kept/${unnamed.id}`);
  await restoreShop(before, place, new Date(at.getTime() + 60_000), { agree });
  expect(await photosIn(place)).toBe("abc");
});

test("a damaged photo takes the place of no sound one in the backups", async () => {
  await backUpShop(place, backups, at);
  await using blobs = await openPhotoBlobs(place);
  await blobs.put(`kept/${first.id}`, Buffer.concat([photoFile(first, [jpeg]), Buffer.from("x")]));
  await backUpShop(place, backups, new Date(at.getTime() + 60_000));
  await using copies = openFileBlobs(photosFolder(backups));
  expect(Buffer.from((await copies.read(`kept/${first.id}`)) ?? []).equals(photoFile(first, [jpeg]))).toBe(true);
});

test("photos that no backup names any more are removed with the next backup", async () => {
  const { file } = await backUpShop(place, backups, at);
  await using copies = openFileBlobs(photosFolder(backups));
  await copies.put(`kept/${unnamed.id}`, photoFile(unnamed, [jpeg]));
  await rm(file);
  await backUpShop(place, backups, new Date(at.getTime() + 60_000));
  expect(await photosIn(backups)).toBe("ab");
});

test("verify says that every photo is whole, how many are missing, and which one is damaged", async () => {
  expect(await photosFinding(place, undefined)).toMatchObject({
    isSound: true,
    message: /^3 photos, .*, each whole\.$/,
  });
  await using blobs = await openPhotoBlobs(place);
  await blobs.remove(`kept/${second.id}`);
  expect(await photosFinding(place, undefined)).toMatchObject({
    isSound: true,
    message: /1 photo that coffees or the log name/,
  });
  await blobs.put(`kept/${first.id}`, Buffer.from("damaged"));
  const { isSound, message } = await photosFinding(place, undefined);
  expect(isSound).toBe(false);
  expect(message).toContain(first.id);
});

test("erasing the words that name a photo removes the photo, and then its copy beside the backups", async () => {
  await backUpShop(place, backups, at);
  await using store = await joinShop(place);
  const erasure = await previewSelectedErasure(store, { change: [{ from: 1, to: 1 }] });
  const { photosRemoved } = await eraseSelected(store, place, erasure, "asked for");
  expect(photosRemoved).toBe(1);
  expect(await photosIn(place)).toBe("bc");
  expect(await photosIn(backups)).toBe("ab");
  await rewriteBackups(store, place, backups);
  expect(await photosIn(backups)).toBe("b");
});

test("erasing other words keeps the photos that are still named", async () => {
  await using store = await joinShop(place);
  const erasure = await previewSelectedErasure(store, { change: [{ from: 1, to: 1 }], field: ["name"] });
  expect((await eraseSelected(store, place, erasure, "asked for")).photosRemoved).toBe(0);
  expect(await photosIn(place)).toBe("abc");
});

test("photos that an import names are protected from sweeps", async () => {
  await touchPhotos(place, [coffeeText(withPhoto(unnamed))]);
  await using blobs = await openPhotoBlobs(place);
  expect(await blobs.read(`touched/${unnamed.id}`)).toBeDefined();
});
