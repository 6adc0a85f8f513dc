import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { describe, expect, test, vi } from "vitest";
import {
  networkTo,
  openPhotoHost,
  openSecureHost,
  publicIp,
  publicName,
  type PhotoHost,
} from "../../../test/servers/photo-hosts.ts";
import { makeCertificate } from "../../../test/servers/test-certificate.ts";
import { fetchPhoto, photoUserAgent, type KnownPhoto } from "./fetch-photo.ts";
import type { Lookup, Network } from "./network.ts";

const photo = Buffer.from("the bytes of a photo");
const sha256 = createHash("sha256").update(photo).digest("hex");
const photoUrl = `http://${publicName}/a.jpg`;
const now = () => Date.parse("2026-11-20T08:00:00Z");
const noRobots = { check: async () => {} };

const sendPhoto: RequestListener = (_, outgoing) =>
  outgoing.writeHead(200, { "content-type": "image/jpeg" }).end(photo);

function fetchFrom(host: PhotoHost, address = photoUrl, others: Partial<Network> = {}, known?: KnownPhoto) {
  const network = networkTo(host, { [publicName]: [publicIp], "other.example.com": ["1.2.3.4"] }, others);
  return fetchPhoto(address, { userAgent: photoUserAgent("https://shop.example"), robots: noRobots, network, known });
}

const redirectTo = (location: string, status = 302): RequestListener => {
  return (incoming, outgoing) => {
    if (incoming.url === "/a.jpg") outgoing.writeHead(status, { location }).end("moved");
    else sendPhoto(incoming, outgoing);
  };
};

test("a photo arrives in a file with its SHA-256, and leaves nothing in the folder for temporary files", async () => {
  await using host = await openPhotoHost(sendPhoto);
  const before = await readdir(tmpdir());
  await using fetched = await fetchFrom(host, `${photoUrl}#alt=a%20cup`);
  expect(fetched).toMatchObject({ unchanged: false, id: sha256, bytes: photo.length, from: photoUrl });
  if (fetched.unchanged) throw new Error("It is not known yet.");
  const { buffer, bytesRead } = await fetched.file.read({ buffer: Buffer.alloc(100), position: 0 });
  expect(buffer.subarray(0, bytesRead).equals(photo)).toBe(true);
  const added = (await readdir(tmpdir())).filter((name) => !before.includes(name));
  expect(added.filter((name) => name.startsWith("niceties-upload-"))).toEqual([]);
});

test("the request has the shop's name, and no cookie, referrer or credentials", async () => {
  const requests: [string | undefined, IncomingHttpHeaders][] = [];
  await using host = await openPhotoHost((incoming, outgoing) => {
    requests.push([incoming.url, incoming.headers]);
    // A cookie that is set by a redirect must not come back.
    if (incoming.url !== "/b.jpg") outgoing.writeHead(302, { location: "/b.jpg", "set-cookie": "a=1" }).end();
    else sendPhoto(incoming, outgoing);
  });
  await using fetched = await fetchFrom(host, `${photoUrl}?size=1`);
  expect(fetched.from).toBe(`http://${publicName}/b.jpg`);
  const headers = {
    host: publicName,
    "user-agent": "Niceties/1.0 (+https://shop.example)",
    accept: expect.stringContaining("image/avif"),
    "accept-encoding": "identity",
    connection: "close",
  };
  expect(requests).toEqual([
    ["/a.jpg?size=1", headers],
    ["/b.jpg", headers],
  ]);
});

test("a shop without an address calls itself by its name all the same", () => {
  expect(photoUserAgent(undefined)).toBe("Niceties/1.0 (copies the photos that a coffee shop shows)");
});

describe("a host that is named by its address is not looked up:", () => {
  test.each([`http://${publicIp}/a.jpg`, "http://[2606:2800:220:1::1]/a.jpg", "http://1572395042/a.jpg"])(
    "%s",
    async (address) => {
      await using host = await openPhotoHost(sendPhoto);
      await using fetched = await fetchFrom(host, address, { lookup: vi.fn(expect.unreachable) });
      expect(fetched).toMatchObject({ id: sha256 });
    },
  );
});

test("a default port that is written out is fetched", async () => {
  await using host = await openPhotoHost(sendPhoto);
  await using fetched = await fetchFrom(host, `http://${publicName}:80/a.jpg`);
  expect(fetched).toMatchObject({ id: sha256, from: photoUrl });
});

