import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { fieldsOf } from "../catalogue/coffee-text.ts";
import { parsePhotoAddress, photoAddress, pictureName, type KeptPhoto } from "../catalogue/photo-address.ts";
import { PhotoEncoder } from "../server/photos/encoder/photo-encoder.ts";
import { openStore } from "../store/open-store.ts";
import { CopyStore } from "../store/photos/copy-store.ts";
import { copyId } from "../store/photos/photo-keys.ts";
import { openFileBlobs } from "../store/photos/file-blobs.ts";
import { photosFolder } from "../store/photos/open-photos.ts";
import { openS3Blobs } from "../store/photos/s3-blobs.ts";
import { PhotoStore } from "../store/photos/photo-store.ts";
import { encodeBytes, type WholePhoto } from "../test/photos/encode-bytes.ts";
import { noise, quarters } from "../test/photos/sample-photos.ts";
import { TestS3Server } from "../test/servers/s3-server.ts";
import { ended, Workplace } from "../test/run-niceties.ts";

const at = new Date("2026-11-30T08:00:00.000Z");
const alt = "A latte, চা & #1";
const idOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Two photos as they are in the shop that exports, with all of their pictures. */
let encoded: readonly Readonly<{ photo: KeptPhoto; pictures: WholePhoto["pictures"] }>[];
beforeAll(async () => {
  const encoder = new PhotoEncoder();
  const uploads = [await quarters(600, 400).png().toBuffer(), await quarters(300, 500).webp().toBuffer()];
  encoded = await Promise.all(
    uploads.map(async (bytes) => {
      const { width, height, colour, pictures, later } = await encodeBytes(encoder, bytes);
      return { photo: { id: idOf(bytes), width, height, colour }, pictures: [...pictures, ...later] };
    }),
  );
});

const places: Workplace[] = [];
function newPlace(environment: Readonly<Record<string, string>> = {}): Workplace {
  const place = new Workplace(environment);
  places.push(place);
  return place;
}
let place: Workplace;
beforeEach(async () => {
  place = newPlace();
  const coffees = encoded.map(({ photo }, number) => ({
    ...emptyFields,
    name: `Coffee ${number}`,
    photo: photoAddress(photo, alt),
  }));
  await openStore(place.data, [...coffees, { ...emptyFields, name: "Without" }], at).close();
  await using photos = photosIn(place);
  for (const { photo, pictures } of encoded) await photos.add(photo, pictures);
});
afterEach(async () => {
  for (const each of places.splice(0)) await each[Symbol.asyncDispose]();
});
/** Another shop, without coffees. */
async function emptyShop(environment: Readonly<Record<string, string>> = {}): Promise<Workplace> {
  const shop = newPlace(environment);
  await openStore(shop.data, [], at).close();
  return shop;
}

function photosIn({ data }: Workplace): PhotoStore {
  return new PhotoStore(openFileBlobs(photosFolder(data)), Infinity);
}

/** The ids of the photos in a shop. */
async function idsIn({ data }: Workplace): Promise<string[]> {
  await using blobs = openFileBlobs(photosFolder(data));
  const ids: string[] = [];
  for await (const { key } of blobs.list("kept/")) ids.push(key.slice("kept/".length));
  return ids;
}

/** The `photo` of each coffee in a shop. */
async function addressesIn({ data }: Workplace): Promise<string[]> {
  const store = openStore(data, [], at);
  const { coffees } = await store.list();
  await store.close();
  return coffees.map(({ text }) => fieldsOf(text).photo);
}

function photoAt(number: number): KeptPhoto {
  const found = encoded[number]?.photo;
  if (!found) throw new Error("There is no such photo.");
  return found;
}
const first = () => photoAt(0);
const second = () => photoAt(1);
const nameOf = (photo: KeptPhoto) => pictureName(photo, "jpg");

async function exported(): Promise<string> {
  expect(await place.run("export", "--to", "out")).toMatchObject({ code: 0, err: "" });
  return join(place.path, "out");
}

