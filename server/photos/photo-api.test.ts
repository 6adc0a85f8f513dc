import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import sharp from "sharp";
import { expect, test } from "vitest";
import { parsePhotoAddress, picturePath } from "../../catalogue/photo-address.ts";
import { openPhotoBlobs } from "../../store/photos/open-photos.ts";
import { PhotoStore } from "../../store/photos/photo-store.ts";
import { added, call, textAt } from "../../test/check-reply.ts";
import { noise } from "../../test/photos/sample-photos.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";

const photograph = readFileSync(new URL("../../public/photographs/flat-white.jpg", import.meta.url));

function upload(url: string, body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) {
  return fetch(`${url}/-/photos`, { method: "POST", body, headers: { "content-type": "image/jpeg", ...headers } });
}

/** Uploads a photo, and reads the reply, which must be a success. */
async function uploaded(url: string, body: Uint8Array<ArrayBuffer>) {
  const reply = await upload(url, body);
  expect(reply.status).toBe(201);
  const told: unknown = await reply.json();
  if (typeof told !== "object" || told === null || !("photo" in told) || typeof told.photo !== "string")
    throw new Error("The reply names no photo.");
  return { address: told.photo, reply: told };
}

const problemCode = async (reply: Response) => {
  const problem: unknown = await reply.json();
  return typeof problem === "object" && problem && "type" in problem
    ? String(problem.type).split("/").at(-1)
    : undefined;
};

test("an uploaded photo gets an address that goes into a coffee, and that pages show in every width and format", async () => {
  await using shop = await openTestShop();
  const { address, reply } = await uploaded(shop.url, photograph);
  const id = createHash("sha256").update(photograph).digest("hex");
  const { photo } = parsePhotoAddress(address) ?? {};
  expect(photo?.id).toBe(id);
  expect(reply).toEqual({
    acknowledged: true,
    photo: address,
    width: photo?.width,
    height: photo?.height,
    colour: photo?.colour,
  });
  const whole = await fetch(shop.url + address);
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  const { width, height } = await sharp(Buffer.from(await whole.arrayBuffer())).metadata();
  expect([width, height]).toEqual([photo?.width, photo?.height]);
  for (const format of ["jpg", "webp"] as const) {
    const small = await fetch(shop.url + (photo ? picturePath(photo, format, 160) : ""));
    const metadata = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    expect([metadata.width, metadata.format]).toEqual([160, format === "jpg" ? "jpeg" : "webp"]);
  }
  expect(shop.reports).toEqual([]);
});