test("of several public addresses, one that answers is enough", async () => {
  await using host = await openPhotoHost(sendPhoto);
  const addresses = ["2606:2800:220:1::1", "1.1.1.1", publicIp];
  const network = networkTo(host, { [publicName]: addresses });
  // Nothing listens at the first two.
  const connectTo = (ip: string) => ({
    ip: ip === publicIp ? host.ip : ip === "1.1.1.1" ? "127.0.0.9" : "::1",
    port: host.port,
  });
  await using fetched = await fetchPhoto(photoUrl, {
    userAgent: "Niceties/1.0",
    robots: noRobots,
    network: { ...network, connectTo },
  });
  expect(fetched).toMatchObject({ id: sha256 });
});

test("nothing is sent over a connection that ends somewhere else than at the checked address", async () => {
  let requests = 0;
  await using host = await openPhotoHost(() => {
    requests += 1;
  });
  // Connections to 0.0.0.0 end at 127.0.0.1.
  const connectTo = () => ({ ip: "0.0.0.0", port: host.port });
  const message = expect.stringContaining("it led to 127.0.0.1, which was not checked");
  await expect(fetchFrom(host, photoUrl, { connectTo })).rejects.toMatchObject({ reason: "later", message });
  expect([requests, host.connections()]).toEqual([0, 1]);
});

test("a name is looked up once for a connection, so a second answer cannot lead inside", async () => {
  await using host = await openPhotoHost(redirectTo("/b.jpg"));
  const answers = [publicIp, "127.0.0.1"];
  let lookups = 0;
  const lookup: Lookup = (_name, _options, callback) => {
    callback(null, [{ address: answers[lookups] ?? "", family: 4 }]);
    lookups += 1;
  };
  await using fetched = await fetchFrom(host, `http://${publicName}/direct.jpg`, { lookup });
  expect([fetched.from, lookups, host.connections()]).toEqual([`http://${publicName}/direct.jpg`, 1, 1]);
  // Each redirect is looked up and checked again. This name has moved inside in the meantime.
  lookups = 0;
  const redirected = fetchFrom(host, photoUrl, { lookup });
  await expect(redirected).rejects.toMatchObject({ reason: "refused", message: expect.stringContaining("127.0.0.1") });
  expect([lookups, host.connections()]).toEqual([2, 2]);
});

describe("a redirect is followed", () => {
  test.each([301, 302, 303, 307, 308])("with status %d", async (status) => {
    await using host = await openPhotoHost(redirectTo("/b.jpg", status));
    await using fetched = await fetchFrom(host);
    expect(fetched).toMatchObject({ id: sha256, from: `http://${publicName}/b.jpg` });
  });

  test("to another host", async () => {
    await using host = await openPhotoHost(redirectTo("//other.example.com/b.jpg"));
    await using fetched = await fetchFrom(host);
    expect(fetched).toMatchObject({ id: sha256, from: "http://other.example.com/b.jpg" });
  });

  test("to a path in UTF-8", async () => {
    await using host = await openPhotoHost(redirectTo(Buffer.from("/কফি.jpg").toString("latin1")));
    await using fetched = await fetchFrom(host);
    expect(fetched.from).toBe(`http://${publicName}/${encodeURIComponent("কফি")}.jpg`);
  });
});

test("two redirects are followed, and the third is not", async () => {
  await using host = await openPhotoHost((incoming, outgoing) => {
    const left = Number(incoming.url?.slice(1));
    if (left === 0) sendPhoto(incoming, outgoing);
    else outgoing.writeHead(302, { location: `/${left - 1}` }).end();
  });
  await using fetched = await fetchFrom(host, `http://${publicName}/2`);
  expect(fetched).toMatchObject({ id: sha256 });
  await expect(fetchFrom(host, `http://${publicName}/3`)).rejects.toMatchObject({
    reason: "refused",
    message: `The shop does not fetch http://${publicName}/3: it redirects more than 2 times.`,
  });
  expect(host.connections()).toBe(6);
});

