import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import {
  networkTo,
  openPhotoHost,
  openRawHost,
  publicIp,
  publicName,
  type PhotoHost,
} from "../../../test/servers/photo-hosts.ts";
import { fetchPhoto, photoUserAgent } from "./fetch-photo.ts";
import type { Network } from "./network.ts";
import { RobotsFiles } from "./robots-files.ts";

const userAgent = photoUserAgent(undefined);
const photoUrl = `http://${publicName}/a.jpg`;
const minute = 60_000;
const day = 1_440 * minute;

/** A host with photos and this robots.txt, and the paths that were requested. */
function photosWith(robots: RequestListener): RequestListener & { readonly paths: string[] } {
  const paths: string[] = [];
  const listener: RequestListener = (incoming, outgoing) => {
    paths.push(incoming.url ?? "");
    if (incoming.url?.startsWith("/robots")) robots(incoming, outgoing);
    else if (incoming.url === "/moved.jpg") outgoing.writeHead(302, { location: "/private/b.jpg" }).end();
    else outgoing.end("a photo");
  };
  return Object.assign(listener, { paths });
}

const forbidPrivate: RequestListener = (_, outgoing) => {
  outgoing.end("\u{feff}User-agent: Niceties\nDisallow: /private/\n");
};

function fetcherFor(host: PhotoHost, others: Partial<Network> = {}, names?: Readonly<Record<string, string[]>>) {
  const network = networkTo(host, names, others);
  const robots = new RobotsFiles(network, userAgent);
  return {
    network,
    /** The bytes of a photo; it is closed. */
    fetch: async (address = photoUrl) => {
      await using fetched = await fetchPhoto(address, { userAgent, robots, network });
      return fetched.unchanged ? undefined : fetched.bytes;
    },
  };
}

test("robots.txt is asked first, once for many photos, and what it forbids is not requested", async () => {
  const photos = photosWith(forbidPrivate);
  await using host = await openPhotoHost(photos);
  const { fetch, network } = fetcherFor(host);
  expect(await Promise.all([fetch(), fetch(`http://${publicName}/c.jpg`)])).toEqual([7, 7]);
  await expect(fetch(`http://${publicName}/private/b.jpg`)).rejects.toMatchObject({
    reason: "robots",
    message: `The robots.txt of ${publicName} forbids fetching http://${publicName}/private/b.jpg.`,
  });
  expect(photos.paths[0]).toBe("/robots.txt");
  expect(photos.paths.toSorted()).toEqual(["/a.jpg", "/c.jpg", "/robots.txt"]);
  // A name is looked up once for a photo with its robots.txt.
  expect(network.lookups).toHaveLength(3);
});

test("what a redirect leads to is checked by robots.txt as well", async () => {
  const photos = photosWith(forbidPrivate);
  await using host = await openPhotoHost(photos);
  await expect(fetcherFor(host).fetch(`http://${publicName}/moved.jpg`)).rejects.toMatchObject({ reason: "robots" });
  expect(photos.paths).toEqual(["/robots.txt", "/moved.jpg"]);
});

test("each origin has its own robots.txt", async () => {
  const photos = photosWith((incoming, outgoing) => {
    outgoing.end(incoming.headers.host === "b.example.com" ? "User-agent: *\nDisallow: /" : "");
  });
  await using host = await openPhotoHost(photos);
  const { fetch } = fetcherFor(host, {}, { "a.example.com": [publicIp], "b.example.com": [publicIp] });
  expect(await fetch("http://a.example.com/a.jpg")).toBe(7);
  await expect(fetch("http://b.example.com/a.jpg")).rejects.toMatchObject({ reason: "robots" });
});

test("robots.txt is asked for again after a day", async () => {
  let time = 0;
  const photos = photosWith(forbidPrivate);
  await using host = await openPhotoHost(photos);
  const { fetch } = fetcherFor(host, { now: () => time });
  for (time of [0, day - 1, day, 2 * day - 1]) await fetch();
  expect(photos.paths).toEqual(["/robots.txt", "/a.jpg", "/a.jpg", "/robots.txt", "/a.jpg", "/a.jpg"]);
});

test("32 robots.txt are kept, those that were used last", async () => {
  const photos = photosWith(forbidPrivate);
  await using host = await openPhotoHost(photos);
  const names = Array.from({ length: 33 }, (_, at) => `${at}.example.com`);
  const { fetch } = fetcherFor(host, {}, Object.fromEntries(names.map((name) => [name, [publicIp]])));
  for (const name of names.slice(0, 32)) await fetch(`http://${name}/a.jpg`);
  await fetch("http://0.example.com/a.jpg");
  await fetch("http://32.example.com/a.jpg");
  const before = photos.paths.length;
  await fetch("http://0.example.com/a.jpg");
  await fetch("http://1.example.com/a.jpg");
  expect(photos.paths.slice(before)).toEqual(["/a.jpg", "/robots.txt", "/a.jpg"]);
});