test("an exported folder has the coffees, and their photos as the largest JPEGs", async () => {
  const { code, out, err } = await place.run("export", "--to", "out", "--json");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toEqual({ folder: "out", format: "json", coffees: 3, photos: 2, photosMissing: 0 });
  const folder = join(place.path, "out");
  expect(readdirSync(place.path).toSorted()).toEqual(["data", "out"]);
  expect(readdirSync(folder).toSorted()).toEqual(["coffees.json", "photos"]);
  await place.run("export", "alone.json");
  expect(await readFile(join(folder, "coffees.json"), "utf8")).toBe(
    await readFile(join(place.path, "alone.json"), "utf8"),
  );
  expect(readdirSync(join(folder, "photos")).toSorted()).toEqual(encoded.map(({ photo }) => nameOf(photo)).toSorted());
  for (const { photo, pictures } of encoded) {
    const largest = pictures.find(({ format, width }) => format === "jpg" && width === photo.width);
    expect((await readFile(join(folder, "photos", nameOf(photo)))).equals(largest?.bytes ?? Buffer.alloc(0))).toBe(
      true,
    );
  }
});

test("an exported folder shows its photos in another shop, under new addresses with the same text", async () => {
  const folder = await exported();
  const shop = await emptyShop();
  const { code, out, err } = await shop.run("import", folder);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^3 coffees to add, .*\n2 photos to add; 0 in the shop already, 0 left out\.\nImported, as 3 ch/);
  const named = (await addressesIn(shop)).map((address) => parsePhotoAddress(address));
  expect(named.map((each) => each?.alt)).toEqual([alt, alt, undefined]);
  await using photos = photosIn(shop);
  for (const [number, { photo }] of encoded.entries()) {
    const jpeg = await readFile(join(folder, "photos", nameOf(photo)));
    expect(named[number]?.photo).toMatchObject({ id: idOf(jpeg), width: photo.width, height: photo.height });
    const kept = await photos.find(idOf(jpeg));
    expect(kept?.photo).toEqual(named[number]?.photo);
    expect(new Set(kept?.pictures.map(({ format }) => format))).toEqual(new Set(["jpg", "webp", "avif"]));
  }
});

test("importing the same folder again changes nothing and adds no photo", async () => {
  const folder = await exported();
  const shop = await emptyShop({ PUBLIC_URL: "https://other.example" });
  await shop.run("import", folder);
  const [ids, addresses] = [await idsIn(shop), await addressesIn(shop)];
  expect(addresses.filter((each) => each.startsWith("https://other.example/-/photos/"))).toHaveLength(2);
  const { code, out } = await shop.run("import", folder, "--json");
  expect({ code, ...JSON.parse(out) }).toMatchObject({
    code: 0,
    unchanged: 3,
    changed: 0,
    photos: { added: 0, present: 2, missing: 0, unreadable: 0, full: 0 },
    changes: [],
  });
  expect([await idsIn(shop), await addressesIn(shop)]).toEqual([ids, addresses]);
});

test.for(["out", "out.html"])("importing %s into its own shop restores the addresses as they were", async (target) => {
  await writeFile(join(place.path, "niceties.env"), "PUBLIC_URL=https://shop.example\n");
  await place.run("export", ...(target === "out" ? ["--to"] : []), target);
  const before = [await idsIn(place), await addressesIn(place)];
  const store = openStore(place.data, [], at);
  await store.importAll([], { visitor: "0f3c", at }, true);
  await store.close();
  const { code, out } = await place.run("import", target, "--json");
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, added: 3, photos: { added: 0, present: 2 } });
  expect([await idsIn(place), await addressesIn(place)]).toEqual(before);
});

test("an exported page brings its photos into another shop, 400 pixels wide", async () => {
  await place.run("export", "menu.html");
  const shop = await emptyShop();
  expect(await shop.run("import", join(place.path, "menu.html"))).toMatchObject({ code: 0, err: "" });
  const named = (await addressesIn(shop)).map((address) => parsePhotoAddress(address));
  expect(named.map((each) => each && [each.photo.width, each.alt])).toEqual([[400, alt], [300, alt], undefined]);
  expect((await idsIn(shop)).toSorted()).toEqual(named.flatMap((each) => each?.photo.id ?? []).toSorted());
});

