import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { photoAddress, picturePath, type KeptPhoto } from "../../catalogue/photo-address.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { openFileBlobs } from "../../store/photos/file-blobs.ts";
import { openPhotoBlobs } from "../../store/photos/open-photos.ts";
import { PhotoStore } from "../../store/photos/photo-store.ts";
import { encodeBytes, type WholePhoto } from "../../test/photos/encode-bytes.ts";
import { plain, quarters } from "../../test/photos/sample-photos.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { encodingOptions } from "./encoder/encoding-process.ts";
import { PhotoEncoder, type Encoding } from "./encoder/photo-encoder.ts";
import { MissingAvifs } from "./missing-avifs.ts";

const at = new Date("2026-11-30T08:00:00.000Z").getTime();
const minute = 60_000;
/** Another size and colour than the encoder would find, to see that they stay. */
const colour = "123456";
const photo: KeptPhoto = { id: "a".repeat(64), width: 500, height: 300, colour };

let whole: WholePhoto;
beforeAll(async () => {
  whole = await encodeBytes(new PhotoEncoder(), await quarters(500, 300).png().toBuffer());
});

/** Counts what it encodes if idle. */
class CountingEncoder extends PhotoEncoder {
  readonly begun: Encoding[] = [];

  override encodeIfIdle(...parameters: Parameters<PhotoEncoder["encodeIfIdle"]>): Encoding {
    const encoding = super.encodeIfIdle(...parameters);
    this.begun.push(encoding);
    return encoding;
  }
}

let folder: string;
let photos: PhotoStore;
let encoder: CountingEncoder;
let clock: number;
const reports: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "niceties-avifs-"));
  photos = new PhotoStore(openFileBlobs(folder), Infinity);
  encoder = new CountingEncoder({ ...encodingOptions, limitMs: 60_000 });
  clock = at;
  reports.length = 0;
  await photos.add(photo, whole.pictures);
});
afterEach(async () => {
  encoder.close();
  await photos[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function missingAvifs(): MissingAvifs {
  return new MissingAvifs({ photos, encoder, now: () => new Date(clock), report: (error) => reports.push(error) });
}

/** The formats of a photo's pictures, as a new process of the shop reads them. */
async function formatsOf(id = photo.id): Promise<string[]> {
  await using store = new PhotoStore(openFileBlobs(folder), Infinity);
  return [...new Set((await store.find(id))?.pictures.map(({ format }) => format))];
}

test("a photo without AVIFs gets them if requests still miss them after a minute; all else of it stays", async () => {
  const missing = missingAvifs();
  missing.notice(photo);
  clock += minute - 1;
  missing.notice(photo);
  expect(encoder.isIdle).toBe(true);
  clock += 1;
  missing.notice(photo);
  await expect.poll(() => formatsOf(), { timeout: 60_000 }).toEqual(["jpg", "webp", "avif"]);
  expect(encoder.begun).toHaveLength(1);
  const { photo: kept, pictures } = (await photos.find(photo.id)) ?? {};
  expect([kept, pictures?.length]).toEqual([photo, 9]);
  for (const { format, width, bytes } of whole.pictures)
    expect((await photos.picture(photo.id, width, [format]))?.bytes).toEqual(new Uint8Array(bytes));
  expect(reports).toEqual([]);
});

test("an upload that comes meanwhile is encoded first, and the AVIFs after it at the next request", async () => {
  const missing = missingAvifs();
  missing.notice(photo);
  clock += minute;
  missing.notice(photo);
  await expect.poll(() => encoder.begun.length).toBe(1);
  await encodeBytes(encoder, await plain(40, 30, "#c82828").png().toBuffer());
  await expect(encoder.begun[0]?.later).rejects.toThrow("An upload came");
  expect(await formatsOf()).toEqual(["jpg", "webp"]);
  missing.notice(photo);
  await expect.poll(() => formatsOf(), { timeout: 60_000 }).toEqual(["jpg", "webp", "avif"]);
  expect(reports).toEqual([]);
});

test("while an upload is encoded, no AVIFs of other photos are made", async () => {
  const missing = missingAvifs();
  missing.notice(photo);
  clock += minute;
  const upload = encodeBytes(encoder, await quarters(96, 64).png().toBuffer());
  await expect.poll(() => encoder.isIdle).toBe(false);
  missing.notice(photo);
  await upload;
  expect(encoder.begun).toEqual([]);
});

test("a photo whose AVIFs cannot be made is tried once, and the failure is reported", async () => {
  const broken = { ...photo, id: "b".repeat(64) };
  await photos.add(broken, [{ format: "jpg", width: 500, height: 300, bytes: Buffer.from("no JPEG") }]);
  const missing = missingAvifs();
  missing.notice(broken);
  clock += minute;
  missing.notice(broken);
  await expect.poll(() => reports).toEqual([expect.objectContaining({ code: "unsupported-photo" })]);
  clock += 24 * 60 * minute;
  missing.notice(broken);
  expect(encoder.isIdle).toBe(true);
  expect(encoder.begun).toHaveLength(1);
  expect(await formatsOf(broken.id)).toEqual(["jpg"]);
});

test("a photo that is removed meanwhile does not come back", async () => {
  const missing = missingAvifs();
  missing.notice(photo);
  clock += minute;
  missing.notice(photo);
  await expect.poll(() => encoder.begun.length).toBe(1);
  await photos.remove(photo.id);
  await encoder.begun[0]?.later;
  // When those of another photo are there, those of the removed one would be as well.
  const other = { ...photo, id: "c".repeat(64) };
  await photos.add(other, whole.pictures);
  missing.notice(other);
  clock += minute;
  missing.notice(other);
  await expect.poll(() => formatsOf(other.id), { timeout: 60_000 }).toContain("avif");
  expect(await formatsOf()).toEqual([]);
});

test("pages get the AVIF of a photo without one from a minute after the first request", async () => {
  await using shop = await openTestShop({
    firstCoffees: [{ ...emptyFields, photo: photoAddress(photo) }],
    now: () => new Date(clock),
  });
  {
    await using store = new PhotoStore(await openPhotoBlobs(shop.place), Infinity);
    await store.add(photo, whole.pictures);
  }
  const ask = async () => {
    const { headers } = await fetch(shop.url + picturePath(photo, "avif", 400));
    return [headers.get("content-type"), headers.get("cache-control")];
  };
  expect(await ask()).toEqual(["image/webp", "public, max-age=60"]);
  clock += minute;
  await expect.poll(ask, { timeout: 60_000 }).toEqual(["image/avif", "public, max-age=31536000, immutable"]);
  expect(shop.reports).toEqual([]);
});
