import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Fault } from "../../catalogue/fault.ts";

const bodyLimitBytes = 65_536;

/** What of a request its body and how to read it are found in. */
type RequestBody = Readable & Pick<IncomingMessage, "headersDistinct">;

/**
 * The text of a JSON body of at most 64 KiB. Rejects with `not-json-type`, `body-too-large`, or `not-json` where the
 * bytes are not UTF-8 (RFC 8259 §8.1). Stops reading as soon as the limit is passed, and leaves the rest where it is.
 */
export async function readJsonBody(request: RequestBody): Promise<string> {
  // Of several types Node would name the first.
  const header = (name: string) => request.headersDistinct[name]?.join(", ");
  if (!isJson(header("content-type"))) {
    throw new Fault("not-json-type", "Send the coffee as application/json.");
  }
  const coding = header("content-encoding");
  if (coding !== undefined && coding !== "identity") {
    throw new Fault("not-json-type", "Send the body without a content coding.");
  }
  if (Number(header("content-length")) > bodyLimitBytes) throw tooLarge();
  return decodeUtf8(await readWithinLimit(request));
}

function isJson(contentType = ""): boolean {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  return type === "application/json" && (charset === undefined || /^"?utf-?8"?$/.test(charset));
}

function readWithinLimit(request: RequestBody): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const take = (chunk: Uint8Array) => {
      length += chunk.byteLength;
      chunks.push(chunk);
      if (length > bodyLimitBytes) refuse(tooLarge());
    };
    const finish = () => {
      settle();
      resolve(Buffer.concat(chunks, length));
    };
    const refuse = (why: Fault) => {
      settle();
      request.pause();
      reject(why);
    };
    const breakOff = (error?: unknown) => refuse(new Fault("not-json", "The body broke off.", [], error));
    const settle = () => {
      request.off("data", take).off("end", finish).off("error", breakOff).off("close", breakOff);
    };
    request.on("data", take).once("end", finish).once("error", breakOff).once("close", breakOff);
  });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Fault("not-json", "The body is not valid UTF-8.", [], cause);
  }
}

function tooLarge(): Fault {
  return new Fault("body-too-large", `A body may have at most ${bodyLimitBytes.toLocaleString("en")} bytes.`);
}
