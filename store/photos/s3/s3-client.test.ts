import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { Fault } from "../../../catalogue/fault.ts";
import { startServer } from "../../../test/servers/small-server.ts";
import { StoreRefused } from "../../store-refused.ts";
import type { PhotoBlobs } from "../photo-blobs.ts";
import { openS3Blobs, type S3Options } from "../s3-blobs.ts";

/*
 * What S3 servers and proxies answer seldom, or never in a test. s3-blobs.test.ts has a real server.
 */

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Blobs at a server that gives these answers, the last of them again and again, and the paths that it was asked for. */
const openAt = (...answers: readonly Answer[]) => openWith({}, answers);
/** The same, but a server that says nothing for 300 ms is away. */
const openImpatientlyAt = (...answers: readonly Answer[]) => openWith({ silenceMs: 300 }, answers);

async function openWith(options: S3Options, answers: readonly Answer[]) {
  const asked: string[] = [];
  const server = await startServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => answers[Math.min(asked.length, answers.length) - 1]?.(response, request));
  });
  const url = server.url.replace("http://", "s3://key:hush-hush@");
  const blobs = openS3Blobs(`${url}/bucket?tls=off`, options);
  return { blobs, asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const ok =
  (body = "", headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(200, { etag: '"1"', "content-length": Buffer.byteLength(body), ...headers }).end(body);

const part =
  (range: string, body: string): Answer =>
  (response) =>
    response
      .writeHead(206, { etag: '"1"', "content-length": body.length, "content-range": `bytes ${range}` })
      .end(body);

const error =
  (status: number, code: string): Answer =>
  (response) =>
    response.writeHead(status).end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`);

const page = (keys: readonly string[], token?: string) =>
  ok(
    `<ListBucketResult><IsTruncated>${token !== undefined}</IsTruncated>${token === undefined ? "" : `<NextContinuationToken>${token}</NextContinuationToken>`}${keys.map((key) => `<Contents><Key>${key}</Key><LastModified>2026-11-29T20:33:52.000Z</LastModified><Size>1</Size></Contents>`).join("")}</ListBucketResult>`,
  );

const put = (blobs: PhotoBlobs) => blobs.put("photos/a", new Uint8Array(10));
const read = (blobs: PhotoBlobs) => blobs.read("photos/a");
const list = (blobs: PhotoBlobs) => Array.fromAsync(blobs.list("photos/"));
const remove = (blobs: PhotoBlobs) => blobs.remove("photos/a");
const calls = { put, read, list, remove };

/** The code of a call's fault, and what the operator reads. */
async function faultOf(call: Promise<unknown>) {
  try {
    await call;
  } catch (refused) {
    if (refused instanceof Fault && refused.cause instanceof StoreRefused) return [refused.code, refused.cause.message];
    throw refused;
  }
  throw new Error("Nothing was refused.");
}

const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

async function slowDown(call: (blobs: PhotoBlobs) => Promise<unknown>) {
  await using at = await openAt(error(503, "SlowDown"));
  return [...(await faultOf(call(at.blobs))), at.asked.length];
}

test("each call that S3 slows down is sent three times, and no more", async () => {
  const message = /^s3:\/\/127\.0\.0\.1:\d+\/bucket cannot serve photos now \(503, SlowDown\)\. Look at the S3/;
  const faults = await Promise.all(Object.values(calls).map(slowDown));
  expect(faults).toEqual(faults.map(() => ["storage-unreachable", expect.stringMatching(message), 3]));
});

test("failures that pass are not seen by the shop", async () => {
  const failures: readonly Answer[] = [
    error(500, "InternalError"),
    error(502, ""),
    error(429, "TooManyRequests"),
    error(409, "OperationAborted"),
    error(400, "RequestTimeout"),
    (response) => response.destroy(),
  ];
  const fail = async (failure: Answer) => {
    await using at = await openAt(failure, failure, ok("bytes"));
    return [textOf(await read(at.blobs)), ...at.asked];
  };
  const get = "GET /bucket/photos/a";
  expect(await Promise.all(failures.map(fail))).toEqual(failures.map(() => ["bytes", get, get, get]));
});

test.for([
  [507, "XMinioStorageFull"],
  [400, "XMinioAdminBucketQuotaExceeded"],
  [403, "QuotaExceeded"],
] as const)("a server without room says so at once: %d %s", async ([status, code]) => {
  await using at = await openAt(error(status, code));
  expect(await faultOf(put(at.blobs))).toEqual([
    "storage-full",
    expect.stringContaining(
      `has no room left (${status}, ${code}), so no photo is saved. Make room there, or raise its quota.`,
    ),
  ]);
  expect(at.asked).toHaveLength(1);
});

test.for([
  [403, "AccessDenied", "Give it the rights s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject."],
  [403, "RequestTimeTooSkewed", "Set its clock."],
  [301, "PermanentRedirect", "Correct the host or region=… there."],
  [501, "NotImplemented", "refused a request of the shop (501, NotImplemented)."],
  [404, "NoSuchUpload", "refused a request of the shop (404, NoSuchUpload)."],
] as const)("a refusal says what the operator should do: %d %s", async ([status, code, advice]) => {
  for (const call of Object.values(calls)) {
    await using at = await openAt(error(status, code));
    expect(await faultOf(call(at.blobs))).toEqual(["storage-failed", expect.stringContaining(advice)]);
    expect(at.asked).toHaveLength(1);
  }
});

test("the signature covers the body, and not what proxies change", async () => {
  const seen: IncomingMessage["headers"][] = [];
  await using at = await openAt((response, request) => {
    seen.push(request.headers);
    ok()(response, request);
  });
  await put(at.blobs);
  const digest = createHash("sha256").update(new Uint8Array(10)).digest("hex");
  expect(seen).toMatchObject([
    { "content-length": "10", "accept-encoding": "identity", "x-amz-content-sha256": digest },
  ]);
  expect(seen[0]?.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[\da-f]{64}$/,
  );
});

test("a server that leads elsewhere is not followed, because the request is signed for the first", async () => {
  await using elsewhere = await openAt(ok("bytes"));
  await using at = await openAt((response) => response.writeHead(307, { location: "/elsewhere" }).end(), ok("bytes"));
  expect(await faultOf(read(at.blobs))).toEqual([
    "storage-failed",
    expect.stringContaining("sends this shop elsewhere"),
  ]);
  expect([at.asked.length, elsewhere.asked]).toEqual([1, []]);
});

test("success that is not of S3 is refused: a page of a proxy is no blob, and has not kept one", async () => {
  await using at = await openAt((response) => response.writeHead(200, { "content-length": 13 }).end("<p>Log in</p>"));
  for (const call of [put, read, list])
    expect(await faultOf(call(at.blobs))).toEqual([
      "storage-failed",
      expect.stringContaining("See whether PHOTOS_URL leads to an S3 server, and not to another one or to a proxy."),
    ]);
});

test("a reply that does not say its length is refused, because a part of it would look whole", async () => {
  await using at = await openAt((response) => {
    response.writeHead(200, { etag: '"1"', connection: "close" });
    response.socket?.end("HTTP/1.0 200 OK\r\netag: 1\r\n\r\npart of a photo");
  });
  expect((await faultOf(read(at.blobs)))[0]).toBe("storage-failed");
});

test("a reply that is longer than any photo is not read to its end", async () => {
  let sent = 0;
  await using at = await openAt((response) => {
    response.writeHead(200, { etag: '"1"', "content-length": 10 ** 12 });
    const send = () => {
      while (!response.destroyed && response.write(new Uint8Array(1_000_000))) sent += 1;
    };
    response.on("drain", send);
    send();
  });
  expect(await faultOf(read(at.blobs))).toEqual([
    "storage-failed",
    expect.stringContaining("more bytes than any photo"),
  ]);
  expect(sent).toBeLessThan(100);
  expect(at.asked).toHaveLength(1);
});

test("a reply that pauses for too long is refused, and is not asked for again", async () => {
  await using at = await openImpatientlyAt((response) => {
    response.writeHead(200, { etag: '"1"', "content-length": 100 }).write("part");
  });
  expect(await faultOf(read(at.blobs))).toEqual(["storage-unreachable", expect.stringContaining("it does not answer")]);
  expect(at.asked).toHaveLength(1);
});

test("a reply may take longer than the server may be silent, if it keeps coming", async () => {
  const silenceMs = 1_500;
  const trickle: Answer = (response) => {
    response.writeHead(200, { etag: '"1"', "content-length": 5 });
    let sent = 0;
    const timer = setInterval(() => {
      response.write("x");
      if ((sent += 1) === 5) clearInterval(timer);
    }, silenceMs / 4);
  };
  await using at = await openWith({ silenceMs }, [trickle]);
  expect(textOf(await read(at.blobs))).toBe("xxxxx");
});

test("a large put may take longer than a small one before the server answers", async () => {
  await using at = await openImpatientlyAt((response, request) => void setTimeout(() => ok()(response, request), 500));
  expect(await faultOf(put(at.blobs))).toEqual(["storage-unreachable", expect.stringContaining("it does not answer")]);
  await at.blobs.put("photos/a", new Uint8Array(500_000));
});

test("a range comes whole from a server that ignores ranges, and other bytes than those asked for are refused", async () => {
  const range = { start: 2, end: 5 };
  await using ignoring = await openAt(ok("0123456789"));
  expect(textOf(await ignoring.blobs.read("photos/a", range))).toBe("234");
  await using right = await openAt(part("2-4/10", "234"));
  expect(textOf(await right.blobs.read("photos/a", range))).toBe("234");
  for (const wrong of [
    part("0-2/10", "012"),
    part("2-3/10", "23"),
    part("2-4/10", "23"),
    part("2-4/*", "234"),
    part("1-4/10", "234"),
  ]) {
    await using at = await openAt(wrong);
    expect((await faultOf(at.blobs.read("photos/a", range)))[0]).toBe("storage-failed");
  }
});

test("a list asks for the next page by its token, which may have any characters", async () => {
  await using at = await openAt(page(["photos/a", "photos/b"], "1/+=&amp; x"), page(["photos/c"]));
  expect((await list(at.blobs)).map(({ key }) => key)).toEqual(["photos/a", "photos/b", "photos/c"]);
  const queries = at.asked.map((path) => Object.fromEntries(new URLSearchParams(path.replace(/^.*\?/, ""))));
  expect(queries).toEqual([
    { "list-type": "2", prefix: "photos/" },
    { "list-type": "2", prefix: "photos/", "continuation-token": "1/+=& x" },
  ]);
});

test("a list that is out of order, repeats a page, or ends early is refused", async () => {
  for (const pages of [
    [page(["photos/b", "photos/a"])],
    [page(["photos/a"], "1"), page(["photos/a"])],
    [page([], "1")],
    [ok("<ListBucketResult><IsTruncated>false</IsTruncated>")],
  ]) {
    await using at = await openAt(...pages);
    expect((await faultOf(list(at.blobs)))[0]).toBe("storage-failed");
  }
});

test("a removal of what another process has removed succeeds", async () => {
  await using at = await openAt(error(404, "NoSuchKey"));
  await remove(at.blobs);
  expect(at.asked).toEqual(["DELETE /bucket/photos/a"]);
});

test("a key that would lead out of the bucket is a mistake, and is not sent", async () => {
  await using at = await openAt(ok());
  for (const key of ["../a", "photos/../../a", "photos/./a", "", "/photos", "photos/", "photos/A", "photos/a?acl"])
    await expect(at.blobs.read(key)).rejects.toThrow(/is not the key of a blob\.$/);
  expect(at.asked).toEqual([]);
});

test("bytes that change while they are sent are sent as they were", async () => {
  const bodies: string[] = [];
  await using server = await startServer((request, response) => {
    void request.toArray().then((chunks) => {
      bodies.push(Buffer.concat(chunks).toString());
      return (bodies.length < 2 ? error(503, "SlowDown") : ok())(response, request);
    });
  });
  const bytes = Buffer.from("before");
  const done = openS3Blobs(`${server.url.replace("http://", "s3://key:hush-hush@")}/bucket?tls=off`).put("a", bytes);
  bytes.write("after!");
  await done;
  expect(bodies).toEqual(["before", "before"]);
});
