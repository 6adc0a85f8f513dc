import { once } from "node:events";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { parsePhotoAddress, picturePath } from "../../catalogue/photo-address.ts";
import { openPhotoBlobs } from "../../store/photos/open-photos.ts";
import { PhotoStore } from "../../store/photos/photo-store.ts";
import { noise } from "../../test/photos/sample-photos.ts";
import { Workplace } from "../../test/run-niceties.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";

const minute = 60_000;

/** Starts a shop, uploads a photo, and kills the shop as soon as it has replied. Resolves to the photo's address. */
async function uploadAndKill(place: Workplace, photo: Uint8Array<ArrayBuffer>): Promise<string> {
  const shop = place.start("serve");
  shop.stderr.pipe(new Writable({ write: (_chunk, _encoding, done) => done() }));
  let url = "";
  for await (const chunk of shop.stdout.iterator({ destroyOnReturn: false })) {
    [, url = ""] = /is open at (\S+)/.exec(String(chunk)) ?? [];
    if (url) break;
  }
  const headers = { "content-type": "image/jpeg" };
  const reply = await fetch(`${url}/-/photos`, { method: "POST", body: photo, headers });
  const ended = once(shop, "exit");
  shop.kill("SIGKILL");
  await ended;
  const told: unknown = await reply.json();
  if (typeof told !== "object" || told === null || !("photo" in told)) throw new Error("The reply names no photo.");
  return String(told.photo);
}

test("an upload whose shop was killed after the reply is shown at once, and gets its AVIFs later", async () => {
  await using killed = new Workplace();
  const { photo } = parsePhotoAddress(await uploadAndKill(killed, await noise.jpeg().toBuffer())) ?? {};
  if (!photo) throw new Error("The address is not one of a photo.");
  const place = { directory: killed.data, databaseUrl: "" };
  {
    await using photos = new PhotoStore(await openPhotoBlobs(place), Infinity);
    const formats = new Set((await photos.find(photo.id))?.pictures.map(({ format }) => format));
    expect(formats).toEqual(new Set(["jpg", "webp"]));
  }
  let clock = Date.now();
  await using shop = await openTestShop({ place, now: () => new Date(clock) });
  const typeOfAvif = async () => (await fetch(shop.url + picturePath(photo, "avif"))).headers.get("content-type");
  expect(await typeOfAvif()).toBe("image/webp");
  clock += minute;
  await expect.poll(typeOfAvif, { timeout: 60_000 }).toBe("image/avif");
  expect(shop.reports).toEqual([]);
});
