import { createHash, randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateFileMode } from "../../store/files/private-files.ts";

/** What was written to a file: `id` is the SHA-256 of its bytes in hex. */
export type WrittenBytes = Readonly<{ id: string; bytes: number }>;

/** Opens an empty file that has no name, so nothing is left of it once it is closed or the process ends. */
export async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `niceties-upload-${randomUUID()}`);
  const file = await open(path, "wx+", privateFileMode);
  await unlink(path);
  return file;
}

/**
 * Writes chunks to a file, one after the other, and leaves the file's own position at its start. Throws what `tooLarge` returns as soon as they have more than
 * `limitBytes`, before the chunk that exceeds it is written.
 */
export async function writeHashed(
  file: FileHandle,
  chunks: AsyncIterable<unknown>,
  limitBytes: number,
  tooLarge: () => Error,
): Promise<WrittenBytes> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("The stream has an encoding.");
    if (bytes + chunk.byteLength > limitBytes) throw tooLarge();
    hash.update(chunk);
    for (let at = 0; at < chunk.byteLength;)
      at += (await file.write(chunk, at, chunk.byteLength - at, bytes + at)).bytesWritten;
    bytes += chunk.byteLength;
  }
  return { id: hash.digest("hex"), bytes };
}
