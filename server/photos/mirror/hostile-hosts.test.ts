import { readdir, readlink } from "node:fs/promises";
import type { OutgoingHttpHeaders, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import {
  networkTo,
  openPhotoHost,
  openRawHost,
  publicIp,
  publicName,
  type PhotoHost,
} from "../../../test/servers/photo-hosts.ts";
import { fetchPhoto } from "./fetch-photo.ts";
import type { Network } from "./network.ts";
import { RobotsFiles } from "./robots-files.ts";

/*
 * Hosts that answer slowly, endlessly, wrongly or not at all. Of the two limits of time, each test shortens the one that
 * it is about; the other stays at the seconds that the shop has.
 */

const photoUrl = `http://${publicName}/a.jpg`;
const noRobots = { check: async () => {} };

function fetchFrom(host: PhotoHost, others: Partial<Network> = {}, signal?: AbortSignal) {
  const network = networkTo(host, undefined, others);
  return fetchPhoto(photoUrl, { userAgent: "Niceties/1.0 (test)", robots: noRobots, network, signal });
}

/** As `fetchFrom`, where no photo should come. One that does is closed, so that later tests don't find it open. */
async function failToFetchFrom(...args: Parameters<typeof fetchFrom>): Promise<void> {
  await using _ = await fetchFrom(...args);
}

/** Repeats `work` until the socket closes. */
function trickle(socket: Socket, work: () => void): void {
  const timer = setInterval(work, 10);
  socket.on("close", () => clearInterval(timer));
}

function answer(headers: OutgoingHttpHeaders, body: string | Buffer = "0123"): RequestListener {
  return (_, outgoing) => outgoing.writeHead(200, headers).end(body);
}

const silent = () => {};
const empty: Network["lookup"] = (_name, _options, callback) => callback(null, []);

function failing(code: string): Partial<Network> {
  const error = Object.assign(new Error(`getaddrinfo ${code} ${publicName}`), { code });
  return { lookup: (_name, _options, callback) => callback(error, []) };
}

const ok = "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n";
const idle = { idleMs: 200 };
const total = { totalMs: 300 };
const noByte = /No byte came from photos\.example\.com for 0\.2 s/;
const tooLong = /took more than 0\.3 s in all/;

afterEach(async () => {
  // Linux lists the open files of this process, also those without a name.
  const open = await Promise.all(
    (await readdir("/proc/self/fd").catch(() => [])).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  expect(open.filter((path) => path.includes("niceties-upload-"))).toEqual([]);
});

describe("a fetch ends in time", () => {
  const cases: readonly (readonly [string, Partial<Network>, RegExp, (socket: Socket) => void])[] = [
    ["says nothing", idle, noByte, () => {}],
    ["stops in its headers", idle, noByte, (socket) => socket.write(ok)],
    ["stops in its body", idle, noByte, (socket) => socket.write(`${ok}Content-Length: 100\r\n\r\n0123`)],
    ["stops in a body without a length", idle, noByte, (socket) => socket.write(`${ok}\r\n0123`)],
    [
      "sends its first line byte by byte",
      total,
      tooLong,
      (socket) => {
        socket.write("HTTP/1.1 200 ");
        trickle(socket, () => socket.write("a"));
      },
    ],
    [
      "sends headers without end",
      total,
      tooLong,
      (socket) => {
        socket.write(ok);
        trickle(socket, () => socket.write("a"));
      },
    ],
    [
      "sends early hints without end",
      total,
      tooLong,
      (socket) => trickle(socket, () => socket.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")),
    ],
    [
      "sends its body byte by byte",
      total,
      tooLong,
      (socket) => {
        socket.write(`${ok}Content-Length: 1000000\r\n\r\n`);
        trickle(socket, () => socket.write("a"));
      },
    ],
    [
      "sends a body without a length byte by byte",
      total,
      tooLong,
      (socket) => {
        socket.write(`${ok}\r\n`);
        trickle(socket, () => socket.write("a"));
      },
    ],
    [
      "redirects slowly",
      total,
      tooLong,
      (socket) => {
        const rest = "HTTP/1.1 302 Found\r\nLocation: /a.jpg\r\nContent-Length: 0\r\n\r\n".split("");
        trickle(socket, () => socket.write(rest.shift() ?? ""));
      },
    ],
  ];
  test.each(cases)("with a host that %s", async (_, limits, message, talk) => {
    await using host = await openRawHost(talk);
    const fetching = failToFetchFrom(host, limits);
    await expect(fetching).rejects.toMatchObject({ reason: "later", message: expect.stringMatching(message) });
  });

  test("with a name server that does not answer", async () => {
    await using host = await openRawHost(() => {});
    const message = /The lookup of photos\.example\.com took more than 0\.2 s/;
    const idling = failToFetchFrom(host, { ...idle, lookup: silent });
    await expect(idling).rejects.toMatchObject({ reason: "later", message: expect.stringMatching(message) });
    const slow = failToFetchFrom(host, { ...total, lookup: silent });
    await expect(slow).rejects.toMatchObject({ reason: "later", message: expect.stringMatching(tooLong) });
    expect(host.connections()).toBe(0);
  });

  test("with a robots.txt that does not arrive", async () => {
    await using host = await openRawHost(() => {});
    const network = networkTo(host, undefined, total);
    const robots = new RobotsFiles(network, "Niceties/1.0");
    const fetching = fetchPhoto(photoUrl, { userAgent: "Niceties/1.0", robots, network });
    await expect(fetching).rejects.toMatchObject({ reason: "later", message: expect.stringMatching(tooLong) });
  });

  test("when its caller ends it, with the caller's reason, before and in the middle of a body", async () => {
    const stopped = new AbortController();
    await using host = await openRawHost((socket) => {
      socket.write(`${ok}Content-Length: 100\r\n\r\n0123`, () => stopped.abort(new Error("The shop closes.")));
    });
    await expect(failToFetchFrom(host, {}, stopped.signal)).rejects.toThrow("The shop closes.");
    await expect(failToFetchFrom(host, {}, stopped.signal)).rejects.toThrow("The shop closes.");
    expect(host.connections()).toBe(1);
  });
});

describe("a photo is refused as too large", () => {
  test("by its length, before it arrives", async () => {
    await using host = await openRawHost((socket) => socket.write(`${ok}Content-Length: 10000001\r\n\r\n`));
    await expect(failToFetchFrom(host)).rejects.toMatchObject({ reason: "too-large" });
  });

  test("by its bytes, if they come without a length and without end", async () => {
    let written = 0;
    await using host = await openRawHost((socket) => {
      socket.write(`${ok}\r\n`);
      trickle(socket, () => {
        if (socket.writableNeedDrain) return;
        written += 1_000_000;
        socket.write(Buffer.alloc(1_000_000));
      });
    });
    await expect(failToFetchFrom(host)).rejects.toMatchObject({ reason: "too-large" });
    expect(written).toBeLessThan(40_000_000);
  });
});

describe("a body that ends too early is not taken", () => {
  test.each([
    ["before its length", `${ok}Content-Length: 100\r\n\r\n0123456789`],
    ["in the middle of a chunk", `${ok}Transfer-Encoding: chunked\r\n\r\n64\r\n0123456789`],
    ["between two chunks", `${ok}Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n`],
  ])("%s", async (_, reply) => {
    await using host = await openRawHost((socket) => socket.end(reply));
    const message = expect.stringMatching(/^The connection to photos\.example\.com failed: aborted\.$/);
    await expect(failToFetchFrom(host)).rejects.toMatchObject({ reason: "later", message });
  });
});

test("a body without a length that ends with a reset of the connection is not taken", async () => {
  await using host = await openRawHost((socket) => {
    socket.write(`${ok}\r\n0123`);
    // The bytes arrive before the reset.
    trickle(socket, () => socket.resetAndDestroy());
  });
  await expect(failToFetchFrom(host)).rejects.toMatchObject({ reason: "later" });
});

test("of a body that is longer than its length, the rest is not taken", async () => {
  await using host = await openRawHost((socket) => socket.end(`${ok}Content-Length: 4\r\n\r\n0123456789`));
  await using fetched = await fetchFrom(host);
  expect(fetched).toMatchObject({ bytes: 4 });
});

describe("a reply that is not HTTP as it should be is not taken", () => {
  test.each([
    ["an end before any byte", ""],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["headers above 16 KB", `${ok}X-Long: ${"a".repeat(20_000)}\r\n\r\n`],
    ["20,000 short headers", `${ok}${"a:b\r\n".repeat(20_000)}\r\n`],
    ["two lengths", `${ok}Content-Length: 4\r\nContent-Length: 5\r\n\r\n01234`],
    ["a length and chunks", `${ok}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n0\r\n\r\n`],
    ["a length that is no number", `${ok}Content-Length: many\r\n\r\n0123`],
    ["a NUL in a header", `${ok}X-Nul: a\0b\r\nContent-Length: 4\r\n\r\n0123`],
    ["another protocol from now on", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n"],
  ])("%s", async (_, reply) => {
    await using host = await openRawHost((socket) => socket.end(reply));
    await expect(failToFetchFrom(host)).rejects.toMatchObject({
      name: "PhotoFetchFailure",
      reason: "later",
      message: expect.stringMatching(/^The connection to photos\.example\.com failed: .+\.$/),
    });
  });
});

describe("a reply that is no photo is not taken:", () => {
  test.each([
    ["a page", answer({ "content-type": "text/html; charset=utf-8" }), /it has the type text\/html/],
    ["JSON", answer({ "content-type": "application/json" }), /it has the type application\/json/],
    ["an empty body", answer({ "content-type": "image/jpeg" }, ""), /it is empty/],
    ["gzip", answer({ "content-encoding": "gzip" }, gzipSync(Buffer.alloc(1_000_000))), /it is compressed/],
    ["gzip twice", answer({ "content-encoding": "gzip, gzip" }), /it is compressed/],
    ["Brotli in capitals", answer({ "content-encoding": "BR" }), /it is compressed/],
  ])("%s", async (_, listener, why) => {
    await using host = await openPhotoHost(listener);
    const message = expect.stringMatching(why);
    await expect(failToFetchFrom(host)).rejects.toMatchObject({ reason: "not-a-picture", message });
  });

  test.each(["image/jpeg", "IMAGE/PNG; a=b", "image/svg+xml", "application/octet-stream", "binary/octet-stream", ""])(
    "the type %j is taken",
    async (type) => {
      await using host = await openPhotoHost(answer({ "content-type": type, "content-encoding": "identity" }));
      await using fetched = await fetchFrom(host);
      expect(fetched).toMatchObject({ bytes: 4 });
    },
  );
});

describe("the connection is closed at once if the rest of the reply is not needed:", () => {
  test.each([
    ["of a redirect", "HTTP/1.1 302 Found\r\nLocation: http://localhost/\r\n\r\n", "refused"],
    ["of a status without a photo", "HTTP/1.1 404 Not Found\r\n\r\n", "gone"],
    ["of another type", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", "not-a-picture"],
    ["of too large a photo", `${ok}Content-Length: 10000001\r\n\r\n`, "too-large"],
  ])("%s", { timeout: 10_000 }, async (_, reply, reason) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using host = await openRawHost((socket) => {
      socket.on("close", () => resolve());
      socket.write(reply);
    });
    const longTime = { idleMs: 60_000, totalMs: 60_000 };
    await expect(failToFetchFrom(host, longTime)).rejects.toMatchObject({ reason });
    await closed;
  });
});

describe("without a host there is no photo:", () => {
  test("a name that does not exist is gone", async () => {
    await using host = await openRawHost(() => {});
    await expect(failToFetchFrom(host, failing("ENOTFOUND"))).rejects.toMatchObject({ reason: "gone" });
    await expect(failToFetchFrom(host, { lookup: empty })).rejects.toMatchObject({ reason: "gone" });
  });

  test("a name server that fails is tried later", async () => {
    await using host = await openRawHost(() => {});
    await expect(failToFetchFrom(host, failing("EAI_AGAIN"))).rejects.toMatchObject({ reason: "later" });
  });

  test("a host that refuses the connection is tried later", async () => {
    const host = await openRawHost(() => {});
    await host[Symbol.asyncDispose]();
    const connectTo = (ip: string) => ({ ip: ip === publicIp ? "127.0.0.8" : "127.0.0.9", port: host.port });
    const network = networkTo(host, { [publicName]: [publicIp, "1.1.1.1"] }, { connectTo });
    const fetching = fetchPhoto(photoUrl, { userAgent: "Niceties/1.0", robots: noRobots, network });
    const message = expect.stringMatching(/ECONNREFUSED 127\.0\.0\.8:\d+; connect ECONNREFUSED 127\.0\.0\.9/);
    await expect(fetching).rejects.toMatchObject({ reason: "later", message });
  });
});