test("an exported page shows the shop's copy of a photo on another host, and keeps its address", async () => {
  const shop = newPlace();
  const [latte, other] = ["https://photos.example/latte.jpg", "https://photos.example/other.jpg"];
  const coffees = [`${latte}#alt=A%20latte`, other].map((photo) => ({ ...emptyFields, name: "Latte", photo }));
  await openStore(shop.data, coffees, at).close();
  const [photo] = encoded;
  const picture = photo?.pictures.find(({ format, width }) => format === "webp" && width === 400);
  if (!photo || !picture) throw new Error("There is no such picture.");
  {
    await using blobs = openFileBlobs(photosFolder(shop.data));
    const record = { address: latte, from: latte, freshUntil: 0 };
    const copy = { ...photo.photo, id: copyId(latte) ?? "" };
    await new CopyStore(blobs, Infinity).keep(copy, photo.pictures, record, undefined);
  }
  expect((await shop.run("export", "shop.html")).code).toBe(0);
  const page = await readFile(join(shop.path, "shop.html"), "utf8");
  expect(page.split("data:image/webp;base64,")).toHaveLength(2);
  expect(page).toContain(Buffer.from(picture.bytes).toString("base64"));
  expect(page).toContain(`"photo":"${latte}#alt=A%20latte"`);
});

test("a photo that the shop has damaged is added again from an export", async () => {
  const folder = await exported();
  {
    await using blobs = openFileBlobs(photosFolder(place.data));
    await blobs.put(`kept/${first().id}`, Buffer.from("damaged"));
  }
  const { code, out } = await place.run("import", folder, "--json");
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, changed: 1, photos: { added: 1, present: 1 } });
  const jpeg = await readFile(join(folder, "photos", nameOf(first())));
  expect((await addressesIn(place)).map((address) => parsePhotoAddress(address)?.photo.id)).toEqual([
    idOf(jpeg),
    second().id,
    undefined,
  ]);
});

test("a missing photo and one that is none leave their coffees as they were, and are counted", async () => {
  const folder = await exported();
  await rm(join(folder, "photos", nameOf(first())));
  await writeFile(join(folder, "photos", nameOf(second())), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const shop = await emptyShop();
  const { code, out, err } = await shop.run("import", folder);
  expect(code).toBe(0);
  expect(out).toMatch(/\nImported, as 3 changes\./);
  expect(err).toBe(
    "2 photos left out: 1 not in the export, 1 that the shop cannot read as photos. Their coffees have the addresses that are in the file.\n",
  );
  expect(await addressesIn(shop)).toEqual([photoAddress(first(), alt), photoAddress(second(), alt), ""]);
  expect(await idsIn(shop)).toEqual([]);
});

test("what lies under a photo's name is encoded as an upload is: without its metadata", async () => {
  const folder = await exported();
  const secretive = await quarters(100, 100)
    .withExif({ IFD0: { Artist: "Farida" } })
    .jpeg()
    .toBuffer();
  await writeFile(join(folder, "photos", nameOf(first())), secretive);
  const shop = await emptyShop();
  await shop.run("import", folder);
  await using photos = photosIn(shop);
  const picture = await photos.picture(idOf(secretive), 100, ["jpg"]);
  expect((await sharp(picture?.bytes).metadata()).exif).toBeUndefined();
});

test("a dry run counts the photos, and adds none", async () => {
  const folder = await exported();
  const shop = await emptyShop();
  const { code, out } = await shop.run("import", folder, "--dry-run");
  expect(code).toBe(0);
  expect(out).toMatch(/\n2 photos to add; 0 in the shop already, 0 left out\.\nNothing was imported\.\n$/);
  expect(existsSync(photosFolder(shop.data))).toBe(false);
});

test("photos for which there is no room are left out", async () => {
  const folder = await exported();
  const shop = await emptyShop({ PHOTOS_LIMIT: "1" });
  {
    await using blobs = openFileBlobs(photosFolder(shop.data));
    await blobs.put(`kept/${"0".repeat(64)}`, new Uint8Array(999_000));
  }
  const { code, err } = await shop.run("import", folder);
  expect({ code, err }).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^2 photos left out: 2 for which PHOTOS_LIMIT leaves no room\./),
  });
  expect(await addressesIn(shop)).toEqual(await addressesIn(place));
});

