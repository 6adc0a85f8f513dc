import { expect, test } from "vitest";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { buffer } from "node:stream/consumers";
import { CachedDocument } from "../limits/cached-document.ts";
import { brotliEncoder, EncodedBody, EncodedReply, preferredCoding } from "./encoded-body.ts";

test.for([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["deflate, compress", undefined],
  ["br", "br"],
  ["zstd", "zstd"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip,zstd", "zstd"],
  ["gzip;q=1.0, br;q=0.8, zstd;q=0.9", "gzip"],
  ["br;q=0.5, zstd;q=0.5", "br"],
  [" gzip ; q=0.3 , zstd ; Q=0.2 ", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "zstd"],
  ["*;q=0.1, gzip;q=0.2", "gzip"],
  ["gzip, *;q=0", "gzip"],
  ["*;q=0", undefined],
  ["br;q=0, zstd;q=0.000, gzip;q=0.0", undefined],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip", "gzip"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["identity;q=0, gzip;q=0.001", "gzip"],
  ["gzip;q=much", undefined],
  [",, ,", undefined],
] as const)("Accept-Encoding: %s selects the encoding %s", ([accepted, coding]) => {
  expect(preferredCoding(accepted)).toBe(coding);
});

const text = "কফি, coffee. ".repeat(200);
const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };

test.for([0, 1, 1_000, 65_536, 65_537])(
  "%i bytes survive compression with the Brotli encoder for that size",
  async (size) => {
    const encoder = brotliEncoder(size);
    encoder.end("x".repeat(size));
    expect(brotliDecompressSync(await buffer(encoder)).byteLength).toBe(size);
  },
);

test("a text in pieces gives the same reply as the whole text", async () => {
  const pieces = ["ক", "", "ফি, coffee", " ☕"];
  const [whole, parts] = [new CachedDocument(pieces.join(""), []), new CachedDocument(pieces, [])];
  expect(await parts.reply({})).toEqual(await whole.reply({}));
});

test.for(Object.entries(decoders))("%s decodes to the text", async ([name, decode]) => {
  const { bytes, coding } = await new EncodedBody(text).for(name);
  expect(coding).toBe(name);
  expect(decode(bytes).toString()).toBe(text);
});

test("without an encoding, the bytes are the text in UTF-8", async () => {
  const { bytes, coding } = await new EncodedBody(text).for("identity");
  expect(coding).toBeUndefined();
  expect(Buffer.from(bytes).toString()).toBe(text);
});

test("a body is compressed once, also for two requests at the same time", async () => {
  const body = new EncodedBody(text);
  const [one, other] = await Promise.all([body.for("br"), body.for("br")]);
  expect(other.bytes).toBe(one.bytes);
  expect((await body.for("br")).bytes).toBe(one.bytes);
});

test.for([
  [1_023, undefined],
  [1_024, "gzip"],
] as const)("%i bytes are sent with the encoding %s", async ([length, coding]) => {
  expect((await new EncodedBody("a".repeat(length)).for("gzip")).coding).toBe(coding);
});

test.for([
  ["gzip", "gzip"],
  ["identity", null],
] as const)(
  "a reply to Accept-Encoding: %s has the encoding %s, and varies by Accept-Encoding",
  async ([accepted, coding]) => {
    const reply = new Response(text, { status: 404, headers: { "content-type": "text/html", vary: "Origin" } });
    const { status, headers: pairs, body } = await (await EncodedReply.read(reply)).for(accepted);
    const headers = new Headers(pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] ?? ""]] : [])));
    const bytes = Buffer.concat(body);
    expect([status, headers.get("content-type")]).toEqual([404, "text/html"]);
    expect(headers.get("content-encoding")).toBe(coding);
    expect(headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(headers.get("vary")).toBe("Origin, Accept-Encoding");
    expect((coding ? gunzipSync(bytes) : bytes).toString()).toBe(text);
  },
);
