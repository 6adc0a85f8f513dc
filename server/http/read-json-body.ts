import { Fault } from "../../catalogue/fault.ts";

const bodyLimitBytes = 65_536;

/**
 * The text of a JSON body of at most 64 KiB. Rejects with `not-json-type`, `body-too-large`, or `not-json` where the
 * bytes are not UTF-8 (RFC 8259 §8.1). Stops reading as soon as the limit is passed.
 */
export async function readJsonBody(request: Request): Promise<string> {
  const { headers } = request;
  if (!isJson(headers.get("content-type"))) {
    throw new Fault("not-json-type", "Send the coffee as application/json.");
  }
  if (headers.has("content-encoding") && headers.get("content-encoding") !== "identity") {
    throw new Fault("not-json-type", "Send the body without a content coding.");
  }
  if (Number(headers.get("content-length")) > bodyLimitBytes) throw tooLarge();
  return decodeUtf8(await readWithinLimit(request));
}

function isJson(contentType: string | null): boolean {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  return type === "application/json" && (charset === undefined || /^"?utf-?8"?$/.test(charset));
}

async function readWithinLimit(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > bodyLimitBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Fault ? error : new Fault("not-json", "The body broke off.", [], error);
  }
  return Buffer.concat(chunks, length);
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