describe("a photo that its host says is unchanged", () => {
  const etag = '"a-1"';
  const lastModified = "Mon, 02 Nov 2026 08:00:00 GMT";
  const known = { from: photoUrl, etag, lastModified };

  test("is not sent again, and is fresh as the reply says", async () => {
    await using host = await openPhotoHost((incoming, outgoing) => {
      const { "if-none-match": match, "if-modified-since": since } = incoming.headers;
      if (match !== etag || since !== lastModified) outgoing.writeHead(500).end();
      else outgoing.writeHead(304, { "cache-control": "max-age=7200", date: new Date(now()).toUTCString() }).end();
    });
    await using fetched = await fetchFrom(host, photoUrl, { now }, known);
    const freshUntil = new Date("2026-11-20T10:00:00Z");
    expect(fetched).toMatchObject({ unchanged: true, from: photoUrl, etag, lastModified, freshUntil });
  });

  test("is asked for unconditionally at any other address", async () => {
    const conditions: unknown[] = [];
    await using host = await openPhotoHost((incoming, outgoing) => {
      conditions.push(incoming.headers["if-none-match"] ?? incoming.headers["if-modified-since"]);
      redirectTo("/b.jpg")(incoming, outgoing);
    });
    await using fetched = await fetchFrom(host, photoUrl, {}, { ...known, from: `http://${publicName}/b.jpg` });
    expect(fetched.unchanged).toBe(false);
    expect(conditions).toEqual([undefined, etag]);
  });

  test("was not asked for conditionally: then the reply is refused", async () => {
    await using host = await openPhotoHost((_, outgoing) => outgoing.writeHead(304).end());
    await expect(fetchFrom(host)).rejects.toMatchObject({ reason: "denied" });
  });
});

test("a new photo comes with its validators and the time until which it is fresh", async () => {
  const lastModified = "Mon, 02 Nov 2026 08:00:00 GMT";
  await using host = await openPhotoHost((_, outgoing) => {
    const caching = { "cache-control": "public, max-age=86400", age: "3600", date: new Date(now()).toUTCString() };
    outgoing.writeHead(200, { ...caching, etag: 'W/"2"', "last-modified": lastModified }).end(photo);
  });
  await using fetched = await fetchFrom(host, photoUrl, { now }, { from: photoUrl, etag: '"1"', lastModified });
  const freshUntil = new Date("2026-11-21T07:00:00Z");
  expect(fetched).toMatchObject({ unchanged: false, id: sha256, etag: 'W/"2"', lastModified, freshUntil });
});

test("a photo of exactly the limit is taken", async () => {
  await using host = await openPhotoHost((_, outgoing) => outgoing.end(Buffer.alloc(10_000_000)));
  await using fetched = await fetchFrom(host);
  expect(fetched).toMatchObject({ bytes: 10_000_000 });
});

describe("over TLS", () => {
  const certificate = makeCertificate(publicName);
  const ca = certificate.cert;
  const secureUrl = `https://${publicName}/a.jpg`;

  test("a photo is fetched from a host with a certificate for its name", async () => {
    const names: unknown[] = [];
    await using host = await openSecureHost((incoming, outgoing) => {
      names.push(Reflect.get(incoming.socket, "servername"));
      sendPhoto(incoming, outgoing);
    }, certificate);
    await using fetched = await fetchFrom(host, secureUrl, { ca });
    expect(fetched).toMatchObject({ id: sha256, from: secureUrl });
    expect(names).toEqual([publicName]);
  });

  test("http may redirect to https, and https not to http", async () => {
    await using secure = await openSecureHost(redirectTo(`http://${publicName}/b.jpg`), certificate);
    await using plain = await openPhotoHost(redirectTo(`https://${publicName}/b.jpg`));
    const connectTo = (_: string, port: number) => (port === 443 ? secure : plain);
    await using fetched = await fetchFrom(plain, photoUrl, { ca, connectTo });
    expect(fetched).toMatchObject({ id: sha256, from: `https://${publicName}/b.jpg` });
    await expect(fetchFrom(plain, secureUrl, { ca, connectTo })).rejects.toMatchObject({
      reason: "refused",
      message: expect.stringContaining("from https to http"),
    });
    expect(plain.connections()).toBe(1);
  });

  test.each([
    ["a name that the certificate does not have", "https://other.example.com/a.jpg", ca],
    ["an address that the certificate does not have", `https://${publicIp}/a.jpg`, ca],
    ["an authority that is not trusted", secureUrl, undefined],
  ])("nothing is fetched with %s, even if the environment allows it", async (_, address, trusted) => {
    let requests = 0;
    await using host = await openSecureHost(() => {
      requests += 1;
    }, certificate);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const fetching = fetchFrom(host, address, { ca: trusted });
    await expect(fetching).rejects.toMatchObject({ reason: "later", message: expect.stringMatching(/certificate/) });
    expect([requests, host.connections()]).toEqual([0, 1]);
  });
});
