import { isAscii, isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Fault } from "../../../catalogue/fault.ts";

const bodyLimitBytes = 65_536;
/** A form names the coffee twice, as it was and as it is now, and spells a letter of Bangla with nine bytes for three. */
const formLimitBytes = 6 * bodyLimitBytes + 4_096;
/** A form of the shop has twelve fields at most. */
const mostFields = 16;
/** Of all bodies of one kind that have come in part, so that slow forms do not keep calls out. */
const mostUnfinishedBytes = 32_000_000;
const unfinished = { calls: { bytes: 0 }, forms: { bytes: 0 } };

/** What of a request its body and how to read it are found in. */
type RequestBody = Readable & Pick<IncomingMessage, "rawHeaders">;

/**
 * The text of a JSON body of at most 64 KiB. Rejects with `not-json-type`, `body-too-large`, or `not-json` where the
 * bytes are not UTF-8 (RFC 8259 §8.1), and with `too-busy` where unfinished bodies take 32 MB. Stops reading as soon as the limit is passed, and leaves the rest where it is.
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
 * The fields of a form, each of them once (WHATWG URL §5). Rejects with `not-a-form` for another type, or where the bytes
 * are not UTF-8, a field stands in it twice or it has more than 16, with `body-too-large`, and with `too-busy` as `readJsonBody` does.
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

/** Text between the signs of a form. Throws `not-a-form` where its bytes are not UTF-8, or it has a NUL. */
function formText(escaped: string): string {
  try {
    const text = decodeURIComponent(escaped.replaceAll("+", " "));
    if (isAscii(Buffer.from(escaped, "latin1")) && !text.includes("\0")) return text;
  } catch {
    // Answered as below.
  }
  throw new Fault("not-a-form", {});
}

/** The text as it is. Throws `body-too-large` where it is longer than a JSON body may be. */
export function assertJsonLimit(text: string): string {
  if (Buffer.byteLength(text) > bodyLimitBytes) throw new Fault("body-too-large", { limitBytes: bodyLimitBytes });
  return text;
}

/** All values of a header, of which Node would name the first alone. */
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
    const settle = () => {
      pool.bytes -= length;
      request.off("data", take).off("end", finish).off("error", breakOff).off("close", breakOff);
    };
    // A destroyed stream sends no more events.
    if (request.destroyed) breakOff();
    else request.on("data", take).on("end", finish).on("error", breakOff).on("close", breakOff);
  });
}

function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new Fault("not-json", "not UTF-8");
}
