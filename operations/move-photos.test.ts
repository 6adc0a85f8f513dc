import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPhotoBlobs } from "../store/photos/open-photos.ts";
import { TestServer } from "../test/servers/postgres-server.ts";
import { at, photosIn, second, shopWithPhotos } from "../test/shop-with-photos.ts";
import { backUpShop, restoreShop } from "./backups.ts";
import { moveShop } from "./move.ts";

const agree = async () => {};

test("a shop that moves into a database and back has its photos there, and names the damaged ones that stayed", async () => {
  await using shop = await shopWithPhotos();
  const { folder, place, backups } = shop;
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
