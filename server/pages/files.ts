import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { codings, encodingHeaders, rankedCodings, type Coding } from "../http/reply/encoded-body.ts";
import type { Handler, Route } from "../http/route.ts";

/** How long a cache may keep a file. Files under `assets` have a hash of their bytes in their names. */
const cacheControls = { assets: "public, max-age=31536000, immutable", others: "public, max-age=86400" };

const endings: Readonly<Record<Coding, string>> = { br: ".br", zstd: ".zst", gzip: ".gz" };

const types: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/**
 * Routes of the files of a build, each at its path, and of the scripts and styles of the builds before it. Pages of
 * other shops may use photographs and icons too.
 */
export function fileRoutes(folder: string, earlierFolders: readonly string[]): readonly Route[] {
  const assets = [folder, ...earlierFolders].flatMap((each) => pathsIn(each, "/assets").map((path) => [each, path]));
  const others = pathsIn(folder, "").filter((path) => !path.startsWith("/assets/"));
  return [
    ...assets.map(([root = "", path = ""]) => fileRoute(root, path, cacheControls.assets, false)),
    ...others.map((path) => fileRoute(folder, path, cacheControls.others, true)),
  ];
}

function pathsIn(folder: string, under: string): string[] {
  const entries = readdirSync(folder + under, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(join(folder).length));
}

function fileRoute(folder: string, path: string, cacheControl: string, isForOtherSites: boolean): Route {
  return { path, name: "/*", kind: "file", methods: { GET: readFileAt(folder + path, cacheControl) }, isForOtherSites };
}

/**
 * Sends a file that never changes, in the coding that the client prefers among the compressed files beside it. Ignores
 * any `Range` (RFC 9110 §14.2): files are small, and a server may always send the whole. Throws if there is no file.
 */
export function readFileAt(path: string, cacheControl: string): Handler {
  const twins = new Set(codings.filter((coding) => existsSync(path + endings[coding])));
  const changed = statSync(path).mtime.toUTCString();
  // Uncompressed replies have it too: a shared cache would otherwise send them to all clients (RFC 9110 §12.5.5).
  const vary = twins.size > 0 ? ["vary", "Accept-Encoding"] : [];
  const common = ["cache-control", cacheControl, "last-modified", changed, ...vary];
  const type = ["content-type", types[extname(path)] ?? "application/octet-stream"];
  return async ({ headers }) => {
    // RFC 9110 §13.1.3; files have no other validator.
    const since = headers["if-none-match"] === undefined ? Date.parse(headers["if-modified-since"] ?? "") : NaN;
    if (since >= Date.parse(changed)) return { status: 304, headers: common, body: [] };
    const coding = rankedCodings(headers["accept-encoding"]).find((each) => twins.has(each));
    const bytes = await readOnce(coding ? path + endings[coding] : path);
    return { status: 200, headers: [...common, ...type, ...encodingHeaders(coding, bytes.byteLength)], body: [bytes] };
  };
}

const reading = new Map<string, Promise<Buffer>>();

/**
 * Reads a file. Requests that come during the read share its bytes, so a thousand clients at once take the memory of
 * one.
 */
function readOnce(path: string): Promise<Buffer> {
  const started = reading.get(path) ?? readFile(path).finally(() => reading.delete(path));
  reading.set(path, started);
  return started;
}
