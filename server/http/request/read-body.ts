import { isAscii, isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Fault } from "../../../catalogue/fault.ts";

const bodyLimitBytes = 65_536;
/** How long a body may take to arrive, in milliseconds. */
const bodyTimeoutMs = 30_000;
/** A form sends the coffee twice, before and after the edit, and takes nine bytes for the three of a Bangla letter. */
export const formLimitBytes = 6 * bodyLimitBytes + 4_096;
/** A form of the shop has twelve fields at most. */
export const mostFields = 16;
/** Bytes of unfinished bodies, counted apart for calls and forms, so that slow forms do not keep calls out. */
const mostUnfinishedBytes = 32_000_000;
const unfinished = { calls: { bytes: 0 }, forms: { bytes: 0 } };

/** The parts of a request that describe and hold its body. */
type RequestBody = Readable & Pick<IncomingMessage, "rawHeaders">;

/**
 * Reads the text of a JSON body of at most 64 KiB. Rejects with `not-json-type` for another type or coding, with
 * `body-too-large`, with `not-json` if the bytes are not UTF-8 (RFC 8259 §8.1) or the request breaks off, with `too-slow`
 * after 30 seconds, and with `too-busy` if unfinished bodies take over 32 MB. Stops reading as soon as the limit is passed, and leaves the rest
 * unread.
 */
export async function readJsonBody(request: RequestBody): Promise<string> {
  if (!isJson(field(request, "content-type"))) {
    throw new Fault("not-json-type", "another type");
  }
  const coding = field(request, "content-encoding");
  if (coding !== undefined && coding !== "identity") {
    throw new Fault("not-json-type", "encoded");
  }
  return decodeUtf8(await readWithinLimit(request, bodyLimitBytes, unfinished.calls));
}

/**
 * Reads the fields of a form, each of which it has once (WHATWG URL §5). Rejects with `not-a-form` for another type,
 * bytes that are not UTF-8, a NUL, a repeated field or more than 16 fields, and with `body-too-large`. Rejects with
 * `too-busy`, or with `not-json` if the request breaks off, as `readJsonBody` does.
 */
export async function readFormBody(request: RequestBody): Promise<URLSearchParams> {
  const [type = ""] = (field(request, "content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") throw new Fault("not-a-form", {});
  const text = (await readWithinLimit(request, formLimitBytes, unfinished.forms)).toString("latin1");
  const pairs = text.split("&", mostFields + 1);
  if (pairs.length > mostFields) throw new Fault("not-a-form", {});
  for (const pair of pairs) formText(pair);
  const names = new Set(pairs.map((pair) => formText(pair.split("=", 1)[0] ?? "")));
  if (names.size < pairs.length) throw new Fault("not-a-form", {});
  return new URLSearchParams(text);
}

/** Decodes a part of a form. Throws `not-a-form` if the bytes, raw or escaped, are not valid or include a NUL. */
function formText(escaped: string): string {
  try {
    const text = decodeURIComponent(escaped.replaceAll("+", " "));
    if (isAscii(Buffer.from(escaped, "latin1")) && !text.includes("\0")) return text;
  } catch {
    // An invalid escape, or one that is not UTF-8: refused below.
  }
  throw new Fault("not-a-form", {});
}

/** Returns the text unchanged. Throws `body-too-large` if it is longer than a JSON body may be. */
export function assertJsonLimit(text: string): string {
  if (Buffer.byteLength(text) > bodyLimitBytes) throw new Fault("body-too-large", { limitBytes: bodyLimitBytes });
  return text;
}

/** All values of a header, joined by commas; Node's `headers` has only the first. Undefined if the header is absent. */
function field({ rawHeaders }: RequestBody, name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const found = rawHeaders[at] ?? "";
    if (found.length !== name.length || found.toLowerCase() !== name) continue;
    value = value === undefined ? rawHeaders[at + 1] : `${value}, ${rawHeaders[at + 1]}`;
  }
  return value;
}

function isJson(contentType = ""): boolean {
  if (contentType === "application/json") return true;
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  return type === "application/json" && (charset === undefined || /^"?utf-?8"?$/.test(charset));
}

async function readWithinLimit(request: RequestBody, limitBytes: number, pool: { bytes: number }): Promise<Buffer> {
  if (Number(field(request, "content-length")) > limitBytes) throw new Fault("body-too-large", { limitBytes });
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.byteLength;
      pool.bytes += chunk.byteLength;
      chunks.push(chunk);
      if (length > limitBytes) refuse(new Fault("body-too-large", { limitBytes }));
      else if (pool.bytes > mostUnfinishedBytes) refuse(new Fault("too-busy", "bodies"));
    };
    const finish = () => {
      settle();
      const [only, second] = chunks;
      resolve(only && !second ? only : Buffer.concat(chunks, length));
    };
    const refuse = (why: Fault) => {
      settle();
      request.pause();
      reject(why);
    };
    const breakOff = (error?: unknown) => refuse(new Fault("not-json", "broken off", error));
    const timer = setTimeout(() => refuse(new Fault("too-slow", {})), bodyTimeoutMs);
    const settle = () => {
      clearTimeout(timer);
      pool.bytes -= length;
      request.off("data", take).off("end", finish).off("error", breakOff).off("close", breakOff);
    };
    // A destroyed stream emits no more events.
    if (request.destroyed) breakOff();
    else request.on("data", take).on("end", finish).on("error", breakOff).on("close", breakOff);
  });
}

function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new Fault("not-json", "not UTF-8");
}