describe("everything may be fetched from a host that answers for robots.txt with status", () => {
  test.each([400, 401, 403, 404, 410, 451])("%d", async (status) => {
    await using host = await openPhotoHost(photosWith((_, outgoing) => outgoing.writeHead(status).end("Disallow: /")));
    expect(await fetcherFor(host).fetch()).toBe(7);
  });
});

describe("nothing is fetched for ten minutes from a host that answers for robots.txt with", () => {
  test.each<[string, RequestListener, string]>([
    ["429", (_, outgoing) => outgoing.writeHead(429).end(), "later"],
    ["500", (_, outgoing) => outgoing.writeHead(500).end(), "later"],
    ["503", (_, outgoing) => outgoing.writeHead(503).end(), "later"],
    ["204", (_, outgoing) => outgoing.writeHead(204).end(), "later"],
    ["gzip", (_, outgoing) => outgoing.writeHead(200, { "content-encoding": "gzip" }).end(), "later"],
    ["the end of the connection", (incoming) => incoming.socket.destroy(), "later"],
    [
      "a part of it",
      (_, outgoing) => {
        outgoing.writeHead(200, { "content-length": 100 });
        outgoing.write("User-agent:", () => outgoing.destroy());
      },
      "later",
    ],
    ["a redirect to this network", (_, outgoing) => redirect(outgoing, "http://127.0.0.1/robots.txt"), "refused"],
    ["a redirect to itself", (_, outgoing) => redirect(outgoing, "/robots.txt"), "refused"],
  ])("%s", async (_, robots, reason) => {
    let time = 0;
    const photos = photosWith(robots);
    await using host = await openPhotoHost(photos);
    const { fetch } = fetcherFor(host, { now: () => time });
    await expect(fetch()).rejects.toMatchObject({ reason });
    const requests = photos.paths.length;
    time = 10 * minute - 1;
    await expect(fetch()).rejects.toMatchObject({ reason });
    expect(photos.paths).toHaveLength(requests);
    time = 10 * minute;
    await expect(fetch()).rejects.toMatchObject({ reason });
    expect(photos.paths).toHaveLength(2 * requests);
    expect(photos.paths).not.toContain("/a.jpg");
  });
});

const redirect = (outgoing: Parameters<RequestListener>[1], location: string) =>
  outgoing.writeHead(302, { location }).end();

test("robots.txt may redirect twice", async () => {
  const photos = photosWith((incoming, outgoing) => {
    const next = { "/robots.txt": "/robots-2.txt", "/robots-2.txt": "/robots-3.txt" }[incoming.url ?? ""];
    if (next) redirect(outgoing, next);
    else outgoing.end("User-agent: *\nDisallow: /");
  });
  await using host = await openPhotoHost(photos);
  await expect(fetcherFor(host).fetch()).rejects.toMatchObject({ reason: "robots" });
  expect(photos.paths).toEqual(["/robots.txt", "/robots-2.txt", "/robots-3.txt"]);
});

test("of an endless robots.txt, the first 512,000 bytes count", async () => {
  const start = "User-agent: *\nDisallow: /private/\n";
  await using host = await openPhotoHost(
    photosWith((_, outgoing) => {
      outgoing.write(start.padEnd(512_000, "\n"));
      outgoing.write("User-agent: Niceties\nDisallow: /a.jpg\n");
    }),
  );
  const { fetch } = fetcherFor(host);
  expect(await fetch()).toBe(7);
  await expect(fetch(`http://${publicName}/private/b.jpg`)).rejects.toMatchObject({ reason: "robots" });
});

test("the connection is closed at once if the body of a robots.txt is not needed", { timeout: 10_000 }, async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const photos = photosWith((incoming, outgoing) => {
    incoming.socket.on("close", () => resolve());
    outgoing.writeHead(404).write("Not ");
  });
  await using host = await openPhotoHost(photos);
  expect(await fetcherFor(host, { idleMs: 60_000, totalMs: 60_000 }).fetch()).toBe(7);
  await closed;
});

test("a robots.txt that does not arrive ends in time, for all that wait for it", async () => {
  await using host = await openRawHost(() => {});
  const { fetch } = fetcherFor(host, { idleMs: 200 });
  const fetches = await Promise.allSettled([fetch(), fetch(`http://${publicName}/b.jpg`)]);
  const reason = expect.objectContaining({ reason: "later", message: expect.stringContaining("No byte came") });
  expect(fetches).toEqual([
    { status: "rejected", reason },
    { status: "rejected", reason },
  ]);
  expect(host.connections()).toBe(1);
});
