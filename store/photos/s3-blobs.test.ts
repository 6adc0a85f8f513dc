import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Fault } from "../../catalogue/fault.ts";
import { describePhotoBlobs } from "../../test/photo-blobs/photo-blobs-contract.ts";
import { CuttingProxy } from "../../test/servers/faulty-proxy.ts";
import { TestS3Server } from "../../test/servers/s3-server.ts";
import { StoreRefused } from "../store-refused.ts";
import type { PhotoBlobs } from "./photo-blobs.ts";
import { openS3Blobs, type S3Options } from "./s3-blobs.ts";

let server: TestS3Server;
const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256);

async function keysOf(blobs: PhotoBlobs, prefix = ""): Promise<string[]> {
  return (await Array.fromAsync(blobs.list(prefix))).map(({ key }) => key);
}

/** The code of a fault, and what the operator reads. */
async function faultOf(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    if (error instanceof Fault && error.cause instanceof StoreRefused) return [error.code, error.cause.message];
    throw error;
  }
  throw new Error("Nothing was refused.");
}

/** The faults of all four calls. */
async function faultsOf(url: string) {
  await using blobs = openS3Blobs(url);
  return Promise.all([
    faultOf(blobs.put("photos/a", bytes)),
    faultOf(blobs.read("photos/a")),
    faultOf(keysOf(blobs)),
    faultOf(blobs.remove("photos/a")),
  ]);
}

