import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { photoAddress } from "../catalogue/photo-address.ts";
import { openShop, type ShopPlace } from "../store/open-store.ts";
import { openFileBlobs } from "../store/photos/file-blobs.ts";
import { openPhotoBlobs, photosFolder } from "../store/photos/open-photos.ts";
import { photoFile } from "../store/photos/photo-file.ts";
import { TestServer } from "../test/servers/postgres-server.ts";
import { backUpShop, restoreShop } from "./backups.ts";
import { moveShop } from "./move.ts";

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

test("a shop that moves into a database and back has its photos there, and names the damaged ones that stayed", async () => {
  await using server = await TestServer.start();
  const database = { directory: place.directory, databaseUrl: await server.newSchema() };
  await moveShop(place, database);
  expect(await photosIn(database)).toBe("abc");
  await using blobs = await openPhotoBlobs(database);
  await blobs.put(`kept/${second.id}`, Buffer.from("damaged"));
  const back = { directory: join(folder, "back"), databaseUrl: "" };
  mkdirSync(back.directory);
  const { findings } = await moveShop(database, back);
  expect(await photosIn(back)).toBe("ac");
  expect(findings.find(({ part }) => part === "photos")?.message).toContain(second.id);
  const { file } = await backUpShop(back, backups, at);
  const fresh = { directory: join(folder, "fresh"), databaseUrl: await server.newSchema() };
  await restoreShop(file, fresh, at, { agree });
  expect(await photosIn(fresh)).toBe("a");
});
