import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sync } from "../store/files/durable-files.ts";

/** Writes a file under a temporary name, syncs it, and renames it. Until then, a file that had the name stays. */
export async function writeWhole(
  file: string,
  pieces: Iterable<string>,
  signal: AbortSignal,
  onWritten: (characters: number) => void = () => {},
): Promise<void> {
  const unfinished = join(dirname(file), `.${basename(file)}.unfinished-${process.pid}`);
  let written = 0;
  try {
    await using handle = await open(unfinished, "w");
    for (const piece of pieces) {
      await handle.appendFile(piece);
      signal.throwIfAborted();
      written += piece.length;
      onWritten(written);
    }
    await handle.sync();
    signal.throwIfAborted();
    await rename(unfinished, file);
    sync(dirname(file));
  } finally {
    await rm(unfinished, { force: true });
  }
}
