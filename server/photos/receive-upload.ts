import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Fault } from "../../catalogue/fault.ts";
import { photoBytesAtMost } from "./encoder/photo-limits.ts";
import { openNameless, writeHashed, type WrittenBytes } from "./nameless-file.ts";

/** Uploads that are received or wait to be encoded; each may take `photoBytesAtMost` of the disk. */
const uploadsAtMost = 24;
/** Media types of uploads. A page of another site cannot send them unless `ALLOWED_ORIGINS` has it (Fetch §3.3). */
const types = /^(?:image\/(?:jpeg|png|webp|avif|gif)|application\/octet-stream)$/;

let uploads = 0;

/** An upload that has arrived whole. `id` is the SHA-256 of its bytes in hex. Its file goes with it. */
export type Upload = AsyncDisposable & WrittenBytes & Readonly<{ file: FileHandle }>;

/**
 * Receives the body of a request into a file that has no name, so that nothing is left of it if the process ends.
 * Rejects with `unsupported-photo` for another media type, with `photo-too-large`, with `too-busy` if there are too many
 * uploads at once, and with `unreadable-photo` if the request breaks off. Leaves the rest of a refused body unread.
 */
export async function receiveUpload(incoming: IncomingMessage): Promise<Upload> {
  const [type = ""] = (incoming.headers["content-type"] ?? "").split(";");
  const isEncoded = ![undefined, "identity"].includes(incoming.headers["content-encoding"]);
  if (!types.test(type.trim().toLowerCase()) || isEncoded) throw new Fault("unsupported-photo", "another type");
  if (Number(incoming.headers["content-length"]) > photoBytesAtMost) throw tooLarge();
  return receiveFile(incoming);
}

/** Receives a file, such as one in a form, as `receiveUpload` does. */
export async function receiveFile(source: Readable): Promise<Upload> {
  if (uploads >= uploadsAtMost) throw new Fault("too-busy", "bodies");
  uploads += 1;
  let file: FileHandle | undefined;
  const dispose = async () => {
    uploads -= 1;
    await file?.close();
  };
  try {
    file = await openNameless();
    return { ...(await receiveInto(file, source)), file, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function receiveInto(file: FileHandle, source: Readable): Promise<WrittenBytes> {
  try {
    return await writeHashed(file, source.iterator({ destroyOnReturn: false }), photoBytesAtMost, tooLarge);
  } catch (error) {
    throw source.destroyed && !(error instanceof Fault) ? new Fault("unreadable-photo", "broken off", error) : error;
  }
}

function tooLarge(): Fault<"photo-too-large"> {
  return new Fault("photo-too-large", { limitBytes: photoBytesAtMost });
}
