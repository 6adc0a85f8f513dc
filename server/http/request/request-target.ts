import type { IncomingMessage } from "node:http";

export type RequestTarget = Readonly<{
  /** The path without its query, decoded as by `decodeURI`: an escaped slash stays escaped. */
  path: string;
  /** The parts of the path between its slashes, each decoded as by `decodeURIComponent`. */
  segments: readonly string[];
  /** The query with its question mark, or empty. */
  search: string;
}>;

/** Paths that a URL parser leaves as they are. Nearly all paths match. */
const plainPath = /^(?:\/[\w-][\w.-]*)+\/?$|^\/$/;

/**
 * Reads the target of a request with a valid host (RFC 9112 §3.2). Undefined if the target is neither a path nor a
 * whole address. An escape that is not UTF-8 stays as it is.
 */
export function readTarget(incoming: Pick<IncomingMessage, "url" | "headers">): RequestTarget | undefined {
  const { url = "" } = incoming;
  if (plainPath.test(url)) return { path: url, segments: url.slice(1).split("/"), search: "" };
  const parsed = requestUrl(incoming);
  if (!parsed) return undefined;
  const { pathname, search } = parsed;
  const segments = pathname.slice(1).split("/");
  return {
    path: unescaped(pathname, decodeURI),
    segments: segments.map((segment) => unescaped(segment, decodeURIComponent)),
    search,
  };
}

/** The URL of a request; undefined if its target is neither a path nor a whole address. */
export function requestUrl({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): URL | undefined {
  const [path = ""] = url.split("?", 1);
  const isAddress = /^https?:\/\//.test(url);
  // The URL parser reads a backslash as a slash, and other programs do not.
  if (path.includes("\\") || !(isAddress || url.startsWith("/"))) return undefined;
  return URL.parse(isAddress ? url : `http://${headers.host}${url}`) ?? undefined;
}

/** Decodes the escapes that `decode` accepts, and leaves the others. */
function unescaped(text: string, decode: (text: string) => string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decode(escapes);
    } catch {
      return escapes; // not UTF-8
    }
  });
}
