import { isUtf8 } from "node:buffer";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { Fault } from "../../../catalogue/fault.ts";
import { formLimitBytes, mostFields } from "./read-body.ts";

/** A form of the shop has three controls for a file, of which one is used. */
const mostFiles = 3;

/** Whether a request has a form with files (RFC 7578). */
export function isMultipart({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return /^multipart\/form-data\s*;/i.test(headers["content-type"] ?? "");
}

/**
 * Reads a form with files: its fields, each of which it has once, and what `receive` resolves to for its first file, or
 * undefined if it has none. Rejects with `not-a-form` as `readFormBody` does, with `body-too-large` if the fields have
 * too many bytes, and as `receive` does.
 */
export async function readMultipartForm<T>(
  request: IncomingMessage,
  receive: (file: Readable) => Promise<T>,
): Promise<Readonly<{ fields: URLSearchParams; received: T | undefined }>> {
  const parser = parserFor(request);
  const fields = new URLSearchParams();
  let received: Promise<T> | undefined;
  let fieldBytes = 0;
  const failed = Promise.withResolvers<never>();
  parser.on("field", (name, value, isNameCut, isValueCut) => {
    fieldBytes += value.length;
    if (isValueCut || fieldBytes > formLimitBytes)
      failed.reject(new Fault("body-too-large", { limitBytes: formLimitBytes }));
    const text = textOf(value);
    if (isNameCut || text === undefined || fields.has(name)) failed.reject(new Fault("not-a-form", {}));
    else fields.set(name, text);
  });
  parser.on("file", (_name, file, filename) => {
    // A control without a file is sent as a file without a name.
    if (received !== undefined || !filename) {
      file.resume();
      return;
    }
    received = receive(file).finally(() => file.resume());
    received.catch(failed.reject);
  });
  for (const limit of ["fieldsLimit", "partsLimit", "filesLimit"] as const)
    parser.once(limit, () => failed.reject(new Fault("not-a-form", {})));
  request.once("close", () => request.complete || failed.reject(new Fault("not-json", "broken off")));
  try {
    request.pipe(parser);
    await Promise.race([once(parser, "finish"), failed.promise]);
    return { fields, received: await Promise.race([received, failed.promise]) };
  } catch (error) {
    request.unpipe(parser);
    request.pause();
    throw error instanceof Fault ? error : new Fault("not-a-form", {}, error);
  }
}

function parserFor({ headers }: IncomingMessage) {
  const { "content-type": type = "" } = headers;
  try {
    return new Busboy({
      headers: { ...headers, "content-type": type },
      // Bytes as they are: what is not UTF-8 is refused, not replaced.
      defCharset: "latin1",
      limits: {
        fields: mostFields,
        files: mostFiles,
        parts: mostFields + mostFiles,
        fieldSize: formLimitBytes,
        headerPairs: 20,
        headerSize: 2_000,
      },
    });
  } catch (error) {
    throw new Fault("not-a-form", {}, error);
  }
}

/** The text of a field; undefined if it is not UTF-8, or has a NUL. */
function textOf(latin1: string): string | undefined {
  const bytes = Buffer.from(latin1, "latin1");
  return isUtf8(bytes) && !latin1.includes("\0") ? bytes.toString() : undefined;
}
