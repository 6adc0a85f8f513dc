import type { IncomingMessage } from "node:http";

/** What a request asks for. */
export type RequestTarget = Readonly<{
  /** Without its query, and without the escapes that can be taken out of a whole path. */
  path: string;
  /** The parts of the path between its slashes, each without any escapes that can be read. */
  segments: readonly string[];
  /** The query with its question mark, or nothing. */
  search: string;
}>;

/** The same before and after it is read as a URL, as nearly all are. */
const plainPath = /^(?:\/[\w-][\w.-]*)+\/?$|^\/$/;

/**
 * Reads the target of a request whose host is one that can be (RFC 9112 §3.2), in the form of a path or of a whole address.
 * Undefined for what is neither.
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

/** The address that a request asks for; undefined where its target is neither a path nor an address. */
export function requestUrl({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): URL | undefined {
  const [path = ""] = url.split("?", 1);
  const isAddress = /^https?:\/\//.test(url);
  // A URL takes a backslash for a slash, and others do not.
  if (path.includes("\\") || !(isAddress || url.startsWith("/"))) return undefined;
  return URL.parse(isAddress ? url : `http://${headers.host}${url}`) ?? undefined;
}

/** Takes out the escapes that can be read, and leaves the others. */
function unescaped(text: string, decode: (text: string) => string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decode(escapes);
    } catch {
      return escapes; // no UTF-8, so that they stand for themselves
    }
  });
}
