import type { IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { RequestSummary } from "./rule-failed.ts";

/** A reply to a request, its content coding undone. */
export type Reply = RequestSummary &
  Readonly<{
    status: number;
    /** Names in lower case. */
    headers: Readonly<Record<string, string | undefined>>;
    text: string;
    /** What the text says in JSON, or undefined where it is not JSON. */
    json: unknown;
  }>;

/** The reply to `request` whose body, as it came over the network, is `bytes`. */
export function replyOf(request: RequestSummary, incoming: IncomingMessage, bytes: Buffer): Reply {
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) headers[name] = values.join(", ");
  const text = decode(bytes, headers["content-encoding"]);
  return { ...request, status: incoming.statusCode ?? 0, headers, text, json: parseJson(text) };
}

const decoders = new Map<string | undefined, (bytes: Buffer) => Buffer>([
  ["br", brotliDecompressSync],
  ["zstd", zstdDecompressSync],
  ["gzip", gunzipSync],
  ["deflate", inflateSync],
]);

/** Bytes that are not in the coding which the reply names read as no text: whatever is looked for is then missing. */
function decode(bytes: Buffer, coding: string | undefined): string {
  const decompress = bytes.byteLength > 0 ? decoders.get(coding) : undefined;
  try {
    return decompress ? decompress(bytes).toString() : bytes.toString();
  } catch {
    return "";
  }
}

/** The value of a JSON text, or undefined where it is not JSON; each rule says whether it may be. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
