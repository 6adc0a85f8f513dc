import { mkdtemp, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { copyPath } from "../../../catalogue/copy-address.ts";
import { openPhotoBlobs } from "../../../store/photos/open-photos.ts";
import { copyId } from "../../../store/photos/photo-keys.ts";
import { quarters, samples } from "../../../test/photos/sample-photos.ts";
import { openTestServer, openTestShop } from "../../../test/servers/open-test-shop.ts";
import { readSettings } from "../../settings.ts";
import { networkTo, openPhotoHost, publicIp, publicName } from "../../../test/servers/photo-hosts.ts";

const hourMs = 3_600_000;
/** The machine may be busy with other tests. */
const patience = { timeout: 30_000 };
const address = `http://${publicName}/cup.jpg`;
const coffee = { ...emptyFields, name: "Flat White", photo: address };

/** A host whose photo and replies the test changes, and a shop that fetches from it. */
async function openMirroringShop(environment: Record<string, string> = {}, firstCoffees = [coffee]) {
  const asked: { path: string; tag: string | undefined }[] = [];
  const host = { photo: await samples.jpeg(), status: 200, headers: { "cache-control": "max-age=7200", etag: '"1"' } };
  // Headers have times in whole seconds.
  const clock = { now: Math.floor(Date.now() / 1_000) * 1_000 };
  const listener: RequestListener = ({ url: path = "", headers }, outgoing) => {
    if (path === "/robots.txt") return outgoing.writeHead(404).end();
    asked.push({ path, tag: headers["if-none-match"] });
    const isKnown = headers["if-none-match"] === host.headers.etag;
    const status = host.status === 200 && isKnown ? 304 : host.status;
    return outgoing
      .writeHead(status, {
        "content-type": "image/jpeg",
        date: new Date(clock.now).toUTCString(),
        ...host.headers,
      })
      .end(status === 200 ? host.photo : undefined);
  };
  const server = await openPhotoHost(listener);
  const mirror = networkTo(server, { [publicName]: [publicIp] }, { now: () => clock.now });
  const shop = await openTestShop({ mirror, environment, firstCoffees, now: () => new Date(clock.now) });
  return {
    shop,
    mirror,
    host,
    clock,
    asked,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Requests a copy, again as long as the shop is still making it, as pages do. */
async function read(
  { url }: Readonly<{ url: string }>,
  of = address,
  headers: Record<string, string> = {},
  width = 400,
) {
  for (;;) {
    const reply = await fetch(url + copyPath(of, width), { headers });
    if (reply.status !== 503) return reply;
  }
}

const problemCode = async (reply: Response) => {
  const problem: unknown = await reply.json();
  return typeof problem === "object" && problem && "type" in problem
    ? String(problem.type).split("/").at(-1)
    : undefined;
};

test("a photo of another host is fetched once, and shown from the shop without its metadata", async () => {
  await using opened = await openMirroringShop();
  const { shop, host, asked } = opened;
  host.photo = await quarters(96, 64)
    .withExif({ IFD0: { Copyright: "nobody" } })
    .jpeg()
    .toBuffer();
  const replies = await Promise.all([read(shop), read(shop), read(shop, `${address}#alt=A%20cup`)]);
  for (const reply of replies) {
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(Buffer.from(await reply.arrayBuffer()).includes("nobody")).toBe(false);
  }
  expect((await read(shop)).status).toBe(200);
  expect(asked).toHaveLength(1);
  expect(shop.reports).toEqual([]);
});

test("a copy is sent in the best format that the client accepts, and may be cached for as long as its host says", async () => {
  await using opened = await openMirroringShop();
  const { shop } = opened;
  const webp = await read(shop, address, { accept: "image/webp,*/*" });
  expect(Object.fromEntries(webp.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=7200",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    vary: expect.stringContaining("Accept"),
    "x-content-type-options": "nosniff",
  });
  const tagged = await read(shop, address, { accept: "image/webp", "if-none-match": webp.headers.get("etag") ?? "" });
  expect(tagged.status).toBe(304);
  await expect
    .poll(async () => (await read(shop, address, { accept: "image/avif,*/*" })).headers.get("content-type"), patience)
    .toBe("image/avif");
});

test("a copy whose time is over is shown, and refreshed meanwhile", async () => {
  await using opened = await openMirroringShop();
  const { shop, host, clock, asked } = opened;
  const before = (await read(shop)).headers.get("etag");
  clock.now += 3 * hourMs;
  expect((await read(shop)).headers.get("cache-control")).toBe("public, max-age=60");
  await expect.poll(async () => (await read(shop)).headers.get("cache-control"), patience).toBe("public, max-age=7200");
  expect(asked).toEqual([
    { path: "/cup.jpg", tag: undefined },
    { path: "/cup.jpg", tag: '"1"' },
  ]);
  [host.photo, host.headers.etag] = [await quarters(64, 64).jpeg().toBuffer(), '"2"'];
  clock.now += 3 * hourMs;
  await expect.poll(async () => (await read(shop)).headers.get("etag"), patience).not.toBe(before);
  expect(shop.reports).toEqual([]);
});

test("a copy stays when its source is gone, and the host is asked again later and later", async () => {
  await using opened = await openMirroringShop();
  const { shop, host, clock, asked } = opened;
  await read(shop);
  host.status = 404;
  for (const hours of [3, 1, 2]) {
    clock.now += hours * hourMs + 1_000;
    const before = asked.length;
    expect((await read(shop)).status).toBe(200);
    await expect.poll(() => asked.length, patience).toBe(before + 1);
    await expect
      .poll(async () => (await read(shop)).headers.get("cache-control"), patience)
      .not.toBe("public, max-age=60");
  }
  expect((await read(shop)).status).toBe(200);
  expect([asked.length, shop.reports]).toEqual([4, []]);
});

test.for([
  ["http://127.0.0.1/cup.jpg"],
  ["http://no-such-host.example.com/cup.jpg"],
  ["ftp://photos.example.com/cup.jpg"],
  ["/photographs/latte.jpg"],
  [""],
])("there is no copy of %j", async ([of = ""]) => {
  await using opened = await openMirroringShop();
  const reply = await read(opened.shop, of);
  expect([reply.status, await problemCode(reply), opened.asked]).toEqual([404, "photo-not-copied", []]);
  expect(opened.shop.reports).toEqual([]);
});

test("what is no picture is not copied, and its host is left alone for an hour", async () => {
  await using opened = await openMirroringShop();
  const { shop, host, clock, asked } = opened;
  host.photo = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
  for (const _ of [1, 2]) expect((await read(shop)).status).toBe(404);
  expect(asked).toHaveLength(1);
  host.photo = await samples.png();
  clock.now += hourMs + 1_000;
  expect([(await read(shop)).status, asked.length]).toEqual([200, 2]);
});

test("an address that no coffee names costs a point for its first copy, and one that a coffee names costs none", async () => {
  await using opened = await openMirroringShop({ WRITE_LIMIT: "20" });
  const { shop, host } = opened;
  host.status = 404;
  const others = Array.from({ length: 21 }, (_, at) => `http://${publicName}/${at}.svg`);
  const statuses: number[] = [];
  for (const other of others) statuses.push((await read(shop, other)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  host.status = 200;
  expect((await read(shop)).status).toBe(200);
});

test("requests for a copy that is being made cost nothing", async () => {
  await using opened = await openMirroringShop({ WRITE_LIMIT: "20" });
  const { shop } = opened;
  const other = `http://${publicName}/other.jpg`;
  const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await read(shop, other)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test.for([["MIRROR_PHOTOS"], ["EXTRAS"]])("with %s=off the shop copies nothing", async ([setting = ""]) => {
  await using opened = await openMirroringShop({ [setting]: "off" });
  expect([(await read(opened.shop)).status, opened.asked]).toEqual([404, []]);
});

test("a damaged copy is fetched again", async () => {
  await using opened = await openMirroringShop();
  const { shop } = opened;
  await read(shop);
  {
    await using blobs = await openPhotoBlobs(shop.place);
    await blobs.put(`copies/${copyId(address)}`, Buffer.from("damaged"));
  }
  await using again = await openTestShop({ place: shop.place, mirror: opened.mirror });
  expect((await read(again)).status).toBe(200);
});

test("copies last when the shop is closed and opened again", async () => {
  await using opened = await openMirroringShop();
  await read(opened.shop);
  await using again = await openTestShop({ place: opened.shop.place });
  expect((await read(again)).status).toBe(200);
});

test.for([[true], [false]])(
  "photos are copied if another product server keeps the coffees; with a place for photos (%s), copies last",
  async ([hasPlace = false]) => {
    await using opened = await openMirroringShop();
    const folder = await mkdtemp(join(tmpdir(), "niceties-place-"));
    const DATA_DIR = hasPlace ? folder : join(folder, "missing");
    const settings = readSettings({ PRODUCT_SERVER_URL: "https://api.shop.example", DATA_DIR });
    {
      await using other = await openTestServer(settings, undefined, { mirror: opened.mirror });
      expect((await read(other)).status).toBe(200);
    }
    {
      await using again = await openTestServer(settings, undefined);
      expect((await read(again)).status).toBe(hasPlace ? 200 : 404);
    }
    await rm(folder, { recursive: true });
  },
);
