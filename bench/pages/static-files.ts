import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

type File = Readonly<{ bytes: Buffer; headers: Readonly<Record<string, string>> }>;

const types: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const compressible = new Set([".css", ".js", ".svg"]);

export const cacheFor = {
  /** For files whose names change with their content. */
  ever: "public, max-age=31536000, immutable",
  day: "public, max-age=86400",
} as const;

/** Files in memory by their address. Text files are compressed as well as brotli can. */
export class StaticFiles {
  readonly #files = new Map<string, File>();

  /** Adds the files of a folder, served below `address`. */
  add(folder: string, address: string, cacheControl: string): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const ending = extname(entry.name);
      const bytes = readFileSync(join(folder, entry.name));
      const headers = { "content-type": types[ending] ?? "application/octet-stream", "cache-control": cacheControl };
      const file = compressible.has(ending)
        ? { bytes: brotliCompressSync(bytes), headers: { ...headers, "content-encoding": "br" } }
        : { bytes, headers };
      this.#files.set(address + entry.name, file);
    }
  }

  /** Sends the requested file; returns false if there is none. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const file = this.#files.get(request.url ?? "");
    if (!file) return false;
    response.writeHead(200, { ...file.headers, "content-length": file.bytes.length }).end(file.bytes);
    return true;
  }
}

/** Compresses a page as far as a server can while a visitor waits. */
export function compressPage(html: string): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(html, { params });
}

export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-encoding": "br",
  "cache-control": "no-cache",
} as const;