test("pictures may be cached for ever, are never anything else than pictures, and have a tag", async () => {
  await using shop = await openTestShop();
  const { address } = await uploaded(shop.url, photograph);
  const { headers } = await fetch(shop.url + address);
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "accept-ranges": "bytes",
  });
  const etag = headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\da-f]{16}"$/);
  const again = await fetch(shop.url + address, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("a range of a picture is sent as that, unless the picture is another one by now", async () => {
  await using shop = await openTestShop();
  const { address } = await uploaded(shop.url, photograph);
  const whole = await fetch(shop.url + address);
  const etag = whole.headers.get("etag") ?? "";
  const bytes = Buffer.from(await whole.arrayBuffer());
  const ask = async (headers: Record<string, string>) => {
    const reply = await fetch(shop.url + address, { headers });
    return {
      status: reply.status,
      range: reply.headers.get("content-range"),
      body: Buffer.from(await reply.arrayBuffer()),
    };
  };
  const part = await ask({ range: "bytes=10-19" });
  expect([part.status, part.range]).toEqual([206, `bytes 10-19/${bytes.byteLength}`]);
  expect(part.body.equals(bytes.subarray(10, 20))).toBe(true);
  expect((await ask({ range: "bytes=10-19", "if-range": etag })).status).toBe(206);
  expect((await ask({ range: "bytes=10-19", "if-range": '"other"' })).status).toBe(200);
  const beyond = await ask({ range: `bytes=${bytes.byteLength}-` });
  expect([beyond.status, beyond.range, beyond.body.byteLength]).toEqual([416, `bytes */${bytes.byteLength}`, 0]);
});

test("until the AVIF is made, its address sends the WebP for a minute, and then the AVIF for ever", async () => {
  await using shop = await openTestShop();
  const { address } = await uploaded(shop.url, photograph);
  const { photo } = parsePhotoAddress(address) ?? {};
  const avif = shop.url + (photo ? picturePath(photo, "avif", 400) : "");
  const first = await fetch(avif);
  const isLater = first.headers.get("content-type") === "image/avif";
  if (!isLater) {
    expect(first.headers.get("content-type")).toBe("image/webp");
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
  }
  await expect
    .poll(async () => (await fetch(avif)).headers.get("content-type"), { timeout: 30_000 })
    .toBe("image/avif");
  expect((await fetch(avif)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test("a photo that is erased before its AVIFs are made does not come back with them", async () => {
  await using shop = await openTestShop();
  // Noise takes seconds to become AVIFs.
  const { address } = await uploaded(shop.url, Buffer.from(await noise.clone().resize(1_600, 1_600).jpeg().toBuffer()));
  const { photo } = parsePhotoAddress(address) ?? {};
  await using eraser = new PhotoStore(await openPhotoBlobs(shop.place), Infinity);
  await eraser.remove(photo?.id ?? "");
  // One photo is encoded after the other, so this one's AVIFs come later.
  const other = parsePhotoAddress(
    (await uploaded(shop.url, Buffer.from(await sharp(photograph).flip().toBuffer()))).address,
  )?.photo;
  const avif = shop.url + (other ? picturePath(other, "avif", 400) : "");
  await expect
    .poll(async () => (await fetch(avif)).headers.get("content-type"), { timeout: 30_000 })
    .toBe("image/avif");
  expect((await fetch(shop.url + address)).status).toBe(404);
});

test("the same photo uploaded again is the same photo, and is not encoded again", async () => {
  await using shop = await openTestShop();
  const { reply } = await uploaded(shop.url, photograph);
  const again = await upload(shop.url, photograph);
  expect(again.status).toBe(201);
  expect(await again.json()).toEqual(reply);
});

test("a coffee is not saved with a photo while a sweep removes it", async () => {
  await using shop = await openTestShop();
  const { address } = await uploaded(shop.url, photograph);
  const { photo } = parsePhotoAddress(address) ?? {};
  const id = await added(shop, { name: "Latte" });
  // The first shop has protected the photo a moment ago, and need not do so again.
  await using other = await openTestShop({ place: shop.place });
  const save = (line: `${string} /${string}`) => call(other, line, { json: { photo: address } });
  await using blobs = await openPhotoBlobs(shop.place);
  const mark = `swept/${photo?.id}-${Date.now()}-a`;
  await blobs.put(mark, new Uint8Array());
  for (const line of ["POST /coffee", `PUT /coffee/${id}`] as const) {
    const { status, body } = await save(line);
    expect([status, textAt(body, "type")]).toEqual([503, "/-/problems/storage-busy"]);
  }
  await blobs.remove(mark);
  expect((await save("POST /coffee")).status).toBe(201);
});

test("the shop's own address is part of the photo's, if it is set", async () => {
  await using shop = await openTestShop({ environment: { PUBLIC_URL: "https://shop.example" } });
  const { address } = await uploaded(shop.url, photograph);
  expect(address).toMatch(/^https:\/\/shop\.example\/-\/photos\/[\da-f]{64}-/);
});

test.for([
  ["text/plain", "415"],
  ["multipart/form-data; boundary=x", "415"],
  ["image/svg+xml", "415"],
  ["", "415"],
])("an upload as %j, which a page of another site could send, is refused with %s", async ([type = "", status]) => {
  await using shop = await openTestShop();
  const reply = await upload(shop.url, photograph, { "content-type": type });
  expect([String(reply.status), await problemCode(reply)]).toEqual([status, "unsupported-photo"]);
});

test("what is no picture is refused, and nothing is kept of it", async () => {
  await using shop = await openTestShop();
  const reply = await upload(shop.url, "<svg xmlns='http://www.w3.org/2000/svg'/>");
  expect([reply.status, await problemCode(reply)]).toEqual([415, "unsupported-photo"]);
  const id = createHash("sha256").update("<svg xmlns='http://www.w3.org/2000/svg'/>").digest("hex");
  expect((await fetch(`${shop.url}/-/photos/${id}-1x1-000000.jpg`)).status).toBe(404);
});

test("an upload over 15 MB is refused, with and without its length", async () => {
  await using shop = await openTestShop();
  const large = new Uint8Array(15_000_001);
  const reply = await upload(shop.url, large);
  expect([reply.status, await problemCode(reply)]).toEqual([413, "photo-too-large"]);
  const chunked = await new Promise<number | undefined>((resolve, reject) => {
    const sending = request(`${shop.url}/-/photos`, { method: "POST", headers: { "content-type": "image/jpeg" } });
    sending.once("response", (received) => resolve(received.resume().statusCode)).once("error", reject);
    sending.write(large);
  });
  expect(chunked).toBe(413);
});

test("an upload costs points by its bytes", async () => {
  await using shop = await openTestShop({ environment: { WRITE_LIMIT: "20" } });
  const large = Buffer.concat([photograph, Buffer.alloc(262_144 * 19)]);
  const [first, second] = [await upload(shop.url, large), await upload(shop.url, photograph)];
  expect(first.status).not.toBe(429);
  expect([second.status, await problemCode(second)]).toEqual([429, "too-many-writes"]);
});

test("photos beyond PHOTOS_LIMIT are refused in clear words, and the shop goes on", async () => {
  await using shop = await openTestShop({ environment: { PHOTOS_LIMIT: "1" } });
  {
    await using blobs = await openPhotoBlobs(shop.place);
    await blobs.put(`kept/${"0".repeat(64)}`, new Uint8Array(990_000));
  }
  const reply = await upload(shop.url, photograph);
  expect([reply.status, await problemCode(reply)]).toEqual([507, "photos-full"]);
  const saved = await fetch(`${shop.url}/coffee`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Flat White" }),
  });
  expect(saved.status).toBe(201);
});

test("a frozen shop takes no photos", async () => {
  await using shop = await openTestShop();
  await shop.store.freeze({ since: new Date().toISOString(), words: "Closed for a wedding." });
  const reply = await upload(shop.url, photograph);
  expect([reply.status, await problemCode(reply)]).toEqual([503, "frozen"]);
});

test("with extras off, there are no photos", async () => {
  await using shop = await openTestShop({ environment: { EXTRAS: "off" } });
  expect((await upload(shop.url, photograph)).status).toBe(404);
});

test.for(["none.jpg", `${"a".repeat(64)}-1x1-000000.jpg`])(
  "the address /-/photos/%s is that of no photo",
  async (name) => {
    await using shop = await openTestShop();
    const reply = await fetch(`${shop.url}/-/photos/${name}`);
    expect([reply.status, await problemCode(reply)]).toEqual([404, "unknown-photo"]);
  },
);

test("an address with another size or colour than the photo's is that of no photo", async () => {
  await using shop = await openTestShop();
  const { address } = await uploaded(shop.url, photograph);
  const { photo } = parsePhotoAddress(address) ?? {};
  if (!photo) throw new Error("The address is not one of a photo.");
  for (const other of [
    { ...photo, width: photo.width - 1 },
    { ...photo, height: 1 },
    { ...photo, colour: "000001" },
  ])
    expect((await fetch(shop.url + picturePath(other, "jpg"))).status).toBe(404);
});