test("a shop without photos says that it imports none", async () => {
  const folder = await exported();
  const shop = await emptyShop({ EXTRAS: "off" });
  const { code, out, err } = await shop.run("import", folder);
  expect({ code, err }).toEqual({
    code: 0,
    err: `This shop keeps no photos, because EXTRAS is off: those in ${folder} are not imported.\n`,
  });
  expect(out).toMatch(/\nImported, as 3 changes\./);
  expect(await addressesIn(shop)).toEqual(await addressesIn(place));
});

test("Ctrl-C while photos are added imports nothing", async () => {
  const folder = await exported();
  await writeFile(join(folder, "photos", nameOf(second())), await noise.jpeg().toBuffer());
  const shop = await emptyShop();
  const child = shop.start("import", folder);
  const end = ended(child);
  await expect.poll(() => idsIn(shop), { timeout: 60_000 }).toHaveLength(1);
  child.kill("SIGINT");
  expect(await end).toMatchObject({ code: 130, err: "Stopped. Nothing is left half done.\n" });
  expect(await addressesIn(shop)).toEqual([]);
});

test("with another product server, an import says where to run it", async () => {
  const folder = await exported();
  const { code, err } = await newPlace({ PRODUCT_SERVER_URL: "http://127.0.0.1:9" }).run("import", folder);
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringMatching(/which keeps the coffees; run this there/),
  });
});

test("an export says how many photos the shop lacks or has damaged", async () => {
  await using blobs = openFileBlobs(photosFolder(place.data));
  await blobs.remove(`kept/${first().id}`);
  await blobs.put(`kept/${second().id}`, Buffer.from("damaged"));
  expect(await place.run("export", "--to", "out", "--format", "csv")).toMatchObject({
    code: 0,
    out: "out: 3 coffees, 0 photos.\n",
    err: "2 photos that coffees name cannot be exported: the shop does not have them, or they are damaged.\n",
  });
  expect(readdirSync(join(place.path, "out")).toSorted()).toEqual(["coffees.csv", "photos"]);
});

test("an export into a folder with something in it is refused, and leaves it as it was", async () => {
  const folder = join(place.path, "out");
  await mkdir(folder);
  await writeFile(join(folder, "mine"), "");
  expect(await place.run("export", "--to", "out")).toMatchObject({
    code: 1,
    err: "out is not empty, so nothing was written. Name a new folder, or empty this one.\n",
  });
  expect([readdirSync(place.path).toSorted(), readdirSync(folder)]).toEqual([["data", "out"], ["mine"]]);
  await rm(join(folder, "mine"));
  expect((await place.run("export", "--to", "out")).code).toBe(0);
  expect(await place.run("export", "coffees.json", "--to", "out")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--to names the folder to write: leave the file out\./),
  });
});

test("a backup says that its photos belong to it, and a restore brings them into the bucket of PHOTOS_URL", async () => {
  await using server = await TestS3Server.start();
  const bucket = await server.newBucket();
  const { out } = await place.run("backup");
  expect(out).toMatch(
    /\nCopy it, its \.sha256 and the folder photos beside it to another machine\. To bring it back: /,
  );
  const shop = newPlace({ PHOTOS_URL: bucket });
  const [file = ""] = out.split("\n");
  expect(await shop.run("restore", join(place.path, file))).toMatchObject({ code: 0, err: "" });
  await using photos = new PhotoStore(openS3Blobs(bucket), Infinity);
  for (const each of encoded) expect((await photos.find(each.photo.id))?.photo).toEqual(each.photo);
  expect(existsSync(photosFolder(shop.data))).toBe(false);
});

test("a folder without coffees, or with two files of them, is not imported", async () => {
  const folder = join(place.path, "out");
  await mkdir(folder);
  expect((await place.run("import", "out")).err).toBe(
    "out has no coffees.json. Name a folder that niceties export --to wrote, or a file.\n",
  );
  for (const name of ["coffees.csv", "coffees.json"]) await writeFile(join(folder, name), "");
  expect((await place.run("import", "out")).err).toBe(
    "out has coffees.csv and coffees.json. Say --format, or remove one.\n",
  );
});
