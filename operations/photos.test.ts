import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { coffeeText } from "../catalogue/coffee-text.ts";
import { joinShop, shopFile, type ShopPlace } from "../store/open-store.ts";
import { openFileBlobs } from "../store/photos/file-blobs.ts";
import { openPhotoBlobs, photosFolder } from "../store/photos/open-photos.ts";
import type { CopyRecord } from "../store/photos/copy-record.ts";
import { CopyStore } from "../store/photos/copy-store.ts";
import { photoFile } from "../store/photos/photo-file.ts";
import { copyId } from "../store/photos/photo-keys.ts";
import { photosNamedIn } from "../store/sqlite/photos-named-in.ts";
import {
  at,
  first,
  jpeg,
  photoOf,
  photosIn,
  second,
  shopWithPhotos,
  unnamed,
  withPhoto,
  type ShopWithPhotos,
} from "../test/shop-with-photos.ts";
import { backUpShop, restoreShop } from "./backups.ts";
import { eraseSelected, previewSelectedErasure, rewriteBackups } from "./erase/erase-selected.ts";
import { photosFinding, touchPhotos } from "./photos.ts";

const agree = async () => {};

let shop: ShopWithPhotos;
let folder: string;
let place: ShopPlace;
let backups: string;
beforeEach(async () => {
  shop = await shopWithPhotos();
  ({ folder, place, backups } = shop);
});
afterEach(() => shop[Symbol.asyncDispose]());

test("the photos that a shop's file names are found, those of deleted coffees too", async () => {
  await using store = await joinShop(place);
  const [coffee] = (await store.list()).coffees;
  await store.remove(coffee?.id ?? "", { visitor: null, at });
  expect([...photosNamedIn(shopFile(place.directory))].map((key) => key.slice(0, 6))).toEqual(["kept/a", "kept/b"]);
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

test("while another backup is being made, no photo beside the backups is removed", async () => {
  await backUpShop(place, backups, at);
  await using copies = openFileBlobs(photosFolder(backups));
  await copies.put(`kept/${unnamed.id}`, photoFile(unnamed, [jpeg]));
  await mkdir(join(backups, "unfinished-a"));
  await backUpShop(place, backups, new Date(Date.now() + 60_000));
  expect(await photosIn(backups)).toBe("abc");
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

const latte = "https://photos.example/latte.jpg";
const latteId = copyId(latte) ?? "";

/** Adds a coffee with a photo of another host, and the shop's copy of that, whose source fails as `failure` says. */
async function addCopied(failure?: CopyRecord["failure"]): Promise<void> {
  await using store = await joinShop(place);
  await store.add(coffeeText({ ...emptyFields, name: "Latte", photo: latte }), { visitor: null, at });
  await using blobs = await openPhotoBlobs(place);
  const record = { address: latte, from: latte, freshUntil: at.getTime(), failure };
  await new CopyStore(blobs, Infinity).keep(photoOf(latteId), [jpeg], record, undefined);
}

async function hasCopy(where: ShopPlace): Promise<boolean> {
  await using blobs = await openPhotoBlobs(where);
  const copies = new CopyStore(blobs, Infinity);
  return !!(await copies.record(latteId)) && !!(await copies.picture(latteId, 400, ["jpg"]));
}

test("a backup brings back the copies of other hosts' photos, whose sources may be gone", async () => {
  await addCopied();
  const { file } = await backUpShop(place, backups, at);
  await rm(place.directory, { recursive: true });
  await restoreShop(file, place, at, { agree });
  expect(await hasCopy(place)).toBe(true);
});

test("verify counts the copies of other hosts' photos, and those whose sources are gone", async () => {
  await addCopied({ since: at.getTime(), times: 3, reason: "gone" });
  const { message } = await photosFinding(place, undefined);
  expect(message).toMatch(
    /1 copy of other hosts' photos, .*, each whole\. The sources of 1 are gone; the shop keeps them\.$/,
  );
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

test("erasing the words that name a photo of another host removes the shop's copy of it", async () => {
  await addCopied();
  await using store = await joinShop(place);
  const last = (await store.version()).number;
  const erasure = await previewSelectedErasure(store, { change: [{ from: last, to: last }], field: ["photo"] });
  expect((await eraseSelected(store, place, erasure, "asked for")).photosRemoved).toBe(1);
  expect([await hasCopy(place), await photosIn(place)]).toEqual([false, "abc"]);
});

test("erasing other words keeps the photos that are still named", async () => {
  await using store = await joinShop(place);
  const erasure = await previewSelectedErasure(store, { change: [{ from: 1, to: 1 }], field: ["name"] });
  expect((await eraseSelected(store, place, erasure, "asked for")).photosRemoved).toBe(0);
  expect(await photosIn(place)).toBe("abc");
});

test("an import is refused while a sweep removes one of its photos", async () => {
  await using blobs = await openPhotoBlobs(place);
  await blobs.put(`swept/${unnamed.id}-${Date.now()}-a`, new Uint8Array());
  await expect(touchPhotos(place, [coffeeText(withPhoto(unnamed))])).rejects.toMatchObject({ code: "storage-busy" });
});

test("photos that an import names are protected from sweeps", async () => {
  await touchPhotos(place, [coffeeText(withPhoto(unnamed))]);
  await using blobs = await openPhotoBlobs(place);
  expect(await blobs.read(`touched/${unnamed.id}`)).toBeDefined();
});
