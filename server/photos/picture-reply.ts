import type { IncomingHttpHeaders } from "node:http";
import type { PhotoFormat } from "../../catalogue/photo-address.ts";
import type { Picture } from "../../store/photos/photo-file.ts";
import { matchingTag, textName } from "../http/reply/conditional.ts";
import type { Reply } from "../http/reply/reply.ts";
import { byteRange } from "../http/request/byte-range.ts";

const types: Readonly<Record<PhotoFormat, string>> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** Someone else's bytes: opened by themselves, they are a page that may do nothing at all. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The reply with a picture, or the part of it that the request asks for. */
export function pictureReply(
  headers: IncomingHttpHeaders,
  { format, bytes }: Picture,
  cacheControl: string,
  more: readonly string[] = [],
): Reply<readonly Uint8Array[]> {
  const etag = `"${textName(bytes)}"`;
  const common = [
    "cache-control",
    cacheControl,
    "content-security-policy",
    policy,
    "etag",
    etag,
    "accept-ranges",
    "bytes",
    ...more,
  ];
  if (matchingTag(headers["if-none-match"], etag)) return { status: 304, headers: common, body: [] };
  return part(headers, etag, { status: 200, headers: [...common, "content-type", types[format]], body: [bytes] });
}

/** The part of a reply that a request asks for by `Range` (RFC 9110 §14.2); the whole if it asks for none. */
function part(
  headers: IncomingHttpHeaders,
  etag: string,
  whole: Reply<readonly Uint8Array[]>,
): Reply<readonly Uint8Array[]> {
  const [bytes = new Uint8Array()] = whole.body;
  const size = bytes.byteLength;
  const ifRange = headers["if-range"];
  const range = ifRange === undefined || ifRange === etag ? byteRange(headers.range, size) : undefined;
  if (range === "unsatisfiable")
    return { status: 416, headers: ["content-range", `bytes */${size}`, "content-length", "0"], body: [] };
  if (!range) return { ...whole, headers: [...whole.headers, "content-length", String(size)] };
  const { start, end } = range;
  const ofRange = ["content-range", `bytes ${start}-${end - 1}/${size}`, "content-length", String(end - start)];
  return { status: 206, headers: [...whole.headers, ...ofRange], body: [bytes.subarray(start, end)] };
}