/** A bucket with one blob, directly and through a network that can fail. */
async function openBoth(options?: S3Options) {
  const direct = await server.newBucket();
  const { proxy, url } = await CuttingProxy.to(direct);
  const blobs = openS3Blobs(url, options);
  await openS3Blobs(direct).put("photos/a", bytes);
  return { proxy, blobs, direct: openS3Blobs(direct), [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

/** Where the shop finds a bucket, as messages say it. */
const shown = (url: string) => url.replace(/\/\/.*@/, "//").replace(/\?.*/, "");

describe.runIf(process.platform === "linux")("on an S3 server", () => {
  beforeAll(async () => {
    server = await TestS3Server.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  describePhotoBlobs(async () => {
    const url = await server.newBucket();
    return async () => openS3Blobs(url);
  });

  test("two shops share a bucket, each under a prefix that its keys do not show", async () => {
    const bucket = new URL(await server.newBucket()).pathname.slice(1);
    await using first = openS3Blobs(server.url(`${bucket}/shops/first`));
    await using second = openS3Blobs(server.url(`${bucket}/shops/second/`));
    await using both = openS3Blobs(server.url(bucket));
    await first.put("photos/a", bytes);
    await second.put("photos/b", bytes);
    expect([await keysOf(first), await keysOf(second)]).toEqual([["photos/a"], ["photos/b"]]);
    expect(await keysOf(both)).toEqual(["shops/first/photos/a", "shops/second/photos/b"]);
    expect(await second.read("photos/a")).toBeUndefined();
    await second.remove("photos/a");
    expect(await keysOf(first, "photos/")).toEqual(["photos/a"]);
  });

  test("objects that other programs keep in the bucket are not blobs", async () => {
    const url = await server.newBucket();
    const bucket = new URL(url).pathname;
    await using blobs = openS3Blobs(url);
    await blobs.put("photos/b", bytes);
    for (const foreign of ["photos/", "photos/A%20%26%20%3Cb%3E.jpg", "photos/%E0%A6%95"])
      await server.ask("PUT", `${bucket}/${foreign}`, "foreign");
    expect(await server.ask("GET", `${bucket}?list-type=2`)).toContain("A &amp; &lt;b&gt;.jpg");
    expect(await keysOf(blobs, "photos/")).toEqual(["photos/b"]);
  });

  test("a wrong secret is refused by a message that names the setting, and says nothing of the secret", async () => {
    const url = await server.newBucket();
    const wrong = server.url(new URL(url).pathname.slice(1), "a/wrong+secret");
    const message = `${shown(url)} refused the key or the secret in PHOTOS_URL (403, SignatureDoesNotMatch). Correct them; each / in them must be %2F.`;
    expect(await faultsOf(wrong)).toEqual(Array.from({ length: 4 }, () => ["storage-failed", message]));
  });

  test("a bucket that does not exist is refused: none of its photos is merely missing", async () => {
    const url = server.url("no-such-bucket");
    const message = `${shown(url)} does not exist (404, NoSuchBucket). Create the bucket, or correct its name in PHOTOS_URL.`;
    expect(await faultsOf(url)).toEqual(Array.from({ length: 4 }, () => ["storage-failed", message]));
  });

  test("a bucket of another region is refused", async () => {
    const url = (await server.newBucket()).replace("us-east-1", "eu-west-1");
    expect(await faultOf(keysOf(openS3Blobs(url)))).toEqual([
      "storage-failed",
      `${shown(url)} is in another region than PHOTOS_URL says (400, AuthorizationHeaderMalformed). Correct the host or region=… there.`,
    ]);
  });

  test("a server without TLS is not asked without it, unless the URL says so", async () => {
    const url = (await server.newBucket()).replace("&tls=off", "");
    expect(await faultOf(keysOf(openS3Blobs(url)))).toEqual([
      "storage-unreachable",
      expect.stringContaining("it does not speak TLS there; tls=off at the end of PHOTOS_URL leaves TLS out."),
    ]);
  });

  test("a stopped server is unreachable, and serves the same blobs once it runs again", async () => {
    const url = await server.newBucket();
    await using blobs = openS3Blobs(url);
    await blobs.put("photos/a", bytes);
    await server.stop();
    const message = `${shown(url)} cannot be reached: nothing listens there. See whether the S3 server runs, and whether PHOTOS_URL names its host and port.`;
    expect(await faultsOf(url)).toEqual(Array.from({ length: 4 }, () => ["storage-unreachable", message]));
    await server.start();
    expect(Buffer.from((await blobs.read("photos/a")) ?? []).equals(bytes)).toBe(true);
  });

  test("a server whose disk is away says so of each blob, and not that there is none", async () => {
    const url = await server.newBucket();
    await using blobs = openS3Blobs(url);
    await blobs.put("photos/a", bytes);
    await server.stop("object", "SIGKILL");
    const message = `${shown(url)} cannot serve photos now (503, ServiceUnavailable). Look at the S3 server, or at what its provider says of it.`;
    const faults = [blobs.put("photos/a", bytes), blobs.read("photos/a"), blobs.remove("photos/a")].map(faultOf);
    expect(await Promise.all(faults)).toEqual(Array.from({ length: 3 }, () => ["storage-unreachable", message]));
    await server.start("object");
    expect(Buffer.from((await blobs.read("photos/a")) ?? []).equals(bytes)).toBe(true);
  });

  describe("through a network that fails", () => {
    test("a read whose replies are all cut is refused, and has no part of the blob", async () => {
      await using both = await openBoth();
      for (const limit of [10, 2_000, 200_000]) {
        both.proxy.limitReplies = () => limit;
        expect(await faultOf(both.blobs.read("photos/a"))).toEqual(["storage-unreachable", expect.any(String)]);
        expect(await faultOf(both.blobs.read("photos/a", { start: 10, end: 290_000 }))).toEqual([
          "storage-unreachable",
          expect.stringContaining("cannot be reached: it broke the connection."),
        ]);
      }
    });

    test("a list whose replies are all cut is refused", async () => {
      await using both = await openBoth();
      both.proxy.limitReplies = () => 700;
      expect(await faultOf(keysOf(both.blobs))).toEqual(["storage-unreachable", expect.any(String)]);
    });

    test("a request whose connection broke twice is answered by the third", async () => {
      await using both = await openBoth();
      let connections = 0;
      both.proxy.limitReplies = () => ((connections += 1) < 3 ? 100_000 : Infinity);
      expect(Buffer.from((await both.blobs.read("photos/a")) ?? []).equals(bytes)).toBe(true);
      expect(connections).toBe(3);
    });

    test("a put that was cut on its way has changed nothing, or all", async () => {
      await using both = await openBoth();
      const others = bytes.map((byte) => 255 - byte);
      let sent = 0;
      both.proxy.decide = (chunk) => ((sent += chunk.length) > 100_000 ? "cut before" : "pass");
      expect((await faultOf(both.blobs.put("photos/a", others)))[0]).toBe("storage-unreachable");
      expect(Buffer.from((await both.direct.read("photos/a")) ?? []).equals(bytes)).toBe(true);
      both.proxy.decide = () => "pass";
      both.proxy.limitReplies = () => 10;
      expect((await faultOf(both.blobs.put("photos/a", others)))[0]).toBe("storage-unreachable");
      expect(Buffer.from((await both.direct.read("photos/a")) ?? []).equals(others)).toBe(true);
    });

    test("a server that says nothing is unreachable after the time limit, until it speaks again", async () => {
      await using both = await openBoth({ silenceMs: 1_500 });
      both.proxy.isSilent = true;
      expect(await faultOf(both.blobs.read("photos/a"))).toEqual([
        "storage-unreachable",
        expect.stringContaining("cannot be reached: it does not answer."),
      ]);
      both.proxy.isSilent = false;
      expect(await keysOf(both.blobs)).toEqual(["photos/a"]);
    });
  });
});
