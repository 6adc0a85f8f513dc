import type { IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { RequestSummary } from "./rule-failed.ts";

/** A reply, with its content coding removed. */
export type Reply = RequestSummary &
  Readonly<{
    status: number;
    /** Keyed by lower-case names. */
    headers: Readonly<Record<string, string | undefined>>;
    text: string;
    /** The parsed text; undefined if it is not JSON. */
    json: unknown;
  }>;

/** Builds the reply to `request`. `bytes` is the body as received. */
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

/**
 * Decompresses a body. If the bytes do not have the coding that the reply names, the text is empty, so each rule fails.
 */
function decode(bytes: Buffer, coding: string | undefined): string {
  const decompress = bytes.byteLength > 0 ? decoders.get(coding) : undefined;
  try {
    return decompress ? decompress(bytes).toString() : bytes.toString();
  } catch {
    return "";
  }
}

/** Parses JSON; undefined if the text is not JSON. Each rule decides whether it has to be. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
