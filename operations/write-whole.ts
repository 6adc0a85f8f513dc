import { readdirSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ifExists, sync } from "../store/files/durable-files.ts";
import { OperationRefused } from "./operation-refused.ts";

/** Writes a file under a temporary name, syncs it, and renames it. Until then, a file that had the name stays. */
export async function writeWhole(
  file: string,
  pieces: Iterable<string>,
  signal: AbortSignal,
  onWritten: (characters: number) => void = () => {},
): Promise<void> {
  const unfinished = unfinishedName(file);
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

/**
 * Lets `write` fill a folder under a temporary name, and renames it. `write` syncs the files; this syncs the folder.
 * Rejects with `OperationRefused` if there is a folder with that name that has anything in it. An empty one is replaced.
 */
export async function writeWholeFolder(
  folder: string,
  write: (unfinished: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  assertFree(folder);
  const place = resolve(folder);
  const unfinished = unfinishedName(place);
  try {
    await mkdir(unfinished);
    await write(unfinished);
    sync(unfinished);
    signal.throwIfAborted();
    assertFree(folder);
    await rename(unfinished, place);
    sync(dirname(place));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function unfinishedName(path: string): string {
  return join(dirname(path), `.${basename(path)}.unfinished-${process.pid}`);
}

function assertFree(folder: string): void {
  if ((ifExists(() => readdirSync(folder)) ?? []).length > 0)
    throw new OperationRefused(`${folder} is not empty, so nothing was written. Name a new folder, or empty this one.`);
}
