import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Check } from "./job.ts";
import type { Reply } from "./reply-reader.ts";

/** Checks a reply's status, its type and its whole decoded body. Throws if one is not what was requested. */
export function checkReply(reply: Reply, check: Check): void {
  const status = check === "unchanged" ? 304 : 200;
  if (reply.status !== status) throw new Error(`The status is ${reply.status} where ${status} was expected.`);
  if (check === "unchanged") return;
  const type = check === "a page" ? "text/html" : "application/json";
  if (!reply.headers.get("content-type")?.startsWith(type)) throw new Error(`The content is not ${type}.`);
  const text = decoded(reply).toString("utf8");
  if (!isWhole(text, check)) throw new Error(`What came is not ${check}: ${text.slice(0, 80)}`);
}

function isWhole(text: string, check: Check): boolean {
  if (check === "a page") return text.includes("</html>");
  const value: unknown = JSON.parse(text);
  const coffees: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) !== (check === "a list")) return false;
  return (
    coffees.length > 0 && coffees.every((coffee) => typeof coffee === "object" && coffee !== null && "_id" in coffee)
  );
}

function decoded({ headers, body }: Reply): Buffer {
  const coding = headers.get("content-encoding");
  if (coding === "br") return brotliDecompressSync(body);
  if (coding === "zstd") return zstdDecompressSync(body);
  return coding === "gzip" ? gunzipSync(body) : body;
}
