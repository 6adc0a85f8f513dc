import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { privateDirectoryMode } from "./private-files.ts";

/** What was written into a file, or which names a directory holds, is on the disk when this returns. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes a directory with all above it, for this account alone; each is on the disk when this returns. Node's own recursive
 * way never comes back from places such as /proc.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  if (!existsSync(path)) makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: privateDirectoryMode });
    sync(dirname(path));
  } catch (error) {
    if (!isDirectory(path)) throw error; // else another program was quicker
  }
}

/** Throws, as the system does, where nothing can be made or changed in a directory: its disk or its rights forbid it. */
export function assertDirectoryWritable(directory: string): void {
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Whether `assertDirectoryWritable` would not throw. */
export function isWritable(directory: string): boolean {
  try {
    assertDirectoryWritable(directory);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
